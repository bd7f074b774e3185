import * as z from 'zod/mini';
import { orderFacts } from '#contract/orders.ts';
import { route } from '#contract/route.ts';
import { instant, orderId, userId } from '#contract/wire.ts';
import { WAITS_FOR } from '#domain/payments/open-order.ts';
import { ORDER_LISTS } from '#domain/payments/order-groups.ts';
import { REVIEW_REASONS } from '#domain/payments/order-state.ts';

/** An order as admins see it; prices in lei. */
const listedOrder = z.object({
  ...orderFacts.shape,
  userId,
  /** The buyer's current email address. */
  email: z.string(),
  waitsFor: z.enum(WAITS_FOR),
  mode: z.enum(['simulator', 'sandbox', 'live', 'imported']),
  providerId: z.nullable(z.string()),
  /** Reasons for which the admins were notified. */
  told: z.array(z.enum(REVIEW_REASONS)),
  /** Credits that could not be withdrawn when the money was returned outside Fotolot; null when it was not. */
  shortfall: z.nullable(z.int()),
});
export type ListedOrder = z.infer<typeof listedOrder>;

export const listOrders = route({
  method: 'GET',
  path: '/api/admin/orders',
  access: 'admin',
  summary: 'Orders, newest first, by pages of 50; by list, by part of the id or of the buyer’s address',
  query: z.object({
    list: z.optional(z.enum(ORDER_LISTS)),
    search: z.optional(z.string().check(z.maxLength(254))),
    /** `nextCursor` of the page before. */
    cursor: z.optional(orderId),
  }),
  out: z.object({
    orders: z.array(listedOrder),
    nextCursor: z.nullable(orderId),
    /** Number of all orders in review, whatever the filter. */
    inReview: z.int(),
  }),
});

const refund = z.object({
  id: z.string(),
  /** `asked`: the provider has not confirmed or refused it yet. */
  state: z.enum(['asked', 'done', 'refused']),
  amount: z.number(),
  withdrawn: z.int(),
  reason: z.string(),
  /** Email address of the admin or buyer who asked for it. */
  askedBy: z.string(),
  createdAt: instant,
  endedAt: z.nullable(instant),
});

export const orderFile = z.object({
  order: listedOrder,
  /** The checkout form as it was agreed to; null for an imported order. */
  checkout: z.nullable(
    z.object({
      billing: z.record(z.string(), z.nullable(z.string())),
      consents: z.object({
        version: z.string(),
        given: z.array(z.string()),
        at: instant,
        address: z.string(),
      }),
      shownDays: z.nullable(z.int()),
    }),
  ),
  purchase: z.nullable(z.object({ id: z.string(), createdAt: instant })),
  /** The credits it gave and how many are left; null when it gave none. */
  credits: z.nullable(z.object({ granted: z.int(), remaining: z.int(), expiresAt: z.nullable(instant) })),
  /** The order's history, oldest first; `by`: email address of the admin who decided. */
  events: z.array(
    z.object({
      source: z.string(),
      event: z.string(),
      data: z.record(z.string(), z.unknown()),
      by: z.nullable(z.string()),
      at: instant,
    }),
  ),
  refunds: z.array(refund),
  /** Lei that a refund would return now, and the credits it would take; null when no refund is possible. */
  refundNow: z.nullable(z.object({ amount: z.number(), credits: z.int() })),
});
export type OrderFile = z.infer<typeof orderFile>;

export const readOrderFile = route({
  method: 'GET',
  path: '/api/admin/orders/{orderId}',
  access: 'admin',
  summary: 'One order with its sheet, events, purchase and refunds',
  params: z.object({ orderId }),
  out: orderFile,
});

/** Stored for good, so it should name no persons. */
const reason = z.string().check(z.minLength(3), z.maxLength(300));

export const refundOrder = route({
  method: 'POST',
  path: '/api/admin/orders/{orderId}/refund',
  access: 'admin',
  summary: 'Gives the money of the unspent credits back, once per order',
  params: z.object({ orderId }),
  body: z.strictObject({
    reason,
    /** The amount that was shown, in lei; if it has changed by now, nothing is done. */
    shownAmount: z.number(),
  }),
  out: orderFile,
});

export const acceptOrder = route({
  method: 'POST',
  path: '/api/admin/orders/{orderId}/accept',
  access: 'admin',
  summary: 'Lets money in review count: gives what was ordered, once',
  params: z.object({ orderId }),
  body: z.strictObject({ reason }),
  out: orderFile,
});
