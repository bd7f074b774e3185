import { useRef } from 'react';
import { Button } from '#web/ui/fields/button.tsx';
import { showToast } from '#web/ui/layers/toast.ts';

interface ShownOnceProps {
  /** Name of the place, and of the field with the secret. */
  readonly names: { readonly place: string; readonly field: string };
  readonly words: string;
  readonly secret: string;
  /** It was kept elsewhere: it need not be shown any more. */
  readonly onKept: () => void;
}

/** A secret that was just made, shown this once. */
export function ShownOnce({ names, words, secret, onKept }: ShownOnceProps) {
  const field = useRef<HTMLInputElement>(null);
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => showToast({ text: 'S-a copiat.' }),
      () => {
        field.current?.select();
        showToast({ text: 'Nu s-a putut copia. Textul e selectat: copiază-l de acolo.', negative: true });
      },
    );
  return (
    <section aria-label={names.place} className="mt-4 rounded-xl bg-sunken p-4">
      <p role="status" className="font-medium wrap-anywhere">
        {words}
      </p>
      <input
        ref={field}
        readOnly
        aria-label={names.field}
        className="input mt-3 font-mono text-sm"
        value={secret}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        {'clipboard' in navigator && (
          <Button small onClick={() => void copy()}>
            Copiază
          </Button>
        )}
        <Button look="quiet" small onClick={onKept}>
          E la loc sigur
        </Button>
      </div>
    </section>
  );
}
