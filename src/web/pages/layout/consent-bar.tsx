import { choose, useStatistics } from '#web/session/consent.ts';
import { Button } from '#web/ui/button.tsx';

/** Asks once; no answer means no. It pushes the page down instead of covering it. */
export function ConsentBar() {
  const { isOffered, choice } = useStatistics();
  if (!isOffered || choice !== null) return null;
  return (
    <section
      aria-label="Statistici"
      className="flex flex-wrap items-center justify-center gap-x-6 gap-y-2 border-b border-line bg-sunken px-4 py-2 text-sm"
    >
      <p className="max-w-prose">
        Ne lași să numărăm cum e folosit Fotolot? Până răspunzi nu încărcăm și nu păstrăm nimic pentru
        statistici.
      </p>
      <div className="flex gap-2">
        <Button look="quiet" small onClick={() => choose('accepted')}>
          Accept
        </Button>
        <Button look="quiet" small onClick={() => choose('refused')}>
          Refuz
        </Button>
      </div>
    </section>
  );
}
