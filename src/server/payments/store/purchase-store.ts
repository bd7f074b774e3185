import { plusDays } from '#domain/days.ts';
import { findPeriodEnd } from '#domain/plans/periods.ts';
import { PERIOD_DAYS } from '#domain/plans/plan-schedule.ts';
import type { Db, Tx } from '#server/app.ts';
import type { OrderRow } from '#server/payments/store/order-store.ts';
import { findReceived } from '#server/payments/store/received-view.ts';
import { readPlanState } from '#server/plans/plan-store.ts';

/** Inserts a purchase at the price that was paid: an admin may have accepted another sum than the order's. */
export async function insertPurchase(
  tx: Tx,
  id: string,
  { order, at }: { order: OrderRow; at: Date },
): Promise<void> {
  const received = await findReceived(tx, order);
  await tx
    .insertInto('credit_purchases')
    .values({
      id,
      order_id: order.id,
      user_id: order.user_id,
      kind: order.kind,
      name: order.name,
      credits: order.credits,
      price_bani: received?.amountBani ?? order.amount_bani,
      created_at: at,
    })
    .execute();
}

/** Returns the bani that were paid for an order; the price of one that is not paid. */
export async function findPaidBani(db: Db | Tx, order: OrderRow): Promise<number> {
  const row = await db
    .selectFrom('credit_purchases')
    .select('price_bani')
    .where('order_id', '=', order.id)
    .executeTakeFirst();
  return row?.price_bani ?? order.amount_bani;
}

/** Returns start and end of the period that a paid order bought. */
export async function findBoughtPeriod(
  db: Db,
  order: Pick<OrderRow, 'id' | 'user_id' | 'plan_starts_at' | 'shown_days'>,
  paidAt: Date,
): Promise<{ startsAt: Date; endsAt: Date }> {
  const startsAt = order.plan_starts_at ?? paidAt;
  const endsAt = findPeriodEnd(await readPlanState(db, order.user_id), order.id);
  return { startsAt, endsAt: endsAt ?? plusDays(startsAt, PERIOD_DAYS + (order.shown_days ?? 0)) };
}

/** Returns true when the person ever paid a plan, also one that was refunded. */
export async function hasBoughtPlan(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('credit_purchases')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'plan')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
