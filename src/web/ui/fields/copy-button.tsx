import { Button, type ButtonLook } from '#web/ui/fields/button.tsx';
import { showToast } from '#web/ui/layers/toast.ts';

interface CopyButtonProps extends ButtonLook {
  readonly label: string;
  readonly text: string;
  /** Sentences for how it ended. */
  readonly said: { readonly done: string; readonly failed: string };
  readonly onFailed?: () => void;
}

/** Copies a text; not there where the browser lets no page copy. */
export function CopyButton({ label, text, said, onFailed, ...look }: CopyButtonProps) {
  if (!('clipboard' in navigator)) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast({ text: said.done }),
      () => {
        onFailed?.();
        showToast({ text: said.failed, negative: true });
      },
    );
  return (
    <Button {...look} onClick={() => void copy()}>
      {label}
    </Button>
  );
}
