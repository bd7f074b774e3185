import type { Db, Tx } from '#server/app.ts';
import type { OrderRow } from '#server/payments/store/order-store.ts';

export interface ReceivedMoney {
  readonly amountBani: number;
  /** The provider's id of the payment it came under; null: the order's own. */
  readonly providerId: string | null;
  /** It came in another currency and an admin said the lei: the provider cannot give lei back. */
  readonly isSaidByAdmin: boolean;
}

/**
 * Returns the money of an order in lei: an admin's figure where they accepted another currency, else the provider's. Null: no amount in lei
 * is known.
 */
export async function findReceived(
  db: Db | Tx,
  order: Pick<OrderRow, 'id' | 'provider_id' | 'is_granted'>,
): Promise<ReceivedMoney | null> {
  const rows = await db
    .selectFrom('order_events')
    .select(['event', 'data'])
    .where('order_id', '=', order.id)
    .where('event', 'in', ['paid', 'other-payment', 'accepted'])
    .orderBy((eb) => eb('event', '=', 'accepted'), 'desc')
    .orderBy('seq', 'desc')
    .execute();
  for (const { event, data } of rows) {
    const { amountBani, currency, providerId = null } = data;
    if (typeof amountBani !== 'number' || currency !== 'RON') continue;
    const other = providerId as string | null;
    // The order's own payment paid for a granted order; a second payment is another matter.
    if (other !== null && order.is_granted && other !== order.provider_id) continue;
    return { amountBani, providerId: other, isSaidByAdmin: event === 'accepted' };
  }
  return null;
}
