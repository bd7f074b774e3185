import type { BillingDetails } from '#domain/payments/billing.ts';
import type { OrderState } from '#domain/payments/order-state.ts';
import { type AgreedFigures, isSameFigures } from '#domain/plans/agreed-figures.ts';

/**
 * An own open order with a URL, same item, price, figures, billing and shown days, younger than 30 minutes is reused. "Payment is processing" = an
 * own pending order of at most 20 minutes, ended by a final state or by „Renunț la plată”.
 */
export const REUSE_MINUTES = 30;
const PROCESSING_MINUTES = 20;
/** Without an update from the provider an order is given up: after a day if its payment never started, otherwise after 14 days. */
const UNSTARTED_HOURS = 24;
export const UNPAID_DAYS = 14;

const MINUTE_MS = 60_000;

/** An undecided order waits for a card, for the provider's answer to it, or for its check against fraud. */
export const WAITS_FOR = ['card', 'answer', 'fraud-check'] as const;
export type WaitsFor = (typeof WAITS_FOR)[number];

/** The buyer and the purchase; all of it must be the same for an open order to be reused. */
export interface OrderTerms {
  readonly userId: string;
  /** A package id or a plan value. */
  readonly item: string;
  readonly priceBani: number;
  readonly billing: BillingDetails;
  /** The days that an upgrade was shown to bring; null when nothing is converted. */
  readonly shownDays: number | null;
  /** Null where the version before stored the checkout: such an order is not reused. */
  readonly figures: AgreedFigures | null;
}

export interface OpenOrder extends OrderTerms {
  readonly state: OrderState;
  readonly paymentUrl: string | null;
  readonly createdAt: Date;
}

export const OPEN_STATES = [
  'created',
  'started',
  'pending',
  'declined',
] as const satisfies readonly OrderState[];

/** True while it waits for the buyer or the provider; a declined card leaves the payment page open for another. */
export function isOpen(state: OrderState): boolean {
  return OPEN_STATES.some((open) => open === state);
}

/** True when the buyer may go on with this order instead of a new one. */
export function isReusable(order: OpenOrder, wanted: OrderTerms, now: Date): boolean {
  return (
    isOpen(order.state) &&
    order.paymentUrl !== null &&
    ageMs(order.createdAt, now) < REUSE_MINUTES * MINUTE_MS &&
    order.userId === wanted.userId &&
    order.item === wanted.item &&
    order.priceBani === wanted.priceBani &&
    order.shownDays === wanted.shownDays &&
    isSameFigures(order.figures, wanted.figures) &&
    isSameBilling(order.billing, wanted.billing)
  );
}

/** States that wait for the provider's answer; a declined card already is one. */
export const AWAITED_STATES = ['created', 'started', 'pending'] as const satisfies OrderState[];

export function isAwaited(state: OrderState): boolean {
  return AWAITED_STATES.some((awaited) => awaited === state);
}

/** True while the provider checks a payment against fraud, also one that was tried after a declined card. */
export function isCheckedForFraud(state: OrderState, waitsFor: WaitsFor): boolean {
  return isOpen(state) && waitsFor === 'fraud-check';
}

/** True when the buyer may still pay or give up; during a fraud check neither is possible. */
export function mayGoOn(state: OrderState, waitsFor: WaitsFor): boolean {
  return isOpen(state) && !isCheckedForFraud(state, waitsFor);
}

/** True when this order makes the zero-credits dialog wait. */
export function isProcessing(state: OrderState, createdAt: Date, now: Date): boolean {
  return isAwaited(state) && now <= processingUntil(createdAt);
}

/** Returns the last moment at which an awaited order still is a payment that is processing. */
export function processingUntil(createdAt: Date): Date {
  return new Date(createdAt.getTime() + PROCESSING_MINUTES * MINUTE_MS);
}

/** True when the order has waited too long for its money (which still counts if it comes). */
export function isTimedOut(order: Pick<OpenOrder, 'state' | 'createdAt'>, now: Date): boolean {
  if (!isOpen(order.state)) return false;
  const hours = order.state === 'created' ? UNSTARTED_HOURS : UNPAID_DAYS * 24;
  return ageMs(order.createdAt, now) >= hours * 60 * MINUTE_MS;
}

function ageMs(createdAt: Date, now: Date): number {
  return now.getTime() - createdAt.getTime();
}

function isSameBilling(a: BillingDetails, b: BillingDetails): boolean {
  const text = (billing: BillingDetails) =>
    JSON.stringify(Object.entries({ vatPayer: false, ...billing }).sort());
  return text(a) === text(b);
}
