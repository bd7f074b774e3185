import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { askRefund, type CreditPurchase, quoteRefund, type RefundQuote } from '#contract/orders.ts';
import { planLeftSentence, revokedSentences, withdrawalSentence } from '#domain/language/refund-sentences.ts';
import { leiLabel } from '#domain/payments/price.ts';
import { CONFIRM_WITHDRAWAL } from '#domain/payments/withdrawals.ts';
import { ApiError, errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { noteSteppedBackEverywhere } from '#web/session/other-tabs.ts';
import { aboutToStepBack } from '#web/session/stepped-back.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

interface WithdrawDialogProps {
  readonly open: boolean;
  readonly purchase: CreditPurchase;
  readonly onClose: () => void;
}

/** The withdrawal from a purchase: what comes back and what goes with it, one press, and how it ended. */
export function WithdrawDialog({ open, purchase, onClose }: WithdrawDialogProps) {
  const client = useQueryClient();
  const { orderId } = purchase;
  const quote = useQuery({
    queryKey: keys.refundQuote(orderId),
    queryFn: ({ signal }) => call(quoteRefund, { params: { orderId } }, { signal }),
    enabled: open,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const ask = useMutation({
    meta: { silent: true },
    mutationFn: ({ amount }: RefundQuote) =>
      call(askRefund, { params: { orderId }, body: { shownAmount: amount } }),
    onMutate: () => noteSteppedBackEverywhere(aboutToStepBack()),
    onError(error) {
      noteSteppedBackEverywhere(null);
      if (error instanceof ApiError && error.code === 'payments/refund-changed') void quote.refetch();
    },
    onSettled() {
      void client.invalidateQueries({ queryKey: keys.purchases });
      void client.invalidateQueries({ queryKey: keys.me });
    },
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={getDialogTitle(ask.data?.withdrawal.state)}
    >
      <div className="mt-4 flex flex-col gap-4" aria-live="polite">
        {ask.data && ask.variables ? (
          <Outcome withdrawal={ask.data.withdrawal} quote={ask.variables} onClose={onClose} />
        ) : quote.isPending ? (
          <>
            <LoadingNote />
            <Skeleton className="h-32 w-full" />
          </>
        ) : quote.data ? (
          <Question
            purchase={purchase}
            quote={quote.data}
            refusal={ask.error && errorMessage(ask.error)}
            busy={ask.isPending}
            onConfirm={() => ask.mutate(quote.data)}
            onClose={onClose}
          />
        ) : (
          <ReadFailed query={quote} />
        )}
      </div>
    </Dialog>
  );
}

function getDialogTitle(ended: string | undefined): string {
  if (ended === undefined) return 'Te retragi din contract?';
  return ended === 'done' ? 'Banii se întorc pe card' : 'Am primit retragerea';
}

interface QuestionProps extends Omit<WithdrawDialogProps, 'open'> {
  readonly quote: RefundQuote;
  readonly refusal: string | null;
  readonly busy: boolean;
  readonly onConfirm: () => void;
}

function Question({ purchase, quote, refusal, busy, onConfirm, onClose }: QuestionProps) {
  const { amount } = quote;
  return (
    <>
      <p>
        Te retragi din contractul pentru {purchase.name}. Pe cardul cu care ai plătit se întorc{' '}
        <strong className="font-semibold whitespace-nowrap">{leiLabel(amount)}</strong>
        {amount < purchase.price ? ` din ${leiLabel(purchase.price)}.` : ', tot prețul.'}
      </p>
      <ul className="flex flex-col gap-1 text-ink-soft">
        {revokedSentences(quote).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {amount < purchase.price && <li>Creditele folosite sau rezervate de o procesare rămân plătite.</li>}
        <li>Fotografiile și loturile tale rămân la locul lor.</li>
      </ul>
      <div role="alert" className="empty:hidden">
        {refusal !== null && (
          <p className="rounded-xl bg-danger-wash px-4 py-3 font-medium text-danger">{refusal}</p>
        )}
      </div>
      <div className="mt-2 flex flex-col gap-2.5 sm:flex-row-reverse">
        <Button look="danger" busy={busy} onClick={onConfirm}>
          {busy ? 'Se înregistrează…' : CONFIRM_WITHDRAWAL}
        </Button>
        <Button look="quiet" onClick={onClose}>
          Păstrez cumpărarea
        </Button>
      </div>
    </>
  );
}

interface OutcomeProps {
  readonly withdrawal: NonNullable<CreditPurchase['withdrawal']>;
  /** The quote as it was agreed to. */
  readonly quote: RefundQuote;
  readonly onClose: () => void;
}

function Outcome({ withdrawal, quote, onClose }: OutcomeProps) {
  const left = planLeftSentence(quote.planAfter);
  const amountBani = Math.round(withdrawal.amount * 100);
  return (
    <>
      <p>{withdrawalSentence({ ...withdrawal, amountBani })}</p>
      {left && <p>{left}</p>}
      <p className="text-ink-soft">Dovada, cu data și ora, îți vine pe email.</p>
      <div className="mt-2 flex flex-col sm:flex-row-reverse">
        <Button onClick={onClose}>Am înțeles</Button>
      </div>
    </>
  );
}
