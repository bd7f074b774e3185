import type { Selectable } from 'kysely';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';

export type RefundRow = Selectable<DB['refunds']>;
type NewRefund = Omit<RefundRow, 'state' | 'ended_at'>;

export async function insertRefund(tx: Tx, refund: NewRefund): Promise<void> {
  await tx.insertInto('refunds').values(refund).execute();
}

/** Returns the order's refund that is asked for or done; there is at most one. */
export async function liveRefund(db: Db | Tx, orderId: string): Promise<RefundRow | null> {
  const row = await db
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', '<>', 'refused')
    .executeTakeFirst();
  return row ?? null;
}

export async function findRefund(db: Db, id: string): Promise<RefundRow | null> {
  return (await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Ends a refund. `withdrawn`: credits taken by now. Needs the order's lock. */
export async function endRefund(
  tx: Tx,
  id: string,
  end: { state: 'done' | 'refused'; withdrawn: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ state: end.state, withdrawn: end.withdrawn, ended_at: end.at })
    .where('id', '=', id)
    .execute();
}
