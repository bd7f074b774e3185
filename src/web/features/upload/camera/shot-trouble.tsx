import { isHeldBack, isInDanger, type UploadItem } from '#web/features/upload/queue/queue-machine.ts';
import { uploads } from '#web/features/upload/queue/uploads.ts';
import { Button } from '#web/ui/fields/button.tsx';

/** Says that shots were refused and stay in this browser, or that this browser keeps none; nothing while all is well. */
export function ShotTrouble({ items }: { items: readonly UploadItem[] }) {
  const heldBack = items.filter(isHeldBack);
  const [first] = heldBack;
  const isLosing = items.some(isInDanger);
  if (first?.state.kind !== 'refused' && !isLosing) return null;
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-film-signal">
      {first?.state.kind === 'refused' && (
        <>
          <p className="min-w-0 flex-1">
            {first.state.message} {!isLosing && sayKept(heldBack.length)}
          </p>
          <Button small look="film" onClick={() => sendAgain(heldBack)}>
            Încearcă din nou
          </Button>
        </>
      )}
      {isLosing && <p>Acest browser nu poate păstra pozele: nu închide pagina până nu se trimit.</p>}
    </div>
  );
}

function sendAgain(heldBack: readonly UploadItem[]): void {
  for (const { id } of heldBack) uploads.sendAgain(id);
}

function sayKept(count: number): string {
  return count === 1 ? 'Poza rămâne în acest browser.' : 'Pozele rămân în acest browser.';
}
