import type { Selectable } from 'kysely';
import type { DebtCause, WayPaid } from '#domain/payments/withdrawals.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';

export type WithdrawalRow = Selectable<DB['withdrawals']>;
export type DebtRow = Selectable<DB['withdrawal_debts']>;

/** Needs the order's lock. */
export async function insertWithdrawal(tx: Tx, withdrawal: WithdrawalRow): Promise<void> {
  await tx.insertInto('withdrawals').values(withdrawal).execute();
}

/** The withdrawal from the contract of an order; there is at most one. */
export async function findWithdrawal(db: Db | Tx, orderId: string): Promise<WithdrawalRow | null> {
  const row = await db
    .selectFrom('withdrawals')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return row ?? null;
}

export async function findWithdrawalById(db: Db | Tx, id: string): Promise<WithdrawalRow | null> {
  return (await db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Needs the order's lock. */
export async function insertDebt(
  tx: Tx,
  debt: { withdrawalId: string; amountBani: number; cause: DebtCause; at: Date; payUntil: string },
): Promise<void> {
  await tx
    .insertInto('withdrawal_debts')
    .values({
      withdrawal_id: debt.withdrawalId,
      amount_bani: debt.amountBani,
      cause: debt.cause,
      owed_since: debt.at,
      pay_until: debt.payUntil,
    })
    .execute();
}

export async function findDebt(db: Db | Tx, withdrawalId: string): Promise<DebtRow | null> {
  const row = await db
    .selectFrom('withdrawal_debts')
    .selectAll()
    .where('withdrawal_id', '=', withdrawalId)
    .executeTakeFirst();
  return row ?? null;
}

/** The debt from the withdrawal of an order. */
export async function findOrderDebt(db: Db | Tx, orderId: string): Promise<DebtRow | null> {
  const row = await db
    .selectFrom('withdrawal_debts as d')
    .innerJoin('withdrawals as w', 'w.id', 'd.withdrawal_id')
    .selectAll('d')
    .where('w.order_id', '=', orderId)
    .executeTakeFirst();
  return row ?? null;
}

/** False: it was paid before. `by`: null when the provider told of it. Needs the order's lock. */
export async function payDebt(
  tx: Tx,
  withdrawalId: string,
  paid: { way: WayPaid; on: string; reference: string | null; by: string | null; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('withdrawal_debts')
    .set({
      paid_way: paid.way,
      paid_on: paid.on,
      reference: paid.reference,
      marked_by: paid.by,
      marked_at: paid.at,
    })
    .where('withdrawal_id', '=', withdrawalId)
    .where('marked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Of orders whose sheets (by their ids) need not say any more whom they were billed to. */
export async function eraseWithdrawalNames(tx: Tx, checkoutIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('withdrawals')
    .set({ name: '', email: '' })
    .where('order_id', 'in', (eb) =>
      eb.selectFrom('orders').select('orders.id').where('checkout_id', 'in', checkoutIds),
    )
    .where((eb) => eb.or([eb('name', '<>', ''), eb('email', '<>', '')]))
    .execute();
}

/** For a deleted account: where the receipt went is kept only while money is owed. */
export async function eraseWithdrawalEmails(tx: Tx, userId: string): Promise<void> {
  await withoutOpenMoney(tx, null).where('w.user_id', '=', userId).execute();
}

/** The same once the money of deleted accounts is no longer open, a while after the mail that says so. */
export async function eraseSettledEmails(tx: Tx, settledBefore: Date): Promise<void> {
  await withoutOpenMoney(tx, settledBefore)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('users as u')
          .select('u.id')
          .whereRef('u.id', '=', 'w.user_id')
          .where('u.deleted_at', 'is not', null),
      ),
    )
    .execute();
}

/** `settledBefore`: money that was settled since counts as open. */
function withoutOpenMoney(tx: Tx, settledBefore: Date | null) {
  return tx
    .updateTable('withdrawals as w')
    .set({ email: '' })
    .where('w.email', '<>', '')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refunds as r')
            .leftJoin('withdrawal_debts as d', 'd.withdrawal_id', 'w.id')
            .select('r.id')
            .whereRef('r.id', '=', 'w.refund_id')
            .where((eb) =>
              eb.or([
                eb('r.state', '=', 'asked'),
                eb.and([eb('d.withdrawal_id', 'is not', null), eb('d.marked_at', 'is', null)]),
                ...(settledBefore
                  ? [eb('r.ended_at', '>', settledBefore), eb('d.marked_at', '>', settledBefore)]
                  : []),
              ]),
            ),
        ),
      ),
    );
}
