import { Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ORDER_LISTS } from '#domain/payments/order-groups.ts';
import { withQuery } from '#web/api/with-query.ts';
import { Packages } from '#web/features/admin/offers/packages.tsx';
import { type OrderChoice, Orders } from '#web/features/admin/orders/orders.tsx';
import { UnpaidWithdrawals } from '#web/features/admin/orders/unpaid-withdrawals.tsx';
import { readLimits } from '#web/features/admin/shared/limits.ts';
import { AdminOverview } from '#web/features/admin/system/overview.tsx';
import { SectionLinks } from '#web/pages/admin/section-links.tsx';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { createLazyPart } from '#web/ui/fetched.tsx';
import { buttonClass } from '#web/ui/fields/button.tsx';
import { LoadingNote } from '#web/ui/skeleton.tsx';

const HERE = '/admin/dashboard';

/** Parts that the page does not need to stand: each comes when it is asked for. */
const OrderView = createLazyPart(
  async () => (await import('#web/features/admin/orders/order-view.tsx')).OrderView,
);
const BookNotes = createLazyPart(
  async () => (await import('#web/features/admin/books/book-notes.tsx')).BookNotes,
);
const PARTS = {
  oferta: createLazyPart(async () => (await import('#web/pages/admin/offer-part.tsx')).OfferPart),
  sistem: createLazyPart(async () => (await import('#web/features/admin/system/system.tsx')).System),
  facturi: createLazyPart(async () => (await import('#web/features/admin/books/books.tsx')).Books),
  jurnal: createLazyPart(async () => (await import('#web/features/admin/system/audit-log.tsx')).AuditLog),
} as const;
const LABELS = {
  oferta: 'Planuri și șabloane',
  sistem: 'Sistem',
  facturi: 'Facturi',
  jurnal: 'Jurnal',
} as const;
type Part = keyof typeof PARTS;

/** The admin's dashboard. `?parte=` shows one part; `?list=`, `?q=`, days and sums choose among the orders, `?order=` shows one of them whole. */
export function AdminDashboardPage() {
  const [params, setParams] = useSearchParams();
  const orderId = params.get('order');
  const here = (Object.keys(PARTS) as Part[]).find((name) => name === params.get('parte')) ?? null;
  usePageTitle(orderId !== null ? 'Comandă' : here === null ? 'Privire de ansamblu' : LABELS[here]);
  const choice: OrderChoice = {
    list: ORDER_LISTS.find((list) => list === params.get('list')) ?? null,
    search: params.get('q') ?? '',
    limits: readLimits(params),
  };
  if (orderId !== null)
    return (
      <Suspense fallback={<LoadingNote />}>
        <OrderView
          key={orderId}
          orderId={orderId}
          back={
            <Link to={buildOrdersPath(choice)} className={buttonClass({ look: 'quiet', small: true })}>
              Înapoi la comenzi
            </Link>
          }
        />
      </Suspense>
    );
  const Shown = here && PARTS[here];
  return (
    <>
      <h1 className="text-4xl">{here === null ? 'Privire de ansamblu' : LABELS[here]}</h1>
      <SectionLinks
        label="Părțile panoului"
        sections={[
          { label: 'Cifre și comenzi', isHere: here === null, to: HERE },
          ...(Object.keys(PARTS) as Part[]).map((name) => ({
            label: LABELS[name],
            isHere: name === here,
            to: `${HERE}?parte=${name}`,
          })),
        ]}
      />
      {Shown ? (
        <Suspense fallback={<LoadingNote />}>
          <Shown />
        </Suspense>
      ) : (
        <>
          <AdminOverview />
          <Suspense fallback={null}>
            <BookNotes />
          </Suspense>
          <UnpaidWithdrawals hrefOf={(id) => buildOrdersPath(choice, { order: id })} />
          <div className="mt-12 grid gap-x-10 gap-y-12 lg:grid-cols-[minmax(0,1fr)_24rem]">
            <Orders
              choice={choice}
              onChoose={(next) => setParams(toSearchParams(next))}
              hrefOf={(id) => buildOrdersPath(choice, { order: id })}
            />
            <Packages />
          </div>
        </>
      )}
    </>
  );
}

function toSearchParams({ list, search, limits }: OrderChoice): Record<string, string> {
  return { ...(list ? { list } : {}), ...(search ? { q: search } : {}), ...limits };
}

function buildOrdersPath(choice: OrderChoice, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...toSearchParams(choice), ...more });
  return withQuery(HERE, query);
}
