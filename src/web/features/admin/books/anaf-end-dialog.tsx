import { type FormEvent, useState } from 'react';
import { REASON_LENGTH } from '#domain/users/audit-actions.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { useDisconnectAnaf } from '#web/features/admin/books/anaf-acts.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';

interface AnafEndDialogProps {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Forgets the connection to ANAF, with a reason. */
export function AnafEndDialog({ onClose, onDone }: AnafEndDialogProps) {
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const { mutate, isPending, error } = useDisconnectAnaf(onDone);
  const isMissing = reason.trim().length < REASON_LENGTH.least;
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (!isMissing) return mutate(reason.trim());
    const field = event.currentTarget.elements.namedItem('reason');
    if (field instanceof HTMLElement) field.focus();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Deconectează ANAF"
      description="Accesul se șterge de aici, iar documentele nu mai pleacă singure. Pentru o nouă conectare e nevoie de certificat. Rămâne în jurnal."
    >
      <form noValidate onSubmit={handleSubmit} className="mt-5 flex flex-col gap-4">
        <TextField
          data-first
          name="reason"
          label="Motivul"
          hint="Fără nume de persoane."
          maxLength={REASON_LENGTH.most}
          autoComplete="off"
          value={reason}
          error={isTried && isMissing ? 'Scrie motivul, în câteva cuvinte.' : undefined}
          onValueChange={setReason}
        />
        <div role="alert" className="empty:hidden">
          {error && (
            <p className="rounded-xl bg-danger-wash px-4 py-3 font-medium text-danger">
              {errorMessage(error)}
            </p>
          )}
        </div>
        <div className="flex flex-col gap-2.5 sm:flex-row-reverse">
          <Button type="submit" busy={isPending}>
            Deconectează
          </Button>
          <Button look="quiet" onClick={onClose}>
            Renunță
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
