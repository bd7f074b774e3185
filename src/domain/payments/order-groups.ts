import type { OrderState } from '#domain/payments/order-state.ts';

/** The states of orders as admins look through them. */
export const ORDER_GROUPS = {
  review: ['review'],
  paid: ['paid'],
  open: ['created', 'started', 'pending', 'declined'],
  back: ['refunded', 'charged-back'],
  unpaid: ['cancelled', 'expired'],
  imported: ['imported'],
} as const satisfies Record<string, readonly OrderState[]>;
export type OrderGroup = keyof typeof ORDER_GROUPS;

/**
 * `told`: the admins were told of it, whatever its state. `storno`: money went back outside, and its invoice waits for a decision.
 * `transfer`: goodwill of it is still to be transferred.
 */
export const ORDER_LISTS = [
  'told',
  'review',
  'paid',
  'open',
  'back',
  'storno',
  'transfer',
  'unpaid',
  'imported',
] as const satisfies (OrderGroup | 'told' | 'storno' | 'transfer')[];
export type OrderList = (typeof ORDER_LISTS)[number];
