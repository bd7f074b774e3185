import type { UnpaidWithdrawal } from '#contract/admin/admin-orders.ts';
import type { CreditPurchase } from '#contract/orders.ts';
import { toLei } from '#domain/payments/amount.ts';
import { payBackUntil, type WithdrawalState } from '#domain/payments/withdrawals.ts';
import type { App, Db } from '#server/app.ts';

const MOST_UNPAID = 100;

type Facts = NonNullable<CreditPurchase['withdrawal']>;

function withMoney(db: Db) {
  return db
    .selectFrom('withdrawals as w')
    .innerJoin('refunds as r', 'r.id', 'w.refund_id')
    .leftJoin('withdrawal_debts as d', 'd.withdrawal_id', 'w.id')
    .selectAll('w')
    .select(['r.state as refund_state', 'd.cause', 'd.marked_at']);
}
type Row = Awaited<ReturnType<ReturnType<typeof withMoney>['execute']>>[number];

/** Refused and never owed is „done”: by then the bank had taken the money back itself. */
function toWithdrawalState({ refund_state: refund, cause, marked_at: markedAt }: Row): WithdrawalState {
  if (cause !== null) return markedAt === null ? 'owed' : 'paid';
  return refund === 'asked' ? 'asked' : 'done';
}

function toWithdrawalFacts(row: Row): Facts {
  return {
    state: toWithdrawalState(row),
    amount: toLei(row.amount_bani),
    declaredAt: row.created_at.toISOString(),
    payUntil: payBackUntil(row.created_at),
  };
}

/** What is known of a withdrawal and its money. */
export async function readWithdrawal(db: Db, id: string): Promise<Facts> {
  return toWithdrawalFacts(await withMoney(db).where('w.id', '=', id).executeTakeFirstOrThrow());
}

/** The withdrawals of orders, by the order. */
export async function findWithdrawalsByOrder(
  db: Db,
  orderIds: readonly string[],
): Promise<Map<string, Facts>> {
  if (orderIds.length === 0) return new Map();
  const rows = await withMoney(db).where('w.order_id', 'in', orderIds).execute();
  return new Map(rows.map((row) => [row.order_id, toWithdrawalFacts(row)]));
}

/** Withdrawals whose money is not known to be back, the most urgent first. */
export async function listUnpaidWithdrawals({ db }: Pick<App, 'db'>): Promise<UnpaidWithdrawal[]> {
  const rows = await withMoney(db)
    .innerJoin('orders as o', 'o.id', 'w.order_id')
    .select(['o.name as item', 'o.mode', 'o.state as order_state'])
    .where((eb) =>
      eb.or([
        eb.and([eb('d.cause', 'is not', null), eb('d.marked_at', 'is', null)]),
        eb.and([eb('d.cause', 'is', null), eb('r.state', '=', 'asked')]),
      ]),
    )
    .orderBy('w.created_at')
    .orderBy('w.id')
    .limit(MOST_UNPAID)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    orderId: row.order_id,
    item: row.item,
    name: row.name,
    email: row.email,
    mode: row.mode,
    cause: row.cause,
    isChargedBack: row.order_state === 'charged-back',
    ...toWithdrawalFacts(row),
  }));
}
