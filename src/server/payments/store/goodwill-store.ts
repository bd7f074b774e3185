import { type Selectable, sql } from 'kysely';
import type { PaidMoney } from '#domain/payments/refund.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';
import type { OrderRow } from '#server/payments/store/order-store.ts';
import { findReceived } from '#server/payments/store/received-view.ts';

type GoodwillRow = Selectable<DB['goodwill_refunds']>;
type NewGoodwill = Omit<GoodwillRow, 'paid_on' | 'reference' | 'marked_by' | 'marked_at'>;

/**
 * Condition on a row `g`: an admin saw that its money went back outside, so that its transfer is not made. Money that is here again is owed
 * again.
 */
export const IS_LET_GO = sql<boolean>`exists (
  select from order_events d where d.order_id = g.order_id and d.event = 'storno-decided' and d.data->'letGo' ? g.id and not exists (
    select from order_events r where r.order_id = d.order_id and r.event = 'restored' and r.seq > d.seq))`;

/** Condition on a row `g`: it is promised, neither transferred nor let go. */
export const IS_OPEN_GOODWILL = sql<boolean>`(g.marked_at is null and not ${IS_LET_GO})`;

/** Returns what is promised of an order. Needs the order's lock. */
export async function listOpenGoodwill(tx: Tx, orderId: string): Promise<GoodwillRow[]> {
  return tx
    .selectFrom('goodwill_refunds as g')
    .selectAll()
    .where('order_id', '=', orderId)
    .where(IS_OPEN_GOODWILL)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Needs the order's lock. The database refuses more than was paid. */
export async function insertGoodwill(tx: Tx, goodwill: NewGoodwill): Promise<void> {
  await tx.insertInto('goodwill_refunds').values(goodwill).execute();
}

export async function findGoodwill(db: Db | Tx, id: string): Promise<GoodwillRow | null> {
  const row = await db.selectFrom('goodwill_refunds').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Returns what went back of an order out of goodwill, oldest first. */
export async function listGoodwill(db: Db | Tx, orderId: string): Promise<GoodwillRow[]> {
  return db
    .selectFrom('goodwill_refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Notes the transfer of goodwill. Returns false where it was noted before. Needs the order's lock. */
export async function payGoodwill(
  tx: Tx,
  id: string,
  paid: { on: string; reference: string; by: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('goodwill_refunds')
    .set({ paid_on: paid.on, reference: paid.reference, marked_by: paid.by, marked_at: paid.at })
    .where('id', '=', id)
    .where('marked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns bani. */
export function sumGoodwill(rows: readonly Pick<GoodwillRow, 'amount_bani'>[]): number {
  return rows.reduce((sum, { amount_bani }) => sum + amount_bani, 0);
}

/** Returns what was paid for an order, and the goodwill. A consistent answer needs the order's lock. */
export async function findPaidMoney(db: Db | Tx, order: OrderRow): Promise<PaidMoney> {
  const received = await findReceived(db, order);
  const goodwill = await listGoodwill(db, order.id);
  return {
    paidBani: received?.amountBani ?? order.amount_bani,
    goodwillBani: sumGoodwill(goodwill),
  };
}
