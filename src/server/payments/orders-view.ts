import type { Order } from '#contract/orders.ts';
import { declineSentence } from '#domain/language/decline-sentences.ts';
import { lateSentence, recountSentence } from '#domain/language/plan-sentences.ts';
import { leiOf } from '#domain/payments/amount.ts';
import { isOpen } from '#domain/payments/open-order.ts';
import type { App } from '#server/app.ts';
import { findOwnOrder, findRecount, type OrderRow } from '#server/payments/order-store.ts';

/** An own order as its owner reads it. */
export async function readOrder(app: App, userId: string, orderId: string): Promise<Order> {
  const order = asOrder(await findOwnOrder(app.db, userId, orderId));
  const recount = order.note === null && order.kind === 'plan' ? await findRecount(app.db, orderId) : null;
  return recount ? { ...order, note: recountSentence(recount) } : order;
}

export function asOrder(row: OrderRow): Order {
  return {
    id: row.id,
    rev: row.rev,
    state: row.state,
    kind: row.kind,
    item: row.item,
    name: row.name,
    credits: row.credits,
    price: leiOf(row.amount_bani),
    currency: row.currency,
    reason: row.state === 'declined' && row.decline_reason ? declineSentence(row.decline_reason) : null,
    note: row.is_late && row.plan_starts_at ? lateSentence(row.plan_starts_at) : null,
    paymentUrl: isOpen(row.state) ? row.payment_url : null,
    returnTo: row.return_to,
    createdAt: row.created_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
  };
}
