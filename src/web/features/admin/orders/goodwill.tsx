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

const HOLD_WORDS = {
  undecided: {
    state: 'transfer oprit',
    advice:
      'Banii comenzii s-au întors pe altă cale. Nu plăti transferul până nu hotărăști, la „De stornat”, dacă s-a întors și suma asta.',
  },
  'let-go': {
    state: 'nu se mai transferă',
    advice: 'Suma s-a întors deja pe altă cale: nu mai plăti transferul.',
  },
} as const;

function describeState({ paid, hold }: Pick<OrderFile['goodwill'][number], 'paid' | 'hold'>): string {
  if (paid) return `transferați pe ${formatDay(toNoon(paid.on))}, nr. ${paid.reference}`;
  return hold ? HOLD_WORDS[hold].state : 'de returnat prin transfer';
}

/** Warns of money that may have gone back twice: by transfer, and outside. */
function PaidTwice({ file: { order, goodwill, isStornoDue } }: { file: OrderFile }) {
  const paid = goodwill.filter((each) => each.paid).reduce((sum, { amount }) => sum + amount, 0);
  const isBack = order.state === 'charged-back' || order.state === 'refunded';
  const isOutside = order.told.includes('charged-back') || order.told.includes('refunded-outside');
  if (paid === 0 || !(isStornoDue || (isBack && isOutside))) return null;
  return (
    <p className="mt-3 rounded-3xl bg-danger-wash p-5 font-medium">
      Ai transferat {inLei(Math.round(paid * 100) / 100)}, iar plata de {inLei(order.price)} s-a întors și pe
      altă cale. Vezi în contul NETOPIA cât s-a întors: poate că a plecat mai mult decât s-a plătit.
    </p>
  );
}

function GoodwillList({ file }: { file: OrderFile }) {
  const { order, goodwill } = file;
  const client = useQueryClient();
  return (
    <section aria-label="Date înapoi din bunăvoință" className="mt-8">
      <h2 className="text-2xl">Date înapoi din bunăvoință</h2>
      <PaidTwice file={file} />
      <ul className="mt-3">
        {goodwill.map(({ id, amount, reason, givenBy, createdAt, paid, hold }) => (
          <li key={id} className="border-t border-line py-2.5">
            <p className="font-medium break-words">
              {inLei(amount)}, {describeState({ paid, hold })}
            </p>
            {hold && <p className="font-medium text-danger">{HOLD_WORDS[hold].advice}</p>}
            <p className="break-words text-ink-soft">„{reason}”</p>
            <p className="text-sm break-words text-ink-soft">
              {givenBy} · {formatMoment(new Date(createdAt))}
            </p>
            {!paid && !hold && (
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
