import { plusDays } from '#domain/days.ts';
import type { Db } from '#server/app.ts';

/** Longer than mails are ever late. */
const LOOK_BACK_DAYS = 7;
const AT_ONCE = 200;

/** Purchases without a receipt. */
export async function untoldPurchases(db: Db, now: Date) {
  return db
    .selectFrom('credit_purchases as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .select(['p.order_id', 'u.id as user_id', 'u.email'])
    .where('p.created_at', '>', plusDays(now, -LOOK_BACK_DAYS))
    .where('o.mode', '!=', 'imported')
    .where('u.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mails')
            .select('id')
            .where('kind', '=', 'purchase-receipt')
            .whereRef('ref', '=', 'p.order_id'),
        ),
      ),
    )
    .orderBy('p.created_at')
    .limit(AT_ONCE)
    .execute();
}
