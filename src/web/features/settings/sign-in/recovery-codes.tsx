import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/fields/button.tsx';
import { CopyButton } from '#web/ui/fields/copy-button.tsx';

/** New recovery codes, which are shown this once: they come into sight, for what stood here before may have been longer. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <div className="max-w-md">
      <h3 ref={heading} tabIndex={-1} className="scroll-mt-24 text-xl outline-none">
        Codurile tale de rezervă
      </h3>
      <p role="status" className="mt-2">
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
        <CopyButton
          look="quiet"
          label="Copiază codurile"
          text={codes.join('\n')}
          said={{
            done: 'Codurile sunt copiate.',
            failed: 'Codurile nu s-au putut copia. Selectează-le și copiază-le.',
          }}
        />
      </div>
    </div>
  );
}
