import { Smartphone } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Batch } from '#contract/batches.ts';
import { createLazyPart } from '#web/ui/fetched.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { useHasOpened } from '#web/ui/use-has-opened.ts';

/** Loaded with the first press: the code that draws codes is no part of a page. */
const PhoneDialog = createLazyPart(
  async () => (await import('#web/features/upload/phone/phone-dialog.tsx')).PhoneDialog,
);

interface PhoneButtonProps {
  /** Null until the batch exists. */
  readonly batch: Batch | null;
  /** Called with a press. */
  readonly onOpen?: () => void;
  /** Classes of its words. */
  readonly words?: string;
}

/** Opens the link by which a phone adds photos to the batch. On a phone's own screen the camera is nearer. */
export function PhoneButton({ batch, onOpen, words }: PhoneButtonProps) {
  const [open, setOpen] = useState(false);
  const hasOpened = useHasOpened(open);
  return (
    <span className="max-sm:hidden">
      <Button
        look="quiet"
        small
        onClick={() => {
          onOpen?.();
          setOpen(true);
        }}
      >
        <Smartphone aria-hidden size={16} />
        <span className={words}>De pe telefon</span>
      </Button>
      {hasOpened && (
        <Suspense>
          <PhoneDialog open={open} onOpenChange={setOpen} batch={batch} />
        </Suspense>
      )}
    </span>
  );
}
