import * as z from 'zod/mini';
import { order } from '#contract/orders.ts';
import { route } from '#contract/route.ts';
import { instant, orderId, userId } from '#contract/wire.ts';
import { ORDER_STATES } from '#domain/payments/order-state.ts';

/** An order as admins see it; prices in lei. */
export const orderLine = z.object({
  ...order.shape,
  userId,
  mode: z.enum(['simulator', 'sandbox', 'live', 'imported']),
  providerId: z.nullable(z.string()),
});
export type OrderLine = z.infer<typeof orderLine>;

export const listOrders = route({
  method: 'GET',
  path: '/api/admin/orders',
  access: 'admin',
  summary: 'Orders, newest first, by pages of 50; by state, by part of the id',
  query: z.object({
    state: z.optional(z.enum(ORDER_STATES)),
    search: z.optional(z.string().check(z.maxLength(60))),
    /** `nextCursor` of the page before. */
    cursor: z.optional(orderId),
  }),
  out: z.object({ orders: z.array(orderLine), nextCursor: z.nullable(orderId) }),
});

export const orderFile = z.object({
  order: orderLine,
  /** Everything it went through, oldest first. */
  events: z.array(
    z.object({ source: z.string(), event: z.string(), data: z.record(z.string(), z.unknown()), at: instant }),
  ),
  refunds: z.array(
    z.object({
      id: z.string(),
      /** asked: what the provider did is not known yet. */
      state: z.enum(['asked', 'done', 'refused']),
      amount: z.number(),
      withdrawn: z.int(),
      reason: z.string(),
      askedBy: userId,
      createdAt: instant,
      endedAt: z.nullable(instant),
    }),
  ),
});
export type OrderFile = z.infer<typeof orderFile>;

export const readOrderFile = route({
  method: 'GET',
  path: '/api/admin/orders/{orderId}',
  access: 'admin',
  summary: 'One order with its events and refunds',
  params: z.object({ orderId }),
  out: orderFile,
});

export const refundOrder = route({
  method: 'POST',
  path: '/api/admin/orders/{orderId}/refund',
  access: 'admin',
  summary: 'Gives the money of the unspent credits back, once per order',
  params: z.object({ orderId }),
  body: z.strictObject({
    /** Kept with the ledger: no names. */
    reason: z.string().check(z.minLength(3), z.maxLength(300)),
  }),
  out: orderFile,
});
