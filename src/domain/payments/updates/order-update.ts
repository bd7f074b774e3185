import { isMoneyWord, type MoneyNews, type MoneyWord, moneyNews } from '#domain/invoices/money-news.ts';
import { isAwaited } from '#domain/payments/open-order.ts';
import {
  type BlockReason,
  isWaiting,
  nextOrder,
  type OrderEffect,
  type OrderEvent,
  type TrackedOrder,
  type Waiting,
} from '#domain/payments/order-state.ts';
import type { PaymentState } from '#domain/payments/provider-status.ts';
import type { WayPaid } from '#domain/payments/withdrawals.ts';

/** The source of a word about an order. `status`: the provider's reply to a question of ours. */
export type UpdateSource = 'notification' | 'status' | 'user' | 'admin' | 'us' | 'import';

/** One word about an order, as it came. */
export interface OrderUpdate {
  readonly source: UpdateSource;
  readonly event: OrderEvent;
  /** The provider's id of the payment, once it has one. */
  readonly providerId?: string | null;
  /** The provider's own number: a dispute that is opened and one that is lost are one kind of event. */
  readonly status?: number | null;
}

/** Other facts about the order, known while it is locked. A field that its event does not need may stay empty. */
export interface KnownFacts {
  /** Why a correct payment can grant nothing now. */
  readonly block: BlockReason | null;
  /** Our own refund that was not refused: asked for, or done. */
  readonly refund: 'asked' | 'done' | null;
  /** How money owed after a withdrawal was paid. Undefined: no money was ever owed. */
  readonly debt?: WayPaid | 'unpaid' | undefined;
  /** The provider's last message that was no result. */
  readonly lastWait: Waiting | null;
  /** Words about where the money is, oldest first. */
  readonly moneyWords: readonly MoneyWord[];
}

/**
 * An effect of an update beside the order's next state. src/server/payments/effects/carry-out.ts carries them out in the order of the list.
 */
export type UpdateEffect =
  | Exclude<OrderEffect, { readonly kind: 'revoke' }>
  /** Adds the event to the order's history. */
  | { readonly kind: 'record'; readonly event: OrderEvent; readonly news: MoneyNews | null }
  /** Our refund that was asked for is done. */
  | { readonly kind: 'finish-refund' }
  /** Money that was owed came back on the card after all. */
  | { readonly kind: 'settle-debt' }
  /** Money went back outside: takes back what is left of the credits and ends the period. */
  | { readonly kind: 'revoke' }
  /** We gave money back, credits included: ends the period. */
  | { readonly kind: 'end-bought' }
  /** A later word about the same money, which the order's state does not show. */
  | { readonly kind: 'tell-news'; readonly event: OrderEvent; readonly news: MoneyNews }
  /** Raises the owner's document, which shows whether a payment is waited for. */
  | { readonly kind: 'raise-user' }
  | { readonly kind: 'issue-invoice' }
  | { readonly kind: 'issue-storno' };

export interface UpdateStep {
  readonly order: TrackedOrder;
  /** The event as it counts for this order. */
  readonly event: OrderEvent;
  /** True when the order's money counts from now on. */
  readonly isFirstMoney: boolean;
  readonly effects: readonly UpdateEffect[];
}

/**
 * Returns the event as this order's own. News of another payment than the one that the order opened neither pays nor undoes what this order
 * opened. `ownProviderId`: the payment that it opened.
 */
export function toOwnEvent(
  { source, event, providerId }: OrderUpdate,
  ownProviderId: string | null,
): OrderEvent {
  const isProviders = source === 'notification' || source === 'status';
  if (!isProviders || !providerId || ownProviderId === null || ownProviderId === providerId) return event;
  const { amountBani, currency } = event.kind === 'paid' ? event : { amountBani: null, currency: null };
  return { kind: 'other-payment', providerId, said: event.kind as PaymentState, amountBani, currency };
}

/**
 * Returns the order after an update and the effects that follow. The machine of order-state.ts decides the state; this function decides
 * what depends on refunds, debts and the order's history too. `update.event`: as `toOwnEvent` returns it. The invoice and the storno are
 * last, since everything that is numbered waits for their number.
 */
export function decideUpdate(before: TrackedOrder, update: OrderUpdate, known: KnownFacts): UpdateStep {
  const isRefund = update.event.kind === 'refunded';
  const isAsked = isRefund && known.refund === 'asked';
  // Owed money that came back on the card after all is no refund from outside; after a transfer it would be a second one.
  const isDebtSettled =
    isRefund && known.refund === null && known.debt !== undefined && known.debt !== 'transfer';
  const isOurs = isRefund && (known.refund !== null || isDebtSettled);
  const event: OrderEvent = isOurs ? { kind: 'refunded', byUs: true } : update.event;
  const { order, effects } = nextOrder(before, event, known.block);
  const isFirstMoney = order.isGranted && !before.isGranted;
  const news = order.isGranted ? findNews({ ...update, event }, known.moneyWords) : null;
  const isKnown = order.state === before.state && effects.length === 0 && !isNewWait(event, known) && !news;
  const isTold = update.source === 'admin' || effects.some(({ kind }) => kind === 'tell-admins');
  return {
    order,
    event,
    isFirstMoney,
    effects: [
      // A status that says only known things is no update.
      ...listEffectIf(update.source !== 'status' || !isKnown, { kind: 'record', event, news } as const),
      ...listEffectIf(isAsked, { kind: 'finish-refund' } as const),
      ...listEffectIf(isDebtSettled, { kind: 'settle-debt' } as const),
      ...effects.map((effect) => (effect.kind === 'revoke' ? getReturnEffect(event) : effect)),
      ...(news && !isTold ? [{ kind: 'tell-news', event, news } as const] : []),
      ...listEffectIf(isAwaited(before.state) !== isAwaited(order.state), { kind: 'raise-user' } as const),
      ...listEffectIf(isFirstMoney, { kind: 'issue-invoice' } as const),
      ...listEffectIf(isAsked, { kind: 'issue-storno' } as const),
    ],
  };
}

function listEffectIf<Effect>(condition: boolean, effect: Effect): Effect[] {
  return condition ? [effect] : [];
}

/** Returns the effect of money that went back. The credits of our own refund were revoked when it was asked for. */
function getReturnEffect(event: OrderEvent): UpdateEffect {
  return { kind: event.kind === 'refunded' && event.byUs ? 'end-bought' : 'revoke' };
}

function isNewWait(event: OrderEvent, { lastWait }: KnownFacts): boolean {
  return isWaiting(event.kind) && event.kind !== lastWait;
}

/** Returns news of this order's own money that its machine does not tell. */
function findNews(
  { event, source, status = null }: OrderUpdate,
  before: readonly MoneyWord[],
): MoneyNews | null {
  if (!isMoneyWord(event.kind)) return null;
  const byUs = event.kind === 'refunded' && event.byUs;
  return moneyNews(before, { kind: event.kind, byUs, status, isNotification: source === 'notification' });
}
