import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { listUnpaidWithdrawals } from '#contract/admin/admin-orders.ts';
import { call } from '#web/api/call.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { UNPAID_WITHDRAWALS } from '#web/features/admin/orders/order-keys.ts';
import { createLazyPart } from '#web/ui/fetched.tsx';
import { LoadingNote } from '#web/ui/skeleton.tsx';

/** Fetched where there is one: most days have none. */
const UnpaidWithdrawal = createLazyPart(
  async () => (await import('#web/features/admin/orders/unpaid-withdrawal.tsx')).UnpaidWithdrawal,
);

/** Lists withdrawals whose money is not known to be back, with the day until when the law wants it paid; renders nothing without any. */
export function UnpaidWithdrawals({ hrefOf }: { hrefOf: (orderId: string) => string }) {
  const query = useQuery({
    queryKey: [UNPAID_WITHDRAWALS],
    queryFn: ({ signal }) => call(listUnpaidWithdrawals, {}, { signal }),
    staleTime: 0,
  });
  if (query.isError && !query.data) return <ReadFailed query={query} />;
  const withdrawals = query.data?.withdrawals ?? [];
  if (withdrawals.length === 0) return null;
  return (
    <section aria-label="Bani datorați după retrageri" className="mt-10">
      <h2 className="text-2xl">Bani datorați după retrageri</h2>
      <ul className="mt-3">
        {withdrawals.map((withdrawal) => (
          <li key={withdrawal.id} className="border-t border-line py-4">
            <Suspense fallback={<LoadingNote />}>
              <UnpaidWithdrawal withdrawal={withdrawal} href={hrefOf(withdrawal.orderId)} />
            </Suspense>
          </li>
        ))}
      </ul>
    </section>
  );
}
