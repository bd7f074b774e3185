import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useRef } from 'react';
import { type OrderFile, readOrderFile } from '#contract/admin/admin-orders.ts';
import { resendReceipt } from '#contract/admin/admin-support.ts';
import { REVIEW_SENTENCES, revokedWords } from '#domain/language/order-sentences.ts';
import { creditsLabel, formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatDay, formatMoment } from '#domain/language/time.ts';
import { leiLabel } from '#domain/payments/price.ts';
import { call } from '#web/api/call.ts';
import { PageReadFailed } from '#web/api/read-failed.tsx';
import { useMissing } from '#web/api/reported-errors.ts';
import { OrderBuyer } from '#web/features/admin/orders/order-buyer.tsx';
import { OrderDecisions } from '#web/features/admin/orders/order-decisions.tsx';
import { OrderHistory } from '#web/features/admin/orders/order-history.tsx';
import { OrderInvoices } from '#web/features/admin/orders/order-invoices.tsx';
import { orderFileKey } from '#web/features/admin/orders/order-keys.ts';
import { OrderPills } from '#web/features/admin/orders/order-row.tsx';
import { Fact, Facts } from '#web/features/admin/shared/fact.tsx';
import { ResendButton } from '#web/features/admin/shared/resend-button.tsx';
import { useViewer } from '#web/features/admin/shared/use-viewer.ts';
import { useVatLabel } from '#web/shared/payments/operator-record.ts';
import { CreditText } from '#web/text/credit-text.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { createLazyPart } from '#web/ui/fetched.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

const Goodwill = createLazyPart(
  async () => (await import('#web/features/admin/orders/goodwill.tsx')).Goodwill,
);

const ASK_AGAIN_MS = 5_000;

/** Shows one order whole. It is read again and again until the provider has said how a refund ended. */
export function OrderView({ orderId, back }: { orderId: string; back: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { isAdmin } = useViewer();
  // In the settings of a holder of a right the page has its heading.
  const Title = isAdmin ? 'h1' : 'h3';
  const query = useQuery({
    queryKey: orderFileKey(orderId),
    queryFn: ({ signal }) => call(readOrderFile, { params: { orderId } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isRefundAsked(state.data) ? ASK_AGAIN_MS : false),
  });
  const { data, error } = query;
  const missing = useMissing(error);
  if (error && !data) {
    if (missing)
      return <EmptyState heading={isAdmin ? 'h1' : 'h3'} title="Nu am găsit comanda" action={back} />;
    return (
      <>
        {back}
        <PageReadFailed query={query} title="Comanda nu s-a putut citi" />
      </>
    );
  }
  if (!data)
    return (
      <>
        <LoadingNote>Se încarcă comanda…</LoadingNote>
        <Skeleton className="h-96 rounded-3xl" />
      </>
    );
  const { order } = data;
  return (
    <div className="max-w-4xl">
      {back}
      <Title ref={heading} tabIndex={-1} className="mt-5 text-3xl break-words">
        {order.name}
      </Title>
      <p className="mt-1 font-mono text-sm break-all text-ink-soft">
        {order.number} · {order.id}
      </p>
      <p className="mt-3 flex flex-wrap gap-1.5">
        <OrderPills order={order} />
        {(order.mode === 'simulator' || order.mode === 'sandbox') && <Pill tone="film">MOD TEST</Pill>}
      </p>
      <OrderReview file={data} />
      {isAdmin && <OrderDecisions file={data} onDecided={() => heading.current?.focus()} />}
      {order.paidAt && order.mode !== 'imported' && (
        <p className="mt-5">
          <ResendButton
            words="Trimite din nou confirmarea și factura"
            said={`Confirmarea plății pleacă spre ${order.email}.`}
            send={() => call(resendReceipt, { params: { orderId } })}
          />
        </p>
      )}
      {isAdmin && (data.goodwillMost !== null || data.goodwill.length > 0) && (
        <Suspense fallback={<LoadingNote />}>
          <Goodwill file={data} onDecided={() => heading.current?.focus()} />
        </Suspense>
      )}
      <OrderInvoices file={data} onDecided={() => heading.current?.focus()} />
      <OrderFacts file={data} />
      <OrderBuyer file={data} />
      <OrderHistory file={data} />
    </div>
  );
}

/** The item ordered, and its outcome. */
function OrderFacts({ file }: { file: OrderFile }) {
  const { order, purchase, credits, checkout } = file;
  return (
    <Facts title="Ce s-a comandat">
      <Fact name={order.kind === 'plan' ? 'Plan' : 'Pachet'}>
        {order.name} · <CreditText>{creditsLabel(order.credits)}</CreditText>
      </Fact>
      <Fact name={useVatLabel('Total')}>{leiLabel(order.price)}</Fact>
      {checkout?.shownDays != null && (
        <Fact name="Zile arătate">{formatCount(checkout.shownDays, NOUNS.day)}</Fact>
      )}
      <Fact name="Comandat">{formatMoment(new Date(order.createdAt))}</Fact>
      <Fact name="Plătit">{order.paidAt ? formatMoment(new Date(order.paidAt)) : 'nu'}</Fact>
      {order.note && <Fact name="De știut">{order.note}</Fact>}
      <Fact name="Plata la NETOPIA">{order.providerId ?? 'fără număr încă'}</Fact>
      <Fact name="Cumpărare">
        {purchase ? <code className="break-all">{purchase.id}</code> : 'nu s-a dat nimic'}
      </Fact>
      {credits && (
        <Fact name="Credite rămase din ea">
          {credits.remaining} din {formatCount(credits.granted, NOUNS.credit)}
          {credits.expiresAt &&
            credits.remaining > 0 &&
            `, până pe ${formatDay(new Date(credits.expiresAt))}`}
        </Fact>
      )}
    </Facts>
  );
}

function isRefundAsked(file: OrderFile | undefined): boolean {
  return file?.refunds.some(({ state }) => state === 'asked') ?? false;
}

/** The notes to admins about the order, and credits that could not be withdrawn. */
function OrderReview({ file: { order, events } }: { file: OrderFile }) {
  if (order.told.length === 0) return null;
  const taken = events.findLast(({ event }) => event === 'withdrawn')?.data;
  return (
    <div className="mt-5 flex flex-col gap-3 rounded-3xl bg-danger-wash p-5">
      {order.told.map((reason) => (
        <p key={reason} className="font-medium">
          {REVIEW_SENTENCES[reason]}
        </p>
      ))}
      {taken && (
        <p className="font-semibold text-danger">
          {revokedWords(Number(taken.withdrawn), Number(taken.shortfall))}
        </p>
      )}
    </div>
  );
}
