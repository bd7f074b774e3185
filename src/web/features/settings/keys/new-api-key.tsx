import { useRef } from 'react';
import type { MadeKey } from '#web/features/settings/keys/api-key-form.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { showToast } from '#web/ui/layers/toast.ts';

interface NewApiKeyProps {
  readonly made: MadeKey;
  /** It was kept elsewhere: it need not be shown any more. */
  readonly onKept: () => void;
}

/** A key that was just made, shown this once. */
export function NewApiKey({ made: { key, secret }, onKept }: NewApiKeyProps) {
  const field = useRef<HTMLInputElement>(null);
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => showToast({ text: 'Cheia e copiată.' }),
      () => {
        field.current?.select();
        showToast({ text: 'Cheia nu s-a putut copia. E selectată: copiaz-o de acolo.', negative: true });
      },
    );
  return (
    <section aria-label="Cheia nouă" className="mt-4 rounded-xl bg-sunken p-4">
      <p role="status" className="font-medium wrap-anywhere">
        Cheia „{key.name}” e gata. Pune-o acum la loc sigur: nu o mai arătăm.
      </p>
      <input
        ref={field}
        readOnly
        aria-label="Cheia API"
        className="input mt-3 font-mono text-sm"
        value={secret}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        {'clipboard' in navigator && (
          <Button small onClick={() => void copy()}>
            Copiază cheia
          </Button>
        )}
        <Button look="quiet" small onClick={onKept}>
          Am pus-o la loc sigur
        </Button>
      </div>
    </section>
  );
}
