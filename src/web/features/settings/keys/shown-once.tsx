import { useRef } from 'react';
import { Button } from '#web/ui/fields/button.tsx';
import { CopyButton } from '#web/ui/fields/copy-button.tsx';

interface ShownOnceProps {
  /** Name of the place, and of the field with the secret. */
  readonly names: { readonly place: string; readonly field: string };
  readonly words: string;
  readonly secret: string;
  /** It was kept elsewhere: it need not be shown any more. */
  readonly onKept: () => void;
}

/** A secret that was just made, shown this once and whole. */
export function ShownOnce({ names, words, secret, onKept }: ShownOnceProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <section aria-label={names.place} className="mt-4 rounded-xl bg-sunken p-4">
      <p role="status" className="font-medium wrap-anywhere">
        {words}
      </p>
      <textarea
        ref={field}
        readOnly
        rows={2}
        aria-label={names.field}
        className="input mt-3 block resize-none font-mono text-sm break-all field-sizing-content"
        value={secret}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton
          small
          label="Copiază"
          text={secret}
          said={{ done: 'S-a copiat.', failed: 'Nu s-a putut copia. Textul e selectat: copiază-l de acolo.' }}
          onFailed={() => field.current?.select()}
        />
        <Button look="quiet" small onClick={onKept}>
          E la loc sigur
        </Button>
      </div>
    </section>
  );
}
