import type { BillingDetails } from '#domain/payments/billing.ts';
import type { Db, Tx } from '#server/app.ts';
import type { OrderRow } from '#server/payments/orders/order-store.ts';

/** Who withdraws from an order in its owner's account: as they are billed, else as they call themselves. */
export async function findDeclarer(
  db: Db | Tx,
  order: { readonly id: string },
): Promise<{ name: string; email: string }> {
  const found = await db
    .selectFrom('orders as o')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .leftJoin('checkouts as c', 'c.id', 'o.checkout_id')
    .select(['u.email', 'u.display_name', 'c.billing'])
    .where('o.id', '=', order.id)
    .executeTakeFirstOrThrow();
  return { name: billedName(found.billing) || found.display_name || '', email: found.email };
}

/** Empty once billing details are not kept any more. */
function billedName(billing: BillingDetails | Record<string, never> | null): string {
  if (!billing || !('kind' in billing)) return '';
  return billing.kind === 'firm' ? billing.name : `${billing.firstName} ${billing.lastName}`;
}

/** A paid order by its number and its owner's address (normalised), as one look-up: whichever is wrong, nothing is found. */
export async function findPaidOrder(
  db: Db,
  { order, email }: { order: string; email: string },
): Promise<OrderRow | null> {
  const row = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .selectAll('orders')
    .where('orders.id', '=', order)
    .where('users.email', '=', email)
    .where('orders.paid_at', 'is not', null)
    .executeTakeFirst();
  return row ?? null;
}
