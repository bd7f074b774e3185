import { readInvoiceName } from '#domain/invoices/series.ts';
import type { BillingDetails } from '#domain/payments/billing.ts';
import { readOrderNumber } from '#domain/payments/search/order-number.ts';
import type { App, Db, Tx } from '#server/app.ts';
import { buyerKey } from '#server/payments/store/buyer-key-store.ts';
import type { OrderRow } from '#server/payments/store/order-store.ts';

/** Returns the billed name of an order's owner, else their display name, and their address. */
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

/** Returns an empty name once billing details are not kept any more. */
function billedName(billing: BillingDetails | Record<string, never> | null): string {
  if (!billing || !('kind' in billing)) return '';
  return billing.kind === 'firm' ? billing.name : `${billing.firstName} ${billing.lastName}`;
}

/** Selects the order of an id or of a short number, as a person typed either. */
function selectNamed(db: Db, order: string) {
  return db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .selectAll('orders')
    .where(({ eb, or }) =>
      or([eb('orders.id', '=', order.toLowerCase()), eb('orders.number', '=', readOrderNumber(order) ?? '')]),
    );
}

/** Returns a paid order by its id or number and its owner's address (normalised). One look-up: null does not tell which is wrong. */
export async function findPaidOrder(
  db: Db,
  { order, email }: { order: string; email: string },
): Promise<OrderRow | null> {
  const row = await selectNamed(db, order)
    .where('users.email', '=', email)
    .where('orders.paid_at', 'is not', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns a paid order of a deleted account, by the address it was paid with, as long as its key is kept. */
async function findGoneOrder(
  app: Pick<App, 'db' | 'keyedHash'>,
  { order, email }: { order: string; email: string },
): Promise<OrderRow | null> {
  const row = await selectNamed(app.db, order)
    .innerJoin('buyer_keys', 'buyer_keys.order_id', 'orders.id')
    .select('buyer_keys.address_key')
    .where('users.deleted_at', 'is not', null)
    .executeTakeFirst();
  if (!row) return null;
  const { address_key: key, ...found } = row;
  return key === buyerKey(app, { orderId: found.id, email }) ? found : null;
}

/** Returns a paid order by an address that its owner has proven, whether the account still exists or not. */
export async function findProvenOrder(
  app: Pick<App, 'db' | 'keyedHash'>,
  statement: { order: string; email: string },
): Promise<OrderRow | null> {
  return (await findPaidOrder(app.db, statement)) ?? findGoneOrder(app, statement);
}

/** Returns the same by the id or number of the order, or by the number of one of its invoices. */
export async function findNamedOrder(
  app: Pick<App, 'db' | 'keyedHash'>,
  { number, email }: { number: string; email: string },
): Promise<OrderRow | null> {
  const readings = readInvoiceName(number);
  const invoiced =
    readings.length === 0
      ? []
      : await app.db
          .selectFrom('invoices')
          .select('order_id')
          .where((eb) => eb.or(readings.map(({ series, number: n }) => eb.and({ series, number: n }))))
          .execute();
  for (const order of [number, ...invoiced.map(({ order_id: id }) => id)]) {
    const found = await findProvenOrder(app, { order, email });
    if (found) return found;
  }
  return null;
}
