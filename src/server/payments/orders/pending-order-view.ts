import { AWAITED_STATES, isProcessing } from '#domain/payments/open-order.ts';
import type { Db } from '#server/app.ts';

/** The newest own payment that is processing, for the user document. */
export async function findPendingOrder(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ orderId: string; createdAt: Date } | null> {
  const row = await db
    .selectFrom('orders')
    .select(['id', 'state', 'created_at'])
    .where('user_id', '=', userId)
    .where('state', 'in', AWAITED_STATES)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row || !isProcessing(row.state, row.created_at, now)) return null;
  return { orderId: row.id, createdAt: row.created_at };
}
