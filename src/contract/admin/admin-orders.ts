import * as z from 'zod/mini';
import { billingForm, invoiceFiles, orderFacts, withdrawalFacts } from '#contract/orders.ts';
import { defineRoute } from '#contract/route.ts';
import { day, instant, orderId, userId, withdrawalId } from '#contract/wire.ts';
import { DOCUMENT_CAUSES } from '#domain/invoices/series.ts';
import { WAITS_FOR } from '#domain/payments/open-order.ts';
import { ORDER_LISTS } from '#domain/payments/order-groups.ts';
import { REVIEW_REASONS } from '#domain/payments/order-state.ts';
import { WAYS_PAID } from '#domain/payments/withdrawals.ts';

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

export const listOrders = defineRoute({
  method: 'GET',
  path: '/api/admin/orders',
  access: 'admin',
  summary:
    'Orders, newest first, by pages of 50; by list, by part of the id or of the buyer’s address, by the number of an invoice',
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
    /** Number of those whose invoice waits for a decision: their money went back outside Fotolot. */
    stornosDue: z.int(),
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

/** Amounts in lei, negative on a storno. */
const invoice = z.object({
  ...invoiceFiles.shape,
  cause: z.enum(DOCUMENT_CAUSES),
  net: z.number(),
  vat: z.number(),
  gross: z.number(),
  /** „2026-11-22”. */
  issuedOn: z.string(),
  /** Of the simulator or the sandbox. */
  isTrial: z.boolean(),
});

export const orderFile = z.object({
  order: listedOrder,
  /** The checkout form as it was agreed to; null for an imported order. */
  checkout: z.nullable(
    z.object({
      billing: z.record(z.string(), z.nullable(z.string())),
      /** Whether a firm said that it is registered for value-added tax; null: it was not asked. */
      vatPayer: z.nullable(z.boolean()),
      consents: z.object({
        version: z.string(),
        given: z.array(z.string()),
        at: instant,
        address: z.string(),
        /** What each box said then; its name where that was not kept. */
        words: z.record(z.string(), z.string()),
        /** The terms of then; null where they were not kept. */
        termsPath: z.nullable(z.string()),
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
  withdrawal: z.nullable(z.object({ ...withdrawalFacts.shape, name: z.string(), words: z.string() })),
  /** Its money came in another currency or without a readable sum: who accepts it says how many lei came. */
  needsAmount: z.boolean(),
  /** Lei that a refund would return now, and the credits it would take; null when no refund is possible. */
  refundNow: z.nullable(z.object({ amount: z.number(), most: z.number(), credits: z.int() })),
  /** Invoices and stornos, oldest first. */
  invoices: z.array(invoice),
  /** What stornos have left of the invoice that stands, in lei, and whom it is to; null when there is none or nothing is left. */
  invoiced: z.nullable(z.object({ rest: z.number(), buyer: billingForm })),
  /** Money went back outside Fotolot: an admin is to decide how much of the invoice is taken back. */
  isStornoDue: z.boolean(),
  /** Money may have gone back and something of the invoice is left: an admin may decide, again too. */
  mayDecideStorno: z.boolean(),
  /**
   * Money went back outside: what it does if an admin sees it here again, in credits that return and lei that are invoiced again. isMoneyAgain: the
   * provider says that it is.
   */
  restoreNow: z.nullable(z.object({ credits: z.int(), amount: z.number(), isMoneyAgain: z.boolean() })),
});
export type OrderFile = z.infer<typeof orderFile>;

export const readOrderFile = defineRoute({
  method: 'GET',
  path: '/api/admin/orders/{orderId}',
  access: 'admin',
  summary: 'One order with its sheet, events, purchase and refunds',
  params: z.object({ orderId }),
  out: orderFile,
});

/** A withdrawal whose money is not known to be back. */
const unpaidWithdrawal = z.object({
  id: withdrawalId,
  orderId,
  /** What was bought. */
  item: z.string(),
  /** Who withdrew, and where the receipt went; empty once it need not be known. */
  name: z.string(),
  email: z.string(),
  mode: z.enum(['simulator', 'sandbox', 'live', 'imported']),
  /** Why NETOPIA does not give it back; null: it has not said yet. */
  cause: z.nullable(z.enum(['refused', 'closed'])),
  /** The bank took the order's money back meanwhile: the buyer may have it. */
  isChargedBack: z.boolean(),
  ...withdrawalFacts.shape,
});
export type UnpaidWithdrawal = z.infer<typeof unpaidWithdrawal>;

export const listUnpaidWithdrawals = defineRoute({
  method: 'GET',
  path: '/api/admin/withdrawals',
  access: 'admin',
  summary: 'Withdrawals whose money is not known to be back, the most urgent first, 100 at most',
  out: z.object({ withdrawals: z.array(unpaidWithdrawal) }),
});

export const payWithdrawal = defineRoute({
  method: 'POST',
  path: '/api/admin/withdrawals/{withdrawalId}/paid',
  access: 'admin',
  summary: 'Says how owed money of a withdrawal was paid; once',
  params: z.object({ withdrawalId }),
  body: z.strictObject({
    way: z.enum(WAYS_PAID),
    /** The number of the transfer or of the payment; stored for good, so it should name no persons. */
    reference: z.string().check(z.trim(), z.minLength(3), z.maxLength(60)),
    paidOn: day,
  }),
  out: z.object({ withdrawals: z.array(unpaidWithdrawal) }),
});

/** Stored for good, so it should name no persons. */
const reason = z.string().check(z.minLength(3), z.maxLength(300));

export const refundOrder = defineRoute({
  method: 'POST',
  path: '/api/admin/orders/{orderId}/refund',
  access: 'admin',
  summary: 'Gives the money of the unspent credits back, once per order',
  params: z.object({ orderId }),
  body: z.strictObject({
    reason,
    /** The amount that was shown, in lei; if it has changed by now, nothing is done. */
    shownAmount: z.number(),
    /** Lei that are given back in its place, out of goodwill: no less than it, no more than was paid. Absent: as shown. */
    amount: z.optional(z.number()),
  }),
  out: orderFile,
});

export const acceptOrder = defineRoute({
  method: 'POST',
  path: '/api/admin/orders/{orderId}/accept',
  access: 'admin',
  summary: 'Lets money in review count: gives what was ordered, once',
  params: z.object({ orderId }),
  body: z.strictObject({
    reason,
    /** Lei that came, where the provider told of no sum in lei; it is invoiced. */
    receivedAmount: z.optional(z.number()),
  }),
  out: orderFile,
});

export const decideStorno = defineRoute({
  method: 'POST',
  path: '/api/admin/orders/{orderId}/storno',
  access: 'admin',
  summary: 'Decides how much of an invoice is taken back for money that went back outside Fotolot',
  params: z.object({ orderId }),
  body: z.strictObject({
    reason,
    /** Lei, at most what is left of the invoice; 0: nothing is taken back. */
    amount: z.number(),
    /** The credits that are left go too, and the period ends; unless it says so, where nothing of the invoice is left. */
    withdrawCredits: z.optional(z.boolean()),
  }),
  out: orderFile,
});

export const restoreOrder = defineRoute({
  method: 'POST',
  path: '/api/admin/orders/{orderId}/restore',
  access: 'admin',
  summary: 'A dispute was won: credits or period are given again, and what was taken back is invoiced again',
  params: z.object({ orderId }),
  body: z.strictObject({ reason }),
  out: orderFile,
});

export const mendInvoice = defineRoute({
  method: 'POST',
  path: '/api/admin/orders/{orderId}/mend-invoice',
  access: 'admin',
  summary: 'Takes back what is left of an invoice and issues it again with other data of the buyer',
  params: z.object({ orderId }),
  body: z.strictObject({ reason, billing: billingForm }),
  out: orderFile,
});
