import * as z from 'zod/mini';
import { documentSending } from '#contract/admin/admin-hand-ins.ts';
import { billingForm, invoiceFiles, orderFacts, withdrawalFacts } from '#contract/orders.ts';
import { defineRoute } from '#contract/route.ts';
import { day, goodwillId, instant, orderId, userId, withdrawalId } from '#contract/wire.ts';
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

/** Which orders are meant: all fields together. */
const orderFilter = {
  list: z.optional(z.enum(ORDER_LISTS)),
  /** Number of an order, invoice or payment, name, CUI, address, sum or day. */
  search: z.optional(z.string().check(z.maxLength(254))),
  /** Days in Bucharest on which the order was made, both inclusive. */
  from: z.optional(day),
  until: z.optional(day),
  /** Lei, both inclusive. */
  least: z.optional(z.coerce.number().check(z.minimum(0), z.maximum(1_000_000))),
  most: z.optional(z.coerce.number().check(z.minimum(0), z.maximum(1_000_000))),
};

export const readOrderTotals = defineRoute({
  method: 'GET',
  path: '/api/admin/totals/orders',
  access: 'admin',
  right: 'support',
  summary: 'How many orders a choice has, how many of them were paid, and the lei of those',
  query: z.object(orderFilter),
  out: z.object({ orders: z.int(), paid: z.int(), paidLei: z.number() }),
});

export const downloadOrders = defineRoute({
  method: 'GET',
  path: '/api/admin/csv/orders',
  access: 'admin',
  summary: 'The orders of a choice as CSV, newest first; written down in the audit log',
  query: z.object(orderFilter),
});

