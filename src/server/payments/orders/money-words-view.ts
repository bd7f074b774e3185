import { MONEY_WORDS, type MoneyWord } from '#domain/invoices/money-news.ts';
import type { Tx } from '#server/app.ts';

/** Returns all reports about the order's own money, oldest first. */
export async function findMoneyWords(tx: Tx, orderId: string): Promise<MoneyWord[]> {
  const rows = await tx
    .selectFrom('order_events')
    .select(['event', 'source', 'data'])
    .where('order_id', '=', orderId)
    .where('event', 'in', [...MONEY_WORDS])
    .orderBy('seq')
    .execute();
  return rows.map(({ event: kind, source, data }) => ({
    kind,
    byUs: data.byUs === true,
    status: typeof data.status === 'number' ? data.status : null,
    isNotification: source === 'notification',
  }));
}
