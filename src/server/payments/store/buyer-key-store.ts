import { lastDayToWithdraw, REFUND_DAYS } from '#domain/credits/revocation.ts';
import { plusDays } from '#domain/days.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { isDeletedEmail } from '#domain/users/deleted.ts';
import type { App, Db, Tx } from '#server/app.ts';

type Deps = Pick<App, 'keyedHash' | 'now'>;

/** Returns a key of an order's buyer, which shows neither their other orders nor that two orders are one person's. `email`: normalised. */
export function buyerKey(
  { keyedHash }: Pick<App, 'keyedHash'>,
  { orderId, email }: { orderId: string; email: string },
): string {
  return keyedHash('buyer', `${orderId} ${email}`);
}

interface PaidOrder {
  readonly orderId: string;
  readonly paidAt: Date;
  readonly email: string;
}

/** Keeps keys of orders whose buyers may still withdraw; keys from before stay as they are. */
async function insertBuyerKeys(tx: Tx, app: Deps, orders: readonly PaidOrder[]): Promise<void> {
  const today = toBucharestDay(app.now());
  const rows = orders
    .filter(({ email }) => !isDeletedEmail(email))
    .map((order) => ({
      order_id: order.orderId,
      address_key: buyerKey(app, order),
      last_day: lastDayToWithdraw(order.paidAt),
    }))
    .filter(({ last_day: lastDay }) => lastDay >= today);
  if (rows.length === 0) return;
  await tx
    .insertInto('buyer_keys')
    .values(rows)
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .execute();
}

/** Keeps the buyer's key, by the account's present address, in the transaction that sees the money. */
export async function keepBuyerKey(
  tx: Tx,
  app: Deps,
  { order, paidAt }: { order: { readonly id: string; readonly user_id: string }; paidAt: Date },
): Promise<void> {
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', order.user_id)
    .executeTakeFirstOrThrow();
  await insertBuyerKeys(tx, app, [{ orderId: order.id, paidAt, email }]);
}

/** Longer than weekends and holidays ever put off the last day. */
const LONGEST_DAYS = REFUND_DAYS + 14;

interface Chunk {
  /** One account's alone. */
  readonly of?: string;
  /** Only orders whose ids come after this one. */
  readonly after?: string;
  readonly most?: number;
}

/**
 * Keeps missing keys, by the accounts' present addresses, of orders that the version before saw paid. Returns the last order that was
 * looked at; null: there are no more.
 */
export async function fillBuyerKeys(
  tx: Tx,
  app: Deps,
  { of, after = '', most = 1000 }: Chunk,
): Promise<string | null> {
  const rows = await tx
    .selectFrom('orders as o')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .leftJoin('buyer_keys as k', 'k.order_id', 'o.id')
    .select(['o.id', 'o.paid_at', 'u.email'])
    .where('o.paid_at', '>', plusDays(app.now(), -LONGEST_DAYS))
    .where('k.order_id', 'is', null)
    .where('u.deleted_at', 'is', null)
    .where('o.id', '>', after)
    .$if(of !== undefined, (query) => query.where('o.user_id', '=', of ?? ''))
    .orderBy('o.id')
    .limit(most)
    .execute();
  const paid = rows.flatMap(({ id, paid_at: paidAt, email }) =>
    paidAt ? [{ orderId: id, paidAt, email }] : [],
  );
  await insertBuyerKeys(tx, app, paid);
  return rows.at(-1)?.id ?? null;
}

/** Deletes keys whose last day is over. */
export async function deleteOldBuyerKeys(db: Db | Tx, today: string): Promise<void> {
  await db.deleteFrom('buyer_keys').where('last_day', '<', today).execute();
}
