import type { OrderFile } from '#contract/admin/admin-orders.ts';
import { count, creditsLabel, NOUNS } from '#domain/language/plural.ts';
import { formatDay, formatMoment } from '#domain/language/time.ts';
import { leiLabel } from '#domain/payments/price.ts';
import { Fact, Facts } from '#web/features/admin/shared/fact.tsx';
import { CreditText } from '#web/text/credit-text.tsx';

/** The item ordered, and its outcome. */
export function OrderFacts({ file }: { file: OrderFile }) {
  const { order, purchase, credits, checkout } = file;
  return (
    <Facts title="Ce s-a comandat">
      <Fact name={order.kind === 'plan' ? 'Plan' : 'Pachet'}>
        {order.name} · <CreditText>{creditsLabel(order.credits)}</CreditText>
      </Fact>
      <Fact name="Total, cu TVA">{leiLabel(order.price)}</Fact>
      {checkout?.shownDays != null && <Fact name="Zile arătate">{count(checkout.shownDays, NOUNS.day)}</Fact>}
      <Fact name="Comandat">{formatMoment(new Date(order.createdAt))}</Fact>
      <Fact name="Plătit">{order.paidAt ? formatMoment(new Date(order.paidAt)) : 'nu'}</Fact>
      {order.note && <Fact name="De știut">{order.note}</Fact>}
      <Fact name="Plata la NETOPIA">{order.providerId ?? 'fără număr încă'}</Fact>
      <Fact name="Cumpărare">
        {purchase ? <code className="break-all">{purchase.id}</code> : 'nu s-a dat nimic'}
      </Fact>
      {credits && (
        <Fact name="Credite rămase din ea">
          {credits.remaining} din {count(credits.granted, NOUNS.credit)}
          {credits.expiresAt &&
            credits.remaining > 0 &&
            `, până pe ${formatDay(new Date(credits.expiresAt))}`}
        </Fact>
      )}
    </Facts>
  );
}
