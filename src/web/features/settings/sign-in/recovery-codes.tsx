import { Button } from '#web/ui/fields/button.tsx';
import { showToast } from '#web/ui/layers/toast.ts';

/** New recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => showToast({ text: 'Codurile sunt copiate.' }),
      () => showToast({ text: 'Codurile nu s-au putut copia. Selectează-le și copiază-le.', negative: true }),
    );
  return (
    <div className="max-w-md">
      <p role="status">
        Verificarea în doi pași e pornită. Păstrează codurile de rezervă undeva unde le găsești fără telefon:
        fiecare merge o singură dată, iar de aici nu le mai poți citi.
      </p>
      <ul
        aria-label="Coduri de rezervă"
        className="mt-4 grid grid-cols-2 gap-x-6 gap-y-1 rounded-xl bg-sunken px-4 py-3 font-mono select-all"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={onKept}>Le-am păstrat</Button>
        {'clipboard' in navigator && (
          <Button look="quiet" onClick={() => void copy()}>
            Copiază codurile
          </Button>
        )}
      </div>
    </div>
  );
}
