import type { OrderFile } from '#contract/admin/admin-orders.ts';
import { orderEventWords, sourceWords } from '#domain/language/order-sentences.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatDay, formatMoment } from '#domain/language/time.ts';
import { inLei } from '#domain/payments/price.ts';
import { toNoon } from '#domain/payments/withdrawals.ts';

type Withdrawal = NonNullable<OrderFile['withdrawal']>;

const REFUND_STATES: Record<OrderFile['refunds'][number]['state'], string> = {
  asked: 'cerută, neconfirmată încă',
  done: 'făcută',
  refused: 'nu s-a făcut',
};

const MONEY: Record<Withdrawal['state'], (withdrawal: Withdrawal) => string> = {
  asked: ({ amount }) => `${inLei(amount)} sunt ceruți prin NETOPIA.`,
  done: ({ amount }) => `${inLei(amount)} s-au întors.`,
  owed: ({ amount, payUntil }) => `Datorăm ${inLei(amount)}, până pe ${formatDay(toNoon(payUntil))}.`,
  paid: ({ amount }) => `${inLei(amount)} au fost datorați și s-au plătit.`,
};

/** Everything it went through, oldest first, and the refunds that were asked for. */
export function OrderHistory({ file: { order, events, refunds, withdrawal } }: { file: OrderFile }) {
  return (
    <>
      <section aria-label="Ce s-a întâmplat" className="mt-8">
        <h2 className="text-2xl">Ce s-a întâmplat</h2>
        <ol className="mt-3">
          {events.map(({ source, event, data, by, at }) => (
            <li
              key={`${at} ${event} ${JSON.stringify(data)}`}
              className="grid gap-1 border-t border-line py-2.5 sm:grid-cols-[16rem_1fr]"
            >
              <p className="text-ink-soft">
                <time dateTime={at}>{formatMoment(new Date(at))}</time>
                <span className="block text-sm break-all">{by ?? sourceWords(source)}</span>
              </p>
              <div className="min-w-0 break-words">
                <p className="font-medium">{orderEventWords(event, data, Math.round(order.price * 100))}</p>
                {by !== null && typeof data.reason === 'string' && (
                  <p className="text-ink-soft">„{data.reason}”</p>
                )}
              </div>
            </li>
          ))}
        </ol>
      </section>
      {withdrawal && (
        <section aria-label="Retragerea din contract" className="mt-8">
          <h2 className="text-2xl">Retragerea din contract</h2>
          <p className="mt-3 break-words">„{withdrawal.words}”</p>
          <p className="break-words text-ink-soft">
            {withdrawal.name && `${withdrawal.name} · `}
            {formatMoment(new Date(withdrawal.declaredAt))}
          </p>
          <p className="mt-1 font-medium">{MONEY[withdrawal.state](withdrawal)}</p>
        </section>
      )}
      {refunds.length > 0 && (
        <section aria-label="Returnări" className="mt-8">
          <h2 className="text-2xl">Returnări</h2>
          <ul className="mt-3">
            {refunds.map((refund) => (
              <li key={refund.id} className="border-t border-line py-2.5">
                <p className="font-medium">
                  {inLei(refund.amount)}, {REFUND_STATES[refund.state]}
                  {refund.withdrawn > 0 && ` · ${formatCount(refund.withdrawn, NOUNS.credit)}`}
                </p>
                <p className="text-ink-soft">„{refund.reason}”</p>
                <p className="text-sm break-words text-ink-soft">
                  {refund.askedBy} · {formatMoment(new Date(refund.createdAt))}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
