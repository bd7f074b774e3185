import { type ReactNode, Suspense, useState } from 'react';
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
  readonly children: ReactNode;
}

/** Opens the link by which a phone adds photos to the batch. On a phone's own screen the camera is nearer. */
export function PhoneButton({ batch, onOpen, children }: PhoneButtonProps) {
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
        {children}
      </Button>
      {hasOpened && (
        <Suspense>
          <PhoneDialog open={open} onOpenChange={setOpen} batch={batch} />
        </Suspense>
      )}
    </span>
  );
}
