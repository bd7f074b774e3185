import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { toBucharestDay } from '#domain/language/time.ts';
import { inLei } from '#domain/payments/price.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { showToast } from '#web/ui/layers/toast.ts';

interface PaymentNoteProps<Reply> {
  readonly label: string;
  /** Lei. */
  readonly amount: number;
  readonly hint: string;
  readonly save: (payment: { reference: string; paidOn: string }) => Promise<Reply>;
  readonly onSaved: (reply: Reply) => void;
  /** Fields above the number. */
  readonly children?: ReactNode;
}

/** The form that notes how owed money was paid. */
export function PaymentNote<Reply>(props: PaymentNoteProps<Reply>) {
  const { label, amount, hint, save, onSaved, children } = props;
  const [reference, setReference] = useState('');
  const [paidOn, setPaidOn] = useState(() => toBucharestDay(new Date()));
  const [isMissing, setMissing] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => save({ reference: reference.trim(), paidOn }),
    meta: { silent: true },
    onSuccess: (reply) => {
      onSaved(reply);
      showToast({ text: `Plata a ${inLei(amount)} este notată.` });
    },
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const missing = reference.trim().length < 3;
    setMissing(missing);
    if (!missing) mutate();
  };
  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={handleSubmit}
      className="mt-3 flex max-w-prose flex-col gap-3"
    >
      {children}
      <TextField
        name="reference"
        label="Numărul plății"
        hint={hint}
        maxLength={60}
        autoComplete="off"
        value={reference}
        error={isMissing ? 'Scrie numărul plății.' : undefined}
        onValueChange={setReference}
      />
      <TextField
        name="paidOn"
        label="Ziua plății"
        type="date"
        max={toBucharestDay(new Date())}
        value={paidOn}
        onValueChange={setPaidOn}
      />
      <div role="alert" className="empty:hidden">
        {error && (
          <p className="rounded-xl bg-danger-wash px-4 py-3 font-medium text-danger">{errorMessage(error)}</p>
        )}
      </div>
      <div>
        <Button type="submit" small busy={isPending}>
          Notează plata
        </Button>
      </div>
    </form>
  );
}
