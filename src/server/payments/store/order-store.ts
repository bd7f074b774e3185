import type { Selectable } from 'kysely';
import { AppError } from '#domain/errors.ts';
import { isWaiting, TRIES, type TrackedOrder, type Waiting } from '#domain/payments/order-state.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { PaymentMode } from '#server/adapters/payments/port.ts';
import type { Db, Tx, Unit } from '#server/app.ts';

export type OrderRow = Selectable<DB['orders']>;
export type EventSource = DB['order_events']['source'];
type NewOrder = Pick<
  OrderRow,
  | 'id'
  | 'user_id'
  | 'checkout_id'
  | 'kind'
  | 'item'
  | 'name'
  | 'credits'
  | 'amount_bani'
  | 'shown_days'
  | 'mode'
  | 'state'
> &
  Pick<OrderRow, 'return_to' | 'created_at' | 'next_check_at'>;

export async function insertOrder(tx: Tx, order: NewOrder): Promise<OrderRow> {
  return tx.insertInto('orders').values(order).returningAll().executeTakeFirstOrThrow();
}

/** Locks an order; orders are locked before the account and everything else. Throws payments/order-not-found. */
export async function lockOrder(tx: Tx, orderId: string): Promise<OrderRow> {
  const row = await tx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('payments/order-not-found');
  return row;
}

/** Throws payments/order-not-found for an unknown order and for another person's. */
export async function findOwnOrder(db: Db | Tx, userId: string, orderId: string): Promise<OrderRow> {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) throw new AppError('payments/order-not-found');
  return row;
}

export async function findOrder(db: Db, orderId: string): Promise<OrderRow | null> {
  return (await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst()) ?? null;
}

/** Returns an order by the provider's id of its payment. */
export async function findByProvider(db: Db, providerId: string): Promise<OrderRow | null> {
  const orders = db.selectFrom('orders').selectAll().where('provider_id', '=', providerId);
  return (await orders.executeTakeFirst()) ?? null;
}

/** Returns the order that one of the person's idempotency keys leads to. */
export async function findByKey(db: Db | Tx, userId: string, key: string): Promise<OrderRow | null> {
  const row = await db
    .selectFrom('orders')
    .innerJoin('order_keys as k', 'k.order_id', 'orders.id')
    .selectAll('orders')
    .where('k.user_id', '=', userId)
    .where('k.key', '=', key)
    .executeTakeFirst();
  return row ?? null;
}

/** Makes the key lead to the order, beside the keys that lead to it already. */
export async function rememberKey(tx: Tx, order: { id: string; userId: string }, key: string): Promise<void> {
  await tx.insertInto('order_keys').values({ user_id: order.userId, key, order_id: order.id }).execute();
}

/** Returns own open orders of an item, newest first, each with the billing and figures of its checkout. */
export async function findOpenOrders(
  db: Db | Tx,
  userId: string,
  { item, since }: { item: string; since: Date },
) {
  return db
    .selectFrom('orders')
    .innerJoin('checkouts', 'checkouts.id', 'orders.checkout_id')
    .selectAll('orders')
    .select(['checkouts.billing', 'checkouts.figures'])
    .where('orders.user_id', '=', userId)
    .where('orders.item', '=', item)
    .where('orders.created_at', '>', since)
    .where('orders.state', 'in', ['created', 'started', 'pending', 'declined'])
    .orderBy('orders.created_at', 'desc')
    .execute();
}

/** Returns the order as its machine sees it. */
export function toTrackedOrder(row: OrderRow): TrackedOrder {
  return {
    state: row.state,
    priceBani: row.amount_bani,
    currency: row.currency,
    isGranted: row.is_granted,
    heldFor: row.held_for,
    isCancelledByProvider: row.is_cancelled_by_provider,
    notifiedAdmins: row.told_admins,
  };
}

type Facts = Partial<
  Pick<
    OrderRow,
    | 'provider_id'
    | 'payment_url'
    | 'decline_reason'
    | 'authentication_token'
    | 'started_at'
    | 'paid_at'
    | 'next_check_at'
    | 'checks'
  >
