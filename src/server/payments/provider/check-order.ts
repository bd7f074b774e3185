import { isTimedOut } from '#domain/payments/open-order.ts';
import { nextCheckAt } from '#domain/payments/order-checks.ts';
import type { PaymentState } from '#domain/payments/provider-status.ts';
import { isRefundDead } from '#domain/payments/refund.ts';
import type { App, Unit } from '#server/app.ts';
import { endRefused } from '#server/payments/effects/finish-refund.ts';
import { type HeldOrder, holdOrder } from '#server/payments/effects/held-order.ts';
import { applyToHeldOrder, type PaymentUpdate } from '#server/payments/orders/apply-payment-event.ts';
import { toPaymentUpdate } from '#server/payments/provider/payment-update.ts';
import { dueOrders, findOrder, type OrderRow, planCheck } from '#server/payments/store/order-store.ts';
import { liveRefund } from '#server/payments/store/refund-store.ts';

const CHUNK_SIZE = 50;

/** Asks the provider about every order whose time has come: a notification may be late or lost. */
export async function checkOrders(app: App): Promise<void> {
  if (!app.payments) return;
  const due = await dueOrders(app.db, app.payments.mode, { now: app.now(), limit: CHUNK_SIZE });
  for (const order of due) await checkOrder(app, order);
}

/** The same for one order, when there is word of news: also one that was given up, whose money may have come all the same, or that is paid. */
export async function checkOrderNow(app: App, orderId: string): Promise<void> {
  const order = await findOrder(app.db, orderId);
  if (order) await checkOrder(app, order);
}

/** A reading that fails changes nothing but the time of the next one. */
export async function checkOrder(app: App, order: OrderRow): Promise<void> {
  if (!app.payments || app.payments.mode !== order.mode) return;
  const answer = await app.payments.status({ orderId: order.id, ntpId: order.provider_id });
  const now = app.now();
  if (answer.kind !== 'answered')
    app.log.warn(
      { orderId: order.id, outcome: answer.kind, code: answer.code },
      'a payment could not be read',
    );
  await app.change(async (unit) => {
    let held = await holdOrder(unit, app, order.id);
    const take = async (update: PaymentUpdate) => {
      held = await applyToHeldOrder(unit, app, { held, update });
    };
    const createdAt = order.created_at;
    if (answer.kind === 'answered') await take(toPaymentUpdate('status', answer.value));
    if (isTimedOut({ state: held.order.state, createdAt }, now))
      await take({ source: 'us', event: { kind: 'timed-out' } });
    const { state } = held.order;
    const reading = answer.kind === 'answered' ? answer.value.state : 'unknown';
    const refundAskedAt = await settleRefund(unit, app, { held, reading });
    await planCheck(unit.tx, order.id, nextCheckAt({ state, createdAt, refundAskedAt }, now));
  });
}

/** When a refund was asked for whose end is still not known; one that the reading disproves is undone. */
async function settleRefund(
  unit: Unit,
  app: App,
  { held, reading }: { held: HeldOrder; reading: PaymentState },
): Promise<Date | null> {
  const refund = await liveRefund(unit.tx, held.order.id);
  if (refund?.state !== 'asked') return null;
  if (!isRefundDead(reading, refund.created_at, app.now())) return refund.created_at;
  await endRefused(unit, app, { ...held, refund });
  return null;
}
