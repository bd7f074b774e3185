import { isMoneyWord, moneyNews } from '#domain/invoices/money-news.ts';
import { dayOf } from '#domain/language/time.ts';
import { isAwaited } from '#domain/payments/open-order.ts';
import { isWaiting, nextOrder, type OrderEffect, type OrderEvent } from '#domain/payments/order-state.ts';
import type { DeclineReason, PaymentState } from '#domain/payments/provider-status.ts';
import type { CustomerAction } from '#server/adapters/payments/port.ts';
import type { App, Tx, Unit } from '#server/app.ts';
import { finishRefund } from '#server/payments/effects/finish-refund.ts';
import { givePurchase } from '#server/payments/effects/give-purchase.ts';
import { blockReason } from '#server/payments/effects/plan-order.ts';
import { restorePurchase } from '#server/payments/effects/restore-purchase.ts';
import { endBought, withdrawPurchase } from '#server/payments/effects/withdraw-purchase.ts';
import { issueInvoice, issueRefundStorno } from '#server/payments/invoices/issue-invoice.ts';
import { notifyAdmins, notifyOfNews } from '#server/payments/mails/mails.ts';
import { findMoneyWords } from '#server/payments/orders/money-words-view.ts';
import {
  appendOrderEvent,
  type EventSource,
  findLastWait,
  lockOrder,
  machineOf,
  type OrderRow,
  saveOrder,
} from '#server/payments/store/order-store.ts';
import { liveRefund } from '#server/payments/store/refund-store.ts';
import { debtOf, payDebt } from '#server/payments/store/withdrawal-store.ts';
import { raiseUserRev } from '#server/users/user-store.ts';

export interface PaymentUpdate {
  readonly source: EventSource;
  readonly event: OrderEvent;
  /** The provider's id of the payment, once it has one. */
  readonly providerId?: string | null;
  readonly declineReason?: DeclineReason | null;
  /** The provider's own number: a dispute that is opened and one that is lost are one kind of event. */
  readonly status?: number | null;
  /** Kept in the order's history with its entry: who decided and why. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** The page to pay at, once the provider has named it. */
  readonly page?: {
    readonly paymentUrl: string | null;
    readonly customerAction: CustomerAction | null;
    readonly authenticationToken: string | null;
  };
}

/**
 * The only way an order changes: an update from the provider (notification or status response), from the person or from us. One transaction:
 * order, purchase, credits, what they tell, and the invoice or storno. The same update twice changes nothing twice.
 */
export async function applyPaymentEvent(
  unit: Unit,
  app: App,
  { orderId, update }: { orderId: string; update: PaymentUpdate },
): Promise<OrderRow['state']> {
  const { tx } = unit;
  const at = app.now();
  const row = await lockOrder(tx, orderId);
  const ownEvent = ofWhichPayment(row, update);
  const refund = ownEvent.kind === 'refunded' ? await liveRefund(tx, orderId) : null;
  const debt = ownEvent.kind === 'refunded' && !refund ? await debtOf(tx, orderId) : null;
  // Owed money that came back on the card after all is no refund from outside; after a transfer it would be a second one.
  const isOurs = refund !== null || (debt !== null && debt.paid_way !== 'transfer');
  const event: OrderEvent = isOurs ? { kind: 'refunded', byUs: true } : ownEvent;
  const { order, effects } = nextOrder(machineOf(row), event, await blockReason(tx, row, { event, now: at }));
  const isOtherWait = isWaiting(event.kind) && event.kind !== (await findLastWait(tx, orderId));
  const news = order.isGranted ? await findNews(tx, row, { ...update, event }) : null;
  // A status that says what is known already is no update.
  if (update.source !== 'status' || order.state !== row.state || effects.length > 0 || isOtherWait || news)
    await appendOrderEvent(tx, orderId, {
      source: update.source,
      event: event.kind,
      data: { ...factsOf({ ...update, event }), ...(news && { news }) },
      at,
    });
  const isFirstMoney = order.isGranted && !row.is_granted;
  await saveOrder(unit, row, {
    order,
    facts: {
      ...(update.providerId && row.provider_id === null ? { provider_id: update.providerId } : {}),
      ...(event.kind === 'declined' ? { decline_reason: update.declineReason ?? 'other' } : {}),
      ...(isFirstMoney ? { paid_at: at } : {}),
      ...(update.page ? startFacts(update.page, at) : {}),
    },
  });
  if (refund?.state === 'asked') await finishRefund(unit, app, { order: row, refund });
  if (isOurs && debt)
    await payDebt(tx, debt.withdrawal_id, { way: 'card', on: dayOf(at), reference: null, by: null, at });
  for (const effect of effects) {
    if (event.kind === 'refunded' && event.byUs && effect.kind === 'withdraw')
      await endBought(unit, app, row);
    else await carryOut(unit, app, { row, effect, at });
  }
  if (news && update.source !== 'admin' && !effects.some(({ kind }) => kind === 'tell-admins'))
    await notifyOfNews(tx, app, { order: row, event, status: update.status ?? null, news });
  if (isAwaited(row.state) !== isAwaited(order.state)) await raiseUserRev(unit, row.user_id);
  // Last of all: from here on everything else that is numbered waits for this transaction.
  if (isFirstMoney) await issueInvoice(unit, app, { orderId });
  if (refund?.state === 'asked') await issueRefundStorno(unit, app, { order: row, refund });
  return order.state;
}

/** News of another payment than this order's own is that and nothing more: it neither pays nor undoes what this order opened. */
function ofWhichPayment(row: OrderRow, { source, event, providerId }: PaymentUpdate): OrderEvent {
  const isProviders = source === 'notification' || source === 'status';
  if (!isProviders || !providerId || row.provider_id === null || row.provider_id === providerId) return event;
  const { amountBani, currency } = event.kind === 'paid' ? event : { amountBani: null, currency: null };
  return { kind: 'other-payment', providerId, said: event.kind as PaymentState, amountBani, currency };
}

function startFacts(page: NonNullable<PaymentUpdate['page']>, at: Date) {
  return {
    payment_url: page.paymentUrl,
    customer_action: page.customerAction && JSON.stringify(page.customerAction),
    authentication_token: page.authenticationToken,
    started_at: at,
  };
}

/** News of this order's own money beside what its machine tells of. */
async function findNews(tx: Tx, { id }: OrderRow, { event, source, status = null }: PaymentUpdate) {
  const byUs = event.kind === 'refunded' && event.byUs;
  const word = { kind: event.kind, byUs, status, isNotification: source === 'notification' };
  return isMoneyWord(event.kind) ? moneyNews(await findMoneyWords(tx, id), word) : null;
}

function factsOf(update: PaymentUpdate): Record<string, unknown> {
  const { kind, ...facts } = update.event;
  const status = kind === 'chargeback' && update.status != null ? { status: update.status } : {};
  return {
    ...facts,
    ...status,
    ...update.facts,
    ...(update.declineReason ? { reason: update.declineReason } : {}),
  };
}

async function carryOut(
  unit: Unit,
  app: App,
  { row, effect, at }: { row: OrderRow; effect: OrderEffect; at: Date },
): Promise<void> {
  if (effect.kind === 'grant') return givePurchase(unit, app, { order: row, paidAt: at });
  if (effect.kind === 'withdraw') return withdrawPurchase(unit, app, row);
  if (effect.kind === 'restore') return restorePurchase(unit, app, row);
  app.log.warn({ orderId: row.id, reason: effect.reason }, 'an order needs an admin');
  await notifyAdmins(unit.tx, app, { orderId: row.id, reason: effect.reason });
}
