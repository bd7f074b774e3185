import { useEffect, useRef } from 'react';
import { chooseStatistics, useStatistics } from '#web/shared/consent/consent.ts';
import { PRIVACY } from '#web/text/legal-links.ts';
import { Button } from '#web/ui/fields/button.tsx';

/** Asks once; no answer means no. It pushes the page down instead of covering it. */
export function ConsentBar() {
  const { isOffered, choice, isAskedAgain } = useStatistics();
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isAskedAgain) bar.current?.focus();
  }, [isAskedAgain]);
  if (!isOffered || (choice !== null && !isAskedAgain)) return null;
  return (
    <section
      ref={bar}
      tabIndex={-1}
      aria-label="Statistici"
      className="flex flex-wrap items-center justify-center gap-x-6 gap-y-2 border-b border-line bg-sunken px-4 py-2 text-sm"
    >
      <p className="max-w-prose">
        Ne lași să numărăm, cu Google Analytics și cookie-urile lui, ce pagini se deschid și ce se cumpără în
        Fotolot? Fără acordul tău nu încărcăm și nu păstrăm nimic pentru statistici.{' '}
        <a href={PRIVACY} className="link">
          Detalii
        </a>
      </p>
      <div className="flex gap-2">
        <Button look="quiet" small onClick={() => chooseStatistics('accepted')}>
          Accept
        </Button>
        <Button look="quiet" small onClick={() => chooseStatistics('refused')}>
          Refuz
        </Button>
      </div>
    </section>
  );
}
