import type { OrderState } from '#domain/payments/order-state.ts';

/**
 * When the provider is asked about an order again: often while its owner waits, then more and more seldom. Paid orders are read again after
 * 1, 7, 30, 60, 90 and 120 days, for money that went back.
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

/** Null: never again. */
export function nextCheckAt(order: { state: OrderState; createdAt: Date }, now: Date): Date | null {
  const ageMs = now.getTime() - order.createdAt.getTime();
  switch (order.state) {
    case 'created':
    case 'started':
    case 'pending':
    case 'declined':
      return new Date(now.getTime() + stepMinutes(ageMs / MINUTE_MS) * MINUTE_MS);
    case 'paid': {
      const days = AFTER_PAYMENT_DAYS.find((day) => day * DAY_MS > ageMs);
      return days === undefined ? null : new Date(order.createdAt.getTime() + days * DAY_MS);
    }
    default:
      return null;
  }
}

function stepMinutes(age: number): number {
  for (const [until, step] of OPEN) if (age < until) return step;
  return SELDOM_MINUTES;
}
