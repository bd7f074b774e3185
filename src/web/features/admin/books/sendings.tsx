import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { type HandIns, sendFromBefore } from '#contract/admin/admin-hand-ins.ts';
import { pauseWords, SEND_BEFORE, unsentWords } from '#domain/invoices/anaf/sending-words.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { HAND_INS } from '#web/features/admin/books/use-hand-ins.ts';
import { DecisionForm } from '#web/features/admin/shared/decision-form.tsx';
import { focusLater } from '#web/features/admin/shared/focus-later.ts';
import { useIdempotencyKey } from '#web/features/admin/shared/use-idempotency-key.ts';
import { AUDIT_LOG } from '#web/features/admin/shared/user-words.ts';
import { showToast } from '#web/ui/layers/toast.ts';

const REJECTED = { one: 'document respins', few: 'documente respinse' };
const UNSIGNED = { one: 'document acceptat', few: 'documente acceptate' };

/** What stands in the way of sending, where something does. */
export function SendingNotes({ page: { sendings, pause } }: { page: HandIns }) {
  const waits = pause && pauseWords(pause.reason);
  const alarms = [
    ...(sendings.rejected > 0
      ? [`${formatCount(sendings.rejected, REJECTED)} de ANAF: motivul e mai jos, lângă fiecare.`]
      : []),
    ...(sendings.unsigned > 0
      ? [`${formatCount(sendings.unsigned, UNSIGNED)} de peste o zi, fără fișierul semnat.`]
      : []),
  ];
  return (
    <>
      {alarms.length > 0 && (
        <p role="alert" className="mt-4 rounded-xl bg-danger-wash px-4 py-3 font-medium text-danger">
          {alarms.join(' ')}
        </p>
      )}
      {waits && (
        <p role="status" className="mt-4 rounded-xl bg-signal-wash px-4 py-3">
          {waits}
        </p>
      )}
    </>
  );
}

interface SendBeforeProps {
  readonly count: number;
  readonly unsent: NonNullable<HandIns['unsent']>;
  /** Gets the focus when nothing is left here. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

/** Says what was issued before sending began, why it does not go by itself and by which day it has to, and sends it at a press. */
export function SendBefore({ count, unsent, heading }: SendBeforeProps) {
  const client = useQueryClient();
  const press = useIdempotencyKey();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (reason: string) =>
      call(sendFromBefore, { body: { reason, key: press.of({ reason, count }) } }),
    meta: { silent: true },
    onSuccess: async ({ released }) => {
      press.done();
      void client.invalidateQueries({ queryKey: [AUDIT_LOG] });
      showToast({ text: `${formatCount(released, NOUNS.document)} de trimis la ANAF.` });
      // Once the lists are read again this form is gone, and its question with it.
      await client.invalidateQueries({ queryKey: [HAND_INS] });
      focusLater(heading);
    },
    onError: () => client.invalidateQueries({ queryKey: [HAND_INS] }),
  });
  const words = unsentWords(count, unsent);
  if (unsent.since === null) return <p className="mt-4 rounded-xl bg-signal-wash px-4 py-3">{words}</p>;
  return (
    <>
      <DecisionForm
        title="Nu pleacă singure"
        act={SEND_BEFORE}
        question={`Trimiți la ANAF ${formatCount(count, NOUNS.document)} de dinainte?`}
        consequence={
          unsent.lastDay === null
            ? 'Sunt documente de probă: nu se declară nimic.'
            : 'Ce ai predat deja prin SPV marchează întâi ca predat: altfel ajunge încă o dată la ANAF.'
        }
        confirm="Trimite"
        decision={{ isBusy: isPending, decide: (reason, then) => mutate(reason, then) }}
      >
        {words}
      </DecisionForm>
      <div role="alert" className="empty:hidden">
        {error && (
          <p className="mt-3 rounded-xl bg-danger-wash px-4 py-3 font-medium text-danger">
            {errorMessage(error)}
          </p>
        )}
      </div>
    </>
  );
}
