import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { giveGoodwill, noteGoodwillPaid, type OrderFile } from '#contract/admin/admin-orders.ts';
import { formatDay, formatMoment } from '#domain/language/time.ts';
import { leiTyped } from '#domain/payments/custom-package.ts';
import { inLei } from '#domain/payments/price.ts';
import { toNoon } from '#domain/payments/withdrawals.ts';
import { call } from '#web/api/call.ts';
import { ORDERS, orderFileKey } from '#web/features/admin/orders/order-keys.ts';
import { PaymentNote } from '#web/features/admin/orders/payment-note.tsx';
import { useDecision } from '#web/features/admin/orders/use-decision.ts';
import { DecisionForm } from '#web/features/admin/shared/decision-form.tsx';
import { useIdempotencyKey } from '#web/features/admin/shared/use-idempotency-key.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface GoodwillProps {
  readonly file: OrderFile;
  /** Called when the submitted form is gone and the focus needs another place. */
  readonly onDecided: () => void;
}

/** Gives a chosen sum back by bank transfer while the order stands, and notes the transfers. */
export function Goodwill({ file, onDecided }: GoodwillProps) {
  return (
    <>
      {file.goodwillMost !== null && (
        <GoodwillForm key={file.goodwill.length} file={file} onDecided={onDecided} most={file.goodwillMost} />
      )}
      {file.goodwill.length > 0 && <GoodwillList file={file} />}
    </>
  );
}

function GoodwillForm({ file, onDecided, most }: GoodwillProps & { most: number }) {
  const { order } = file;
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const key = useIdempotencyKey();
  const amount = leiTyped(typed);
  const isFit = amount !== null && amount > 0 && amount <= most;
  const decision = useDecision(
    { file, onDecided, outcomeOf: () => 'Suma este notată: mai rămâne transferul.' },
    async (reason) => {
      const what = { reason, amount: amount ?? -1, shownMost: most };
      const next = await call(giveGoodwill, {
        params: { orderId: order.id },
        body: { ...what, key: key.of(what) },
      });
      key.done();
      return next;
    },
  );
  const act = isFit ? `Dă înapoi ${inLei(amount)}` : 'Dă înapoi o sumă';
  return (
    <>
      <div role="alert" className="mt-4 empty:hidden">
        {decision.refusal !== null && (
          <p className="rounded-3xl bg-danger-wash p-5 font-medium text-danger">{decision.refusal}</p>
        )}
      </div>
      <DecisionForm
        folds
        danger
        title="Dă înapoi o sumă, din bunăvoință"
        act={act}
        confirm={act}
        question={`Dai înapoi ${inLei(amount ?? 0)}?`}
        consequence={`Se emite un storno cu numărul următor și ${order.email} primește un mesaj. Nu se retrage niciun credit. Banii îi trimiți tu, prin transfer bancar, apoi notezi plata aici.`}
        decision={decision}
        isReady={() => {
          setWrong(!isFit);
          return isFit;
        }}
        fields={
          <TextField
            name="goodwillAmount"
            label="Câți lei dai înapoi"
            hint={`Cel mult ${inLei(most)}, cât a mai rămas din plată.`}
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            error={isWrong ? `O sumă mai mare decât 0, cel mult ${inLei(most)}.` : undefined}
            onValueChange={setTyped}
          />
        }
      >
        Comanda rămâne plătită, cu creditele și perioada ei. NETOPIA nu deosebește părțile unei plăți, așa că
        suma pleacă prin transfer bancar.
      </DecisionForm>
    </>
  );
}

function GoodwillList({ file: { order, goodwill } }: { file: OrderFile }) {
  const client = useQueryClient();
  return (
    <section aria-label="Date înapoi din bunăvoință" className="mt-8">
      <h2 className="text-2xl">Date înapoi din bunăvoință</h2>
      <ul className="mt-3">
        {goodwill.map(({ id, amount, reason, givenBy, createdAt, paid }) => (
          <li key={id} className="border-t border-line py-2.5">
            <p className="font-medium break-words">
              {inLei(amount)},{' '}
              {paid
                ? `transferați pe ${formatDay(toNoon(paid.on))}, nr. ${paid.reference}`
                : 'de returnat prin transfer'}
            </p>
            <p className="break-words text-ink-soft">„{reason}”</p>
            <p className="text-sm break-words text-ink-soft">
              {givenBy} · {formatMoment(new Date(createdAt))}
            </p>
            {!paid && (
              <PaymentNote
                label={`Notează transferul a ${inLei(amount)}`}
                amount={amount}
                hint="Al ordinului de plată. Rămâne în jurnal, fără nume de persoane."
                save={(payment) =>
                  call(noteGoodwillPaid, {
                    params: { orderId: order.id, goodwillId: id },
                    body: payment,
                  })
                }
                onSaved={(next) => {
                  client.setQueryData(orderFileKey(order.id), next);
                  void client.invalidateQueries({ queryKey: [ORDERS] });
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
