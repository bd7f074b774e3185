import { isMoneyWord } from '#domain/invoices/money-news.ts';
import { isWaiting, type OrderEvent } from '#domain/payments/order-state.ts';
import type { DeclineReason } from '#domain/payments/provider-status.ts';
import {
  decideUpdate,
  type KnownFacts,
  type OrderUpdate,
  toOwnEvent,
  type UpdateStep,
} from '#domain/payments/updates/order-update.ts';
import type { CustomerAction } from '#server/adapters/payments/port.ts';
import type { App, Tx, Unit } from '#server/app.ts';
import { carryOut } from '#server/payments/effects/carry-out.ts';
import { type HeldOrder, holdOrder } from '#server/payments/effects/held-order.ts';
import { blockReason } from '#server/payments/effects/plan-order.ts';
import { findMoneyWords } from '#server/payments/orders/money-words-view.ts';
import {
  findLastWait,
  type OrderRow,
  saveOrder,
  toTrackedOrder,
} from '#server/payments/store/order-store.ts';
import { liveRefund, type RefundRow } from '#server/payments/store/refund-store.ts';
import { type DebtRow, findOrderDebt } from '#server/payments/store/withdrawal-store.ts';

export interface PaymentUpdate extends OrderUpdate {
  readonly declineReason?: DeclineReason | null;
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
 * order, purchase, credits, what they tell, and the invoice or storno. The same update twice changes nothing twice. Throws
 * payments/order-not-found, and what its effects throw.
 */
export async function applyPaymentEvent(
  unit: Unit,
  app: App,
  { orderId, update }: { orderId: string; update: PaymentUpdate },
): Promise<OrderRow['state']> {
  const held = await holdOrder(unit, app, orderId);
  const { order } = await applyToHeldOrder(unit, app, { held, update });
  return order.state;
}

/** The same for an order that is locked already. Returns it as it was saved. */
export async function applyToHeldOrder(
  unit: Unit,
  app: App,
  { held, update }: { held: HeldOrder; update: PaymentUpdate },
): Promise<HeldOrder> {
  const { order } = held;
  const at = app.now();
  const ownEvent = toOwnEvent(update, order.provider_id);
  const { refund, debt, known } = await readKnown(unit.tx, held, { event: ownEvent, now: at });
  const step = decideUpdate(toTrackedOrder(order), { ...update, event: ownEvent }, known);
  const columns = buildColumns(order, step, { update, at });
  const saved = await saveOrder(unit, order, { order: step.order, facts: columns });
  const facts = buildFacts({ ...update, event: step.event });
  const { source, status = null } = update;
  for (const effect of step.effects)
    await carryOut(unit, app, { ...held, saved, refund, debt, source, status, facts, at, effect });
  return { ...held, order: saved };
}

/** Reads what the machine needs to know for this event, and no more. Locks the plan where a payment may have to give a period. */
async function readKnown(
  tx: Tx,
  held: HeldOrder,
  { event, now }: { event: OrderEvent; now: Date },
): Promise<{ refund: RefundRow | null; debt: DebtRow | null; known: KnownFacts }> {
  const { id } = held.order;
  const refund = event.kind === 'refunded' ? await liveRefund(tx, id) : null;
  const debt = event.kind === 'refunded' && !refund ? await findOrderDebt(tx, id) : null;
  const known = {
    block: await blockReason(tx, held, { event, now }),
    refund: refund && (refund.state === 'asked' ? 'asked' : 'done'),
    debt: debt ? (debt.paid_way ?? 'unpaid') : undefined,
    lastWait: isWaiting(event.kind) ? await findLastWait(tx, id) : null,
    moneyWords: isMoneyWord(event.kind) ? await findMoneyWords(tx, id) : [],
  } as const;
  return { refund, debt, known };
}

/** What the update writes into the order's row beside its state. */
function buildColumns(
  order: OrderRow,
  { event, isFirstMoney }: UpdateStep,
  { update, at }: { update: PaymentUpdate; at: Date },
) {
  return {
    ...(update.providerId && order.provider_id === null ? { provider_id: update.providerId } : {}),
    ...(event.kind === 'declined' ? { decline_reason: update.declineReason ?? 'other' } : {}),
    ...(isFirstMoney ? { paid_at: at } : {}),
    ...(update.page ? startFacts(update.page, at) : {}),
  };
}

function startFacts(page: NonNullable<PaymentUpdate['page']>, at: Date) {
  return {
    payment_url: page.paymentUrl,
    customer_action: page.customerAction && JSON.stringify(page.customerAction),
    authentication_token: page.authenticationToken,
    started_at: at,
  };
}

/** What an order's history keeps of an update. */
function buildFacts(update: PaymentUpdate): Record<string, unknown> {
  const { kind, ...facts } = update.event;
  const status = kind === 'chargeback' && update.status != null ? { status: update.status } : {};
  return {
    ...facts,
    ...status,
    ...update.facts,
    ...(update.declineReason ? { reason: update.declineReason } : {}),
  };
}