export const listOrders = defineRoute({
  method: 'GET',
  path: '/api/admin/orders',
  access: 'admin',
  right: 'support',
  summary:
    'Orders, newest first, by pages of 50; by list, days, sum, and by what people quote: numbers and sums exactly, names by the start of words',
  query: z.object({
    ...orderFilter,
    /** `nextCursor` of the page before. */
    cursor: z.optional(orderId),
  }),
  out: z.object({
    orders: z.array(listedOrder),
    nextCursor: z.nullable(orderId),
    /** The search fits more orders than are looked at. */
    isCut: z.boolean(),
    /** Number of all orders in review, whatever the filter. */
    inReview: z.int(),
    /** Number of orders whose invoice waits for a decision: their money went back outside Fotolot. */
    stornosDue: z.int(),
    /** Number of orders whose goodwill is still to be transferred. */
    transfersDue: z.int(),
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

const goodwill = z.object({
  id: goodwillId,
  amount: z.number(),
  reason: z.string(),
  /** Email address of the admin who gave it. */
  givenBy: z.string(),
  createdAt: instant,
  /** The transfer that paid it; null: still to be transferred. */
  paid: z.nullable(z.object({ on: day, reference: z.string() })),
  /** Why it is not to be transferred: money went back outside and an admin has to decide, or decided that this sum did; null: owed or paid. */
  hold: z.nullable(z.enum(['undecided', 'let-go'])),
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
  /** Issued in simulator or sandbox mode. */
  isTrial: z.boolean(),
  /** How it is sent to ANAF; null where nothing is sent from here and nothing was. */
  sending: z.nullable(documentSending),
});

export const orderFile = z.object({
  order: listedOrder,
  /** The checkout form as it was agreed to; null for an imported order. */
  checkout: z.nullable(
    z.object({
      billing: z.record(z.string(), z.nullable(z.string())),
      /** Whether a firm said that it is registered for value-added tax; null: not asked. */
      vatPayer: z.nullable(z.boolean()),
      consents: z.object({
        /** Day on which their texts were written. */
        version: z.string(),
        given: z.array(z.string()),
        at: instant,
        address: z.string(),
        /** Text of each box at that time; its name where the text was not kept. */
        words: z.record(z.string(), z.string()),
        /** Path of the terms of that time; null where they were not kept. */
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
  /** The money came in another currency or without a readable sum: the admin who accepts it enters the lei received. */
  needsAmount: z.boolean(),
  /** Lei that a refund would return now, and the credits it would take; null when no refund is possible. */
  refundNow: z.nullable(z.object({ amount: z.number(), most: z.number(), credits: z.int() })),
  /** What went back out of goodwill while the order stands, oldest first. */
  goodwill: z.array(goodwill),
  /** Most lei that may go back out of goodwill; null when none may. */
  goodwillMost: z.nullable(z.number()),
  /** Invoices and stornos, oldest first. */
  invoices: z.array(invoice),
  /** Rest of the standing invoice after stornos, in lei, and its buyer; null when there is no invoice or no rest. */
  invoiced: z.nullable(z.object({ rest: z.number(), buyer: billingForm })),
  /** Money went back outside Fotolot: an admin has to decide how much of the invoice is taken back. */
  isStornoDue: z.boolean(),
  /** Money may have gone back and part of the invoice is left: an admin may decide, also again. */
  mayDecideStorno: z.boolean(),
  /**
   * Money went back outside Fotolot: the credits that return and the lei that are invoiced again if an admin sees the money here again.
   * isMoneyAgain: the provider says so.
   */
  restoreNow: z.nullable(z.object({ credits: z.int(), amount: z.number(), isMoneyAgain: z.boolean() })),
});
export type OrderFile = z.infer<typeof orderFile>;

export const readOrderFile = defineRoute({
  method: 'GET',
  path: '/api/admin/orders/{orderId}',
  access: 'admin',
  right: 'support',
  summary: 'One order with its sheet, events, purchase and refunds',
  params: z.object({ orderId }),
  out: orderFile,
});

/** A withdrawal whose money is not known to be back. */
const unpaidWithdrawal = z.object({
  id: withdrawalId,
  orderId,
  /** Name of the package or plan. */
  item: z.string(),
  /** Name of the buyer and address of the receipt; empty once they need not be known. */
  name: z.string(),
  email: z.string(),
  mode: z.enum(['simulator', 'sandbox', 'live', 'imported']),
  /** Why NETOPIA does not give it back; null: no word yet. */
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

/** Number of the transfer or payment; stored for good, so it should name no persons. */
const paymentReference = z.string().check(z.trim(), z.minLength(3), z.maxLength(60));

export const payWithdrawal = defineRoute({
  method: 'POST',
  path: '/api/admin/withdrawals/{withdrawalId}/paid',
  access: 'admin',
  summary: 'Says how owed money of a withdrawal was paid; once',
  params: z.object({ withdrawalId }),
  body: z.strictObject({
    way: z.enum(WAYS_PAID),
    reference: paymentReference,
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
    /** Amount that was shown, in lei; if it has changed by now, nothing is done. */
    shownAmount: z.number(),
    /** Lei to give back instead, out of goodwill: at least the shown amount, at most what was paid. Absent: as shown. */
    amount: z.optional(z.number()),
  }),
  out: orderFile,
});

export const giveGoodwill = defineRoute({
  method: 'POST',
  path: '/api/admin/orders/{orderId}/goodwill',
  access: 'admin',
  summary: 'Gives a chosen sum of a paid order back by bank transfer; the order stands, with its credits',
  params: z.object({ orderId }),
  body: z.strictObject({
    reason,
    /** Lei, at most what is left of what was paid. */
    amount: z.number(),
    /** Most lei that were shown; if they have changed by now, nothing is done. */
    shownMost: z.number(),
    /** Idempotency key chosen by the form: sent twice, it counts once. */
    key: z.string().check(z.regex(/^[A-Za-z0-9-]{8,64}$/)),
  }),
  out: orderFile,
});

export const noteGoodwillPaid = defineRoute({
  method: 'POST',
  path: '/api/admin/orders/{orderId}/goodwill/{goodwillId}/paid',
  access: 'admin',
  summary: 'Says by which transfer goodwill was paid; once',
  params: z.object({ orderId, goodwillId }),
  body: z.strictObject({ reference: paymentReference, paidOn: day }),
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
    /** Lei received, where the provider named no sum in lei; it is invoiced. */
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
    /** Remaining credits are taken too, and the period ends. Where nothing of the invoice is left, this is the default. */
    withdrawCredits: z.optional(z.boolean()),
    /**
     * The promised transfers are not made, since their money went back too. Only where nothing of the invoice is left; there it is the
     * default.
     */
    letGoodwillGo: z.optional(z.boolean()),
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
