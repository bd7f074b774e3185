import { useRef, useState } from 'react';
import { allowNotices, refuseNotices, useNotices } from '#web/shared/browser-storage/notices.ts';
import { Button } from '#web/ui/fields/button.tsx';

/** Asks once in a browser, at the first run that takes long. The answer stays to be read while this run is under way. */
export function NoticeOffer() {
  const notices = useNotices();
  const section = useRef<HTMLElement>(null);
  const [asked, setAsked] = useState(false);
  if (notices !== 'open' && !asked) return null;
  const end = async (answer: () => Promise<void> | void) => {
    setAsked(true);
    await answer();
    section.current?.focus();
  };
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Notificare când e gata"
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-2xl border border-film-line bg-film-raised p-4"
    >
      {notices === 'open' ? (
        <>
          <div className="min-w-0 flex-[1_1_16rem]">
            <h2 className="text-lg">Te anunțăm când e gata?</h2>
            <p className="text-sm text-film-soft">
              Mai durează câteva minute. Lasă Fotolot deschis într-o filă și vezi-ți de treabă.
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button look="film" onClick={() => void end(allowNotices)}>
              Da, anunță-mă
            </Button>
            <Button look="film" onClick={() => void end(refuseNotices)}>
              Nu
            </Button>
          </div>
        </>
      ) : (
        <p>
          {notices === 'on'
            ? 'Te anunțăm aici, în browser, când e gata.'
            : 'Bine, fără anunț. Îl poți porni din Setări.'}
        </p>
      )}
    </section>
  );
}
