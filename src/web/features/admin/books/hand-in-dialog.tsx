import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type HandInDocument, markHandedIn, sendAgain, undoHandIn } from '#contract/admin/admin-hand-ins.ts';
import { rejectedAdvice } from '#domain/invoices/anaf/sending-words.ts';
import { ANAF_INDEX } from '#domain/invoices/hand-in.ts';
import { REASON_LENGTH } from '#domain/users/audit-actions.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { HAND_INS } from '#web/features/admin/books/use-hand-ins.ts';
import { useIdempotencyKey } from '#web/features/admin/shared/use-idempotency-key.ts';
import { AUDIT_LOG } from '#web/features/admin/shared/user-words.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { showToast } from '#web/ui/layers/toast.ts';

export type HandInAct = 'mark' | 'undo' | 'again';

interface HandInDialogProps {
  readonly document: HandInDocument;
  readonly act: HandInAct;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Marks a document as handed in, with ANAF's index, takes its mark back, or has it sent again. */
export function HandInDialog({ document, act, onClose, onDone }: HandInDialogProps) {
  const [index, setIndex] = useState('');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const { mutate, isPending, error } = useHandIn({ document, act, onDone });
  const isMark = act === 'mark';
  const digits = index.replace(/\s/g, '');
  const isIndexWrong = isMark && !ANAF_INDEX.test(digits);
  const isReasonMissing = reason.trim().length < REASON_LENGTH.least;
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (!isIndexWrong && !isReasonMissing) return mutate({ index: digits, reason: reason.trim() });
    const field = event.currentTarget.elements.namedItem(isIndexWrong ? 'index' : 'reason');
    if (field instanceof HTMLElement) field.focus();
  };
  const words = dialogWords(document)[act];
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={words.title}
      description={words.description}
    >
      <form noValidate onSubmit={handleSubmit} className="mt-5 flex flex-col gap-4">
        {isMark && (
          <TextField
            data-first
            name="index"
            label="Indexul de la ANAF"
            hint="Indexul de încărcare din SPV, doar cifre."
            inputMode="numeric"
            maxLength={30}
            autoComplete="off"
            value={index}
            error={isTried && isIndexWrong ? 'Scrie indexul de încărcare: doar cifre.' : undefined}
            onValueChange={setIndex}
          />
        )}
        <TextField
          {...(isMark ? {} : { 'data-first': true })}
          name="reason"
          label="Motivul"
          hint={isMark ? 'De exemplu: încărcată în SPV. Fără nume de persoane.' : 'Fără nume de persoane.'}
          maxLength={REASON_LENGTH.most}
          autoComplete="off"
          value={reason}
          error={isTried && isReasonMissing ? 'Scrie motivul, în câteva cuvinte.' : undefined}
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
            {words.title}
          </Button>
          <Button look="quiet" onClick={onClose}>
            Renunță
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function dialogWords({ name, kind, sending }: HandInDocument) {
  const waitsFor = sending?.state === 'waiting' ? sending.waitsFor : null;
  return {
    mark: {
      title: `Marchează ca predat${kind === 'storno' ? '' : 'ă'}`,
      description: `${name}. Marcarea rămâne în jurnal și se poate anula.`,
    },
    undo: {
      title: 'Anulează marcarea',
      description: `${name} se întoarce în „De predat”. Și asta rămâne în jurnal.`,
    },
    again: {
      title: waitsFor === null ? 'Trimite din nou' : 'Trimite fără factură',
      description:
        waitsFor !== null
          ? `${name} pleacă la ANAF acum, deși factura pe care o stornează, ${waitsFor}, nu e acceptată acolo. Dacă factura se poate trimite din nou, trimite-o întâi pe ea.`
          : `${name} pleacă încă o dată la ANAF, cu același număr și același fișier. ${rejectedAdvice({ kind, mayMend: sending?.mayMend ?? false })}`,
    },
  };
}

/** Returns the mutation; all lists are read again, also after a refusal: another admin may have been there first. */
function useHandIn({ document, act, onDone }: Pick<HandInDialogProps, 'document' | 'act' | 'onDone'>) {
  const client = useQueryClient();
  const press = useIdempotencyKey();
  const { id: invoiceId, name, kind } = document;
  return useMutation({
    mutationFn: ({ index, reason }: { index: string; reason: string }) => {
      const key = press.of({ invoiceId, act, index, reason });
      const params = { invoiceId };
      if (act === 'again') return call(sendAgain, { params, body: { reason, key } });
      return act === 'mark'
        ? call(markHandedIn, { params, body: { index, reason, key } })
        : call(undoHandIn, { params, body: { reason, key } });
    },
    meta: { silent: true },
    onSuccess: () => {
      press.done();
      void client.invalidateQueries({ queryKey: [AUDIT_LOG] });
      const marked = `${name} este marcat${kind === 'storno' ? '' : 'ă'} ca predat${kind === 'storno' ? '' : 'ă'}.`;
      const done = {
        mark: marked,
        undo: `${name} este din nou de predat.`,
        again: `${name} pleacă din nou la ANAF.`,
      };
      showToast({ text: done[act] });
      onDone();
    },
    onSettled: () => client.invalidateQueries({ queryKey: [HAND_INS] }),
  });
}
