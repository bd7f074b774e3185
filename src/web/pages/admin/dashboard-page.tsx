import { Link, useSearchParams } from 'react-router';
import { ORDER_LISTS } from '#domain/payments/order-groups.ts';
import { CutoutModel } from '#web/features/admin/cutout-model.tsx';
import { OrderView } from '#web/features/admin/order-view.tsx';
import { type OrderChoice, Orders } from '#web/features/admin/orders.tsx';
import { Packages } from '#web/features/admin/packages.tsx';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { buttonClass } from '#web/ui/button.tsx';

const HERE = '/admin/dashboard';

/** `?list=` and `?q=` choose among the orders, `?order=` shows one of them whole. */
export function AdminDashboardPage() {
  const [params, setParams] = useSearchParams();
  const orderId = params.get('order');
  usePageTitle(orderId === null ? 'Privire de ansamblu' : 'Comandă');
  const choice: OrderChoice = {
    list: ORDER_LISTS.find((list) => list === params.get('list')) ?? null,
    search: params.get('q') ?? '',
  };
  if (orderId !== null)
    return (
      <OrderView
        key={orderId}
        orderId={orderId}
        back={
          <Link to={pathOf(choice)} className={buttonClass({ look: 'quiet', small: true })}>
            Înapoi la comenzi
          </Link>
        }
      />
    );
  return (
    <>
      <h1 className="text-4xl">Privire de ansamblu</h1>
      <div className="mt-8 grid gap-x-10 gap-y-12 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Orders
          choice={choice}
          onChoose={(next) => setParams(paramsOf(next))}
          hrefOf={(id) => pathOf(choice, { order: id })}
        />
        <div className="grid content-start gap-12">
          <Packages />
          <CutoutModel />
        </div>
      </div>
    </>
  );
}

function paramsOf({ list, search }: OrderChoice): Record<string, string> {
  return { ...(list ? { list } : {}), ...(search ? { q: search } : {}) };
}

function pathOf(choice: OrderChoice, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...paramsOf(choice), ...more });
  return query.size > 0 ? `${HERE}?${query}` : HERE;
}
