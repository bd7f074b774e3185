import { formatOrderNumber } from '#domain/payments/search/order-number.ts';
import type { App } from '#server/app.ts';

/** Returns an order's short number as people see it. */
export async function readSaidNumber({ db }: Pick<App, 'db'>, orderId: string): Promise<string> {
  const row = await db
    .selectFrom('orders')
    .select('number')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return formatOrderNumber(row.number);
}
