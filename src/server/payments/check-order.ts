import { isTimedOut } from '#domain/payments/open-order.ts';
import { nextCheckAt } from '#domain/payments/order-checks.ts';
import type { App } from '#server/app.ts';
import { dueOrders, findOrder, type OrderRow, planCheck } from '#server/payments/order-store.ts';
import { newsOf } from '#server/payments/payment-news.ts';
import { type PaymentNews, takePaymentEvent } from '#server/payments/take-payment-event.ts';

const AT_ONCE = 50;

/** Asks the provider about every order whose time has come: a notification may be late or lost. */
export async function checkOrders(app: App): Promise<void> {
  if (!app.payments) return;
  const due = await dueOrders(app.db, app.payments.mode, app.now(), AT_ONCE);
  for (const order of due) await checkOrder(app, order);
}

/** The same for one, when somebody says there is news of it: also one that was given up, whose money may have come all the same. */
export async function checkOrderNow(app: App, orderId: string): Promise<void> {
  const order = await findOrder(app.db, orderId);
  if (order && !order.is_granted) await checkOrder(app, order);
}

/** A reading that fails changes nothing but the time of the next one. */
async function checkOrder(app: App, order: OrderRow): Promise<void> {
  if (!app.payments || app.payments.mode !== order.mode) return;
  const answer = await app.payments.status({ orderId: order.id, ntpId: order.provider_id });
  const now = app.now();
  if (answer.kind !== 'answered')
    app.log.warn(
      { orderId: order.id, outcome: answer.kind, code: answer.code },
      'a payment could not be read',
    );
  await app.change(async (tx, changes) => {
    const take = (news: PaymentNews) => takePaymentEvent(tx, changes, app, order.id, news);
    const createdAt = order.created_at;
    let { state } = order;
    if (answer.kind === 'answered') state = await take(newsOf('status', answer.value));
    if (isTimedOut({ state, createdAt }, now))
      state = await take({ source: 'us', event: { kind: 'timed-out' } });
    await planCheck(tx, order.id, nextCheckAt({ state, createdAt }, now));
  });
}
