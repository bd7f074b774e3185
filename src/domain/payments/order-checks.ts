import type { OrderState } from '#domain/payments/order-state.ts';

/**
 * Times at which the provider is asked about an order again: often while its owner waits or a refund is pending, then more and more seldom.
 * Paid orders are read again after 1, 7, 30, 60, 90 and 120 days, to find refunds and chargebacks. Orders whose money a bank took back are
 * read then too: their dispute may be lost or won.
 */
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const OPEN: ReadonlyMap<number, number> = new Map([
  [10, 1],
  [60, 5],
  [24 * 60, 30],
]);
const SELDOM_MINUTES = 6 * 60;
const AFTER_PAYMENT_DAYS = [1, 7, 30, 60, 90, 120];

/** Returns the next time; null for never again. */
export function nextCheckAt(
  order: { state: OrderState; createdAt: Date; refundAskedAt: Date | null },
  now: Date,
): Date | null {
  if (order.refundAskedAt) return inMinutes(stepMinutes(now.getTime() - order.refundAskedAt.getTime()), now);
  const ageMs = now.getTime() - order.createdAt.getTime();
  switch (order.state) {
    case 'created':
    case 'started':
    case 'pending':
    case 'declined':
      return inMinutes(stepMinutes(ageMs), now);
    case 'charged-back':
    case 'paid': {
      const days = AFTER_PAYMENT_DAYS.find((day) => day * DAY_MS > ageMs);
      return days === undefined ? null : new Date(order.createdAt.getTime() + days * DAY_MS);
    }
    default:
      return null;
  }
}

const inMinutes = (minutes: number, now: Date) => new Date(now.getTime() + minutes * MINUTE_MS);

function stepMinutes(ageMs: number): number {
  for (const [until, step] of OPEN) if (ageMs < until * MINUTE_MS) return step;
  return SELDOM_MINUTES;
}
