import { useState } from 'react';
import { acceptOrder, type OrderFile, refundOrder } from '#contract/admin/admin-orders.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { leiTyped } from '#domain/payments/custom-package.ts';
import { inLei } from '#domain/payments/price.ts';
import { call } from '#web/api/call.ts';
import { findWanted, RefundForm } from '#web/features/admin/orders/refund-form.tsx';
import { useDecision } from '#web/features/admin/orders/use-decision.ts';
import { DecisionForm } from '#web/features/admin/shared/decision-form.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface OrderDecisionsProps {
  readonly file: OrderFile;
  /** Called when the submitted form is gone and the focus needs another place. */
  readonly onDecided: () => void;
}

/** The admin's decisions about the order's money. */
export function OrderDecisions({ file, onDecided }: OrderDecisionsProps) {
  const { order, refundNow, refunds, needsAmount } = file;
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  /** What an admin types in place of the amount that is proposed; null: nothing yet. */
  const [wanted, setWanted] = useState<string | null>(null);
  const came = leiTyped(typed);
  const isAmountFit = !needsAmount || (came !== null && came > 0);
  const accept = useDecision({ file, onDecided, outcomeOf: describeOutcome }, (reason) =>
    call(acceptOrder, {
      params: { orderId: order.id },
      body: { reason, ...(needsAmount && came !== null && { receivedAmount: came }) },
    }),
  );
  const refund = useDecision({ file, onDecided, outcomeOf: describeOutcome }, (reason) =>
    call(refundOrder, {
      params: { orderId: order.id },
      body: { reason, shownAmount: refundNow?.amount ?? 0, ...findWanted(file, wanted) },
    }),
  );
  const asked = refunds.find(({ state }) => state === 'asked');
  const isInReview = order.state === 'review';
  const refusal = accept.refusal ?? refund.refusal;
  return (
    <>
      <div role="alert" className="mt-6 empty:hidden">
        {refusal !== null && (
          <p className="rounded-3xl bg-danger-wash p-5 font-medium text-danger">{refusal}</p>
        )}
      </div>
      {asked && (
        <p role="status" className="mt-6 rounded-3xl border border-line bg-card p-5 font-medium">
          Returnarea a {inLei(asked.amount)} este cerută, dar NETOPIA nu a confirmat-o încă. Întrebăm singuri;
          până atunci nu se poate cere alta.
        </p>
      )}
      {isInReview && !asked && (
        <DecisionForm
          title="Acceptă banii"
          act={`Acceptă și dă ${order.kind === 'package' ? formatCount(order.credits, NOUNS.credit) : order.name}`}
          confirm="Acceptă"
          question={`Accepți banii pentru ${order.name}?`}
          consequence={`${order.email} primește ce a comandat, acum și o singură dată. Dacă te răzgândești, poți returna banii mai târziu.`}
          decision={accept}
          isReady={() => {
            setWrong(!isAmountFit);
            return isAmountFit;
          }}
          fields={
            needsAmount && (
              <TextField
                name="receivedAmount"
                label="Câți lei au venit"
                hint="Suma din extras, în lei: pe ea se emite factura."
                inputMode="decimal"
                autoComplete="off"
                value={typed}
                error={isWrong ? 'O sumă mai mare decât 0.' : undefined}
                onValueChange={setTyped}
              />
            )
          }
        >
          Fă asta doar dacă ai văzut banii în contul NETOPIA.
        </DecisionForm>
      )}
      {refundNow && <RefundForm file={file} decision={refund} typed={wanted} onType={setWanted} />}
      {isInReview && !refundNow && !asked && (
        <p className="mt-4 text-ink-soft">
          De aici nu se poate returna: suma venită nu se știe. Returneaz-o din contul NETOPIA; comanda află
          singură.
        </p>
      )}
    </>
  );
}

function describeOutcome({ order, refunds }: OrderFile): string {
  const done = refunds.find(({ state }) => state === 'done');
  if (order.state === 'refunded' && done) return `S-au returnat ${inLei(done.amount)}.`;
  if (order.state === 'paid' && refunds.every(({ state }) => state === 'refused'))
    return 'Banii sunt acceptați: s-a dat ce s-a cumpărat.';
  return 'Returnarea este cerută; NETOPIA nu a confirmat-o încă.';
}
