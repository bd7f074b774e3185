import { OPEN_STATES } from '#domain/payments/open-order.ts';
import type { Db, Tx } from '#server/app.ts';
import { eraseWithdrawalEmails } from '#server/payments/store/withdrawal-store.ts';

/** Returns own orders that a card may still pay for, locked: none is paid meanwhile. */
export async function lockOpenOrders(tx: Tx, userId: string) {
  return tx
    .selectFrom('orders')
    .select(['id', 'created_at'])
    .where('user_id', '=', userId)
    .where('state', 'in', OPEN_STATES)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Returns when the person's newest order was made that a card may still pay for; null: there is none. */
export async function newestOpenOrder(db: Db, userId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('orders')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('state', 'in', OPEN_STATES)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** Erases a deleted account's billing details. Those of orders that brought money stay, as accounts must be kept. */
export async function eraseBilling(tx: Tx, userId: string): Promise<void> {
  await eraseWithdrawalEmails(tx, userId);
  await tx.deleteFrom('billing_profiles').where('user_id', '=', userId).execute();
  await tx
    .deleteFrom('checkouts')
    .where('user_id', '=', userId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('orders').select('orders.id').whereRef('checkout_id', '=', 'checkouts.id'))),
    )
    .execute();
  await tx
    .updateTable('checkouts')
    .set({ billing: '{}' })
    .where('user_id', '=', userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orders')
            .select('orders.id')
            .whereRef('checkout_id', '=', 'checkouts.id')
            .where('state', 'in', ['paid', 'review', 'refunded', 'charged-back']),
        ),
      ),
    )
    .execute();
  await tx
    .updateTable('orders')
    .set({ customer_action: null, payment_url: null, return_to: null })
    .where('user_id', '=', userId)
    .execute();
}
