import type { PaymentState } from '#domain/payments/provider-status.ts';

/**
 * The order: created → started → pending → paid | declined | cancelled | expired | review; paid → refunded | charged-back; imported stands
 * still and grants nothing. A verified notification decides, without one the status answer, both through `nextOrder`. Notices come twice,
 * late and in any order, so the order only climbs: whatever the arrival, the same notices leave the same state and the same effects.
 * Declined is never the end (another card may be tried on the same page), and money that comes after a cancel or an expiry is money. Only an admin
 * takes it back to paid: `restored`, when money that had gone back is here again.
 */
export const ORDER_STATES = [
  'created',
  'started',
  'pending',
  'declined',
  'cancelled',
  'expired',
  'review',
  'paid',
  'refunded',
  'charged-back',
  'imported',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

const BLOCK_REASONS = ['unending-plan', 'account-deleted'] as const;
/** The reason for which a correct payment waits for an admin. */
export type BlockReason = (typeof BLOCK_REASONS)[number];

export const REVIEW_REASONS = [
  ...BLOCK_REASONS,
  'wrong-money',
  'other-payment',
  'cancelled-and-paid',
  'refunded-outside',
  'charged-back',
  'unknown-status',
] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

export interface TrackedOrder {
  readonly state: OrderState;
  readonly priceBani: number;
  readonly currency: string;
  /** True when credits or the period were given, which happens once. */
  readonly isGranted: boolean;
  /** Set while a correct payment waits for an admin. */
  readonly heldFor: BlockReason | null;
  readonly isCancelledByProvider: boolean;
  readonly notifiedAdmins: readonly ReviewReason[];
}

/** Words of the provider without an outcome: no card entered, a payment under way, or a check against fraud. */
const WAITING = ['not-begun', 'pending', 'three-d-secure', 'fraud-check'] as const;
export type Waiting = (typeof WAITING)[number];
/** The provider's messages about a try to pay. The newest says whether one is under way: what came before a decline counts no more. */
export const TRIES = [...WAITING, 'declined'] as const;
export type Try = (typeof TRIES)[number];

export function isWaiting(kind: string): kind is Waiting {
  return WAITING.some((waiting) => waiting === kind);
}

export type OrderEvent =
  | { readonly kind: 'start' }
  /** The provider says so, by notification or status response. Null when it names no readable amount. */
  | { readonly kind: 'paid'; readonly amountBani: number | null; readonly currency: string | null }
  | { readonly kind: Waiting | 'declined' | 'cancelled' | 'expired' | 'unknown' }
  /** `byUs`: the refund was asked for here, so its credits are already revoked. */
  | { readonly kind: 'refunded'; readonly byUs: boolean }
  | { readonly kind: 'chargeback' }
  /** The provider names our order for another payment than the one it opened. */
  | {
      readonly kind: 'other-payment';
      readonly providerId: string;
      readonly said: PaymentState;
      readonly amountBani: number | null;
      readonly currency: string | null;
    }
  /** „Renunț la plată”. */
  | { readonly kind: 'given-up' }
  | { readonly kind: 'timed-out' }
  /** An admin looked at the review and lets the money count. */
  | { readonly kind: 'accepted' }
  /** An admin saw that money which had gone back outside is here again. `hasRefund`: our own refund was made of it. */
  | { readonly kind: 'restored'; readonly hasRefund: boolean };

/** `grant` gives what was bought. `revoke` takes back what is left of it and ends its period; a second time only when the
 * bank takes back money that we had refunded in part. `restore` gives again what was revoked. */
export type OrderEffect =
  | { readonly kind: 'grant' }
  | { readonly kind: 'revoke' }
  | { readonly kind: 'restore' }
  | { readonly kind: 'tell-admins'; readonly reason: ReviewReason };

export interface OrderStep {
  readonly order: TrackedOrder;
  readonly effects: readonly OrderEffect[];
}

export function newOrder(priceBani: number, currency: string): TrackedOrder {
  return {
    state: 'created',
    priceBani,
    currency,
    isGranted: false,
    heldFor: null,
    isCancelledByProvider: false,
    notifiedAdmins: [],
  };
}

/** Returns the order after the event. `block`: why a correct payment can grant nothing now; null when it can. */
export function nextOrder(
  order: TrackedOrder,
  event: OrderEvent,
  block: BlockReason | null = null,
): OrderStep {
  if (order.state === 'imported') return { order, effects: [] };
  switch (event.kind) {
    case 'start':
      return buildIdleStep(climbToState(order, 'started'));
    case 'not-begun':
    case 'pending':
    case 'three-d-secure':
    case 'fraud-check':
      return buildIdleStep(climbToState(order, 'pending'));
    case 'declined':
      return buildIdleStep(climbToState(order, 'declined'));
    case 'given-up':
      return buildIdleStep(climbToState(order, 'cancelled'));
    case 'timed-out':
    case 'expired':
      return buildIdleStep(climbToState(order, 'expired'));
    case 'unknown':
      return notifyAdminsOnce(order, 'unknown-status');
    case 'cancelled':
      return reportContradiction(
        buildIdleStep(climbToState({ ...order, isCancelledByProvider: true }, 'cancelled')),
      );
    case 'paid':
      return isRightMoney(order, event)
        ? reportContradiction(rightMoney(order, block))
        : notifyAdminsOnce(climbToState(order, 'review'), 'wrong-money');
    case 'other-payment':
      return MONEY.includes(event.said)
        ? notifyAdminsOnce(climbToState(order, 'review'), 'other-payment')
        : buildIdleStep(order);
    case 'accepted':
      return order.state === 'review' ? grantOrder(order) : buildIdleStep(order);
    case 'restored':
      return buildRestoredStep(order, event.hasRefund);
    case 'refunded':
      return moneyBack(order, 'refunded', { hold: block, reason: event.byUs ? null : 'refunded-outside' });
    case 'chargeback':
      return moneyBack(order, 'charged-back', { hold: block, reason: 'charged-back' });
  }
}

const buildIdleStep = (order: TrackedOrder): OrderStep => ({ order, effects: [] });

function climbToState(order: TrackedOrder, state: OrderState): TrackedOrder {
  return ORDER_STATES.indexOf(state) > ORDER_STATES.indexOf(order.state) ? { ...order, state } : order;
}

function isRightMoney(
  order: TrackedOrder,
  event: { amountBani: number | null; currency: string | null },
): boolean {
  return event.amountBani === order.priceBani && event.currency === order.currency;
}

function notifyAdminsOnce(order: TrackedOrder, reason: ReviewReason): OrderStep {
  if (order.notifiedAdmins.includes(reason)) return buildIdleStep(order);
  return {
    order: { ...order, notifiedAdmins: [...order.notifiedAdmins, reason] },
    effects: [{ kind: 'tell-admins', reason }],
  };
}

/** Applies `next` to the step's order and joins the effects of both. */
function chainStep(step: OrderStep, next: (order: TrackedOrder) => OrderStep): OrderStep {
  const { order, effects } = next(step.order);
  return { order, effects: [...step.effects, ...effects] };
}

function grantOrder(order: TrackedOrder): OrderStep {
  const paid = { ...climbToState(order, 'paid'), heldFor: null };
  return order.isGranted
    ? buildIdleStep(paid)
    : { order: { ...paid, isGranted: true }, effects: [{ kind: 'grant' }] };
}

const MONEY: readonly PaymentState[] = ['paid', 'refunded', 'chargeback'];
const BACK: readonly OrderState[] = ['refunded', 'charged-back'];

function rightMoney(order: TrackedOrder, block: BlockReason | null): OrderStep {
  if (order.isGranted || BACK.includes(order.state)) return buildIdleStep(order);
  const reason = order.heldFor ?? block;
  return reason === null
    ? grantOrder(order)
    : notifyAdminsOnce({ ...climbToState(order, 'review'), heldFor: reason }, reason);
}

/**
 * Handles money that went back, which had come before: the payment that it undoes is taken as seen, whichever notice arrives first. A
 * payment that we refunded out of a review had bought nothing.
 */
function moneyBack(
  order: TrackedOrder,
  state: 'refunded' | 'charged-back',
  { hold: block, reason }: { hold: BlockReason | null; reason: ReviewReason | null },
): OrderStep {
  const isFirst = !BACK.includes(order.state);
  const isOurs = reason === null;
  // Our refund covered what was left; the bank takes back all of it, so credits on hold at that time are no longer paid for.
  const isAfterOurs =
    order.state === 'refunded' && !isOurs && !order.notifiedAdmins.includes('refunded-outside');
  const came =
    isFirst && (order.isGranted || !isOurs)
      ? reportContradiction(rightMoney(order, block))
      : buildIdleStep(order);
  const back = chainStep(came, (seen) => ({
    order: climbToState(seen, state),
    effects: (isFirst || isAfterOurs) && seen.isGranted ? [{ kind: 'revoke' }] : [],
  }));
  return isOurs ? back : chainStep(back, (done) => notifyAdminsOnce(done, reason));
}

/** Returns the step to paid again. After a refund of ours the buyer has the money of what was left: nothing is given again. */
function buildRestoredStep(order: TrackedOrder, hasRefund: boolean): OrderStep {
  if (!BACK.includes(order.state) || !order.isGranted) return buildIdleStep(order);
  const state = hasRefund ? 'refunded' : 'paid';
  return { order: { ...order, state }, effects: hasRefund ? [] : [{ kind: 'restore' }] };
}

/** Handles a provider that says both that it cancelled and that it was paid: the money counts, and an admin looks. */
function reportContradiction(step: OrderStep): OrderStep {
  const { isCancelledByProvider, isGranted, heldFor } = step.order;
  const hasMoney = isGranted || heldFor !== null;
  return isCancelledByProvider && hasMoney
    ? chainStep(step, (o) => notifyAdminsOnce(o, 'cancelled-and-paid'))
    : step;
}