> & { readonly customer_action?: string | null };

/** Saves the machine's step with other columns and raises `rev`; every tab of the owner gets the order anew. Returns the saved row. */
export async function saveOrder(
  { tx, changes }: Unit,
  row: OrderRow,
  { order, facts }: { order: TrackedOrder; facts: Facts },
): Promise<OrderRow> {
  const saved = await tx
    .updateTable('orders')
    .set((eb) => ({
      ...facts,
      state: order.state,
      is_granted: order.isGranted,
      held_for: order.heldFor,
      is_cancelled_by_provider: order.isCancelledByProvider,
      told_admins: JSON.stringify(order.notifiedAdmins),
      rev: eb('rev', '+', 1),
    }))
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  changes.document(row.user_id, `orders/${row.id}`);
  return saved;
}

/** Needs the order's lock. */
export async function appendOrderEvent(
  tx: Tx,
  orderId: string,
  entry: { source: EventSource; event: string; data?: Readonly<Record<string, unknown>>; at: Date },
): Promise<void> {
  const last = await tx
    .selectFrom('order_events')
    .select((eb) => eb.fn.coalesce(eb.fn.max('seq'), eb.lit(0)).as('seq'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('order_events')
    .values({
      order_id: orderId,
      seq: last.seq + 1,
      source: entry.source,
      event: entry.event,
      data: JSON.stringify(entry.data ?? {}),
      created_at: entry.at,
    })
    .execute();
}

/** Returns the days that an upgrade converted, where its checkout had shown others; null: they are the same. */
export async function findRecount(
  db: Db,
  orderId: string,
): Promise<{ days: number; shownDays: number } | null> {
  const row = await db
    .selectFrom('order_events')
    .select('data')
    .where('order_id', '=', orderId)
    .where('event', '=', 'recounted')
    .executeTakeFirst();
  return row ? { days: Number(row.data.days), shownDays: Number(row.data.shownDays) } : null;
}

/** Returns what the newest try to pay waits for, as the provider last said; null where it was declined, and where there is none. */
export async function findLastWait(db: Db | Tx, orderId: string): Promise<Waiting | null> {
  const row = await db
    .selectFrom('order_events')
    .select('event')
    .where('order_id', '=', orderId)
    .where('event', 'in', TRIES)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && isWaiting(row.event) ? row.event : null;
}

/** Gives the order another payment of the provider. Returns false where that belongs to another order. Needs the order's lock. */
export async function adoptPayment(tx: Tx, orderId: string, providerId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ provider_id: providerId })
    .where('id', '=', orderId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orders as other')
            .select('other.id')
            .where('other.provider_id', '=', providerId)
            .where('other.id', '<>', orderId),
        ),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns true when this very notification is new. */
export async function rememberNotification(
  tx: Tx,
  notification: { bodySha512: string; orderId: string; providerId: string | null; at: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('payment_notices')
    .values({
      body_sha512: notification.bodySha512,
      order_id: notification.orderId,
      provider_id: notification.providerId,
      received_at: notification.at,
    })
    .onConflict((conflict) => conflict.column('body_sha512').doNothing())
    .returning('body_sha512')
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes when the period of a paid order starts, and whether that is later than shown. */
export async function notePlanStart(
  tx: Tx,
  id: string,
  { startsAt, isLate }: { startsAt: Date; isLate: boolean },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ plan_starts_at: startsAt, is_late: isLate })
    .where('id', '=', id)
    .execute();
}

/** Returns orders whose status check is due, the longest due first. */
export async function dueOrders(
  db: Db,
  mode: PaymentMode,
  { now, limit }: { now: Date; limit: number },
): Promise<OrderRow[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('mode', '=', mode)
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .limit(limit)
    .execute();
}

/** Sets when the order's payment is read next (null: never) and counts a check. */
export async function planCheck(tx: Tx, orderId: string, at: Date | null): Promise<void> {
  await tx
    .updateTable('orders')
    .set((eb) => ({ next_check_at: at, checks: eb('checks', '+', 1) }))
    .where('id', '=', orderId)
    .execute();
}
