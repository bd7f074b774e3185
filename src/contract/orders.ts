import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';
import { planLimits } from '#contract/users.ts';
import { day, instant, invoiceId, nothing, orderId, userId } from '#contract/wire.ts';
import type { BillingForm } from '#domain/payments/billing.ts';
import { COUNTIES, type County } from '#domain/payments/counties.ts';
import {
  FIRM_OUTCOMES,
  FIRM_STANDINGS,
  type FirmAddress,
  type RegisteredFirm,
} from '#domain/payments/firms/registered-firm.ts';
import { WAITS_FOR } from '#domain/payments/open-order.ts';
import { ORDER_STATES } from '#domain/payments/order-state.ts';
import { PERIOD_FATES } from '#domain/payments/period-fate.ts';
import type { AgreedFigures } from '#domain/plans/agreed-figures.ts';
import { PLANS } from '#domain/plans/plan.ts';

const limitText = (most: number) => z.string().check(z.maxLength(most));

/** The billing form as typed; the domain says which fields are missing or wrong. */
export const billingForm = z.strictObject({
  kind: z.enum(['person', 'firm']),
  firstName: limitText(300),
  lastName: limitText(300),
  name: limitText(300),
  cui: limitText(300),
  registrationNumber: limitText(300),
  street: limitText(300),
  city: limitText(300),
  county: limitText(300),
  postalCode: limitText(300),
  phone: limitText(300),
  /** Asked only of firms; pages of the version before don't ask. */
  vatPayer: z.optional(z.boolean()),
} satisfies Record<keyof BillingForm, z.ZodMiniType>);

/** A package id or a plan value. */
const packageType = z.string().check(z.maxLength(60));

export const readBilling = defineRoute({
  method: 'GET',
  path: '/api/users/me/billing',
  access: 'user',
  summary: 'Billing details of the last checkout',
  out: z.object({ billing: z.nullable(billingForm) }),
});

export const saveBilling = defineRoute({
  method: 'PUT',
  path: '/api/users/me/billing',
  access: 'user',
  summary: 'What the next checkout is filled in with; orders that exist keep theirs',
  body: billingForm,
  out: z.object({ billing: z.nullable(billingForm) }),
});

/** A firm as the public registry has it; empty: it does not say it. */
const registeredFirm = z.object({
  cui: z.string(),
  name: z.string(),
  registrationNumber: z.string(),
  paysVat: z.boolean(),
  standing: z.enum(FIRM_STANDINGS),
  address: z.nullable(
    z.object({
      street: z.string(),
      city: z.string(),
      county: z.enum([...(Object.keys(COUNTIES) as County[]), '']),
      postalCode: z.string(),
    } satisfies Record<keyof FirmAddress, z.ZodMiniType>),
  ),
} satisfies Record<keyof RegisteredFirm, z.ZodMiniType>);

export const findFirm = defineRoute({
  method: 'POST',
  path: '/api/firms',
  access: 'user',
  summary: 'A firm in the public registry of ANAF, by its CUI; nothing else of the form is sent there',
  body: z.strictObject({ cui: limitText(300) }),
  out: z.object({ outcome: z.enum(FIRM_OUTCOMES), firm: z.nullable(registeredFirm) }),
});

export const saveCheckout = defineRoute({
  method: 'PUT',
  path: '/api/checkout',
  access: 'user',
  summary: 'Stores the sheet before a payment as it was agreed to',
  body: z.strictObject({
    packageType,
    billing: billingForm,
    /** The two boxes, unticked at first; both are needed. */
    startNow: z.boolean(),
    terms: z.boolean(),
    /** Price that the sheet showed, in lei. */
    shownPrice: z.number(),
    /** Days that an upgrade was shown to last; null where nothing is converted. */
    shownDays: z.nullable(z.int().check(z.minimum(0), z.maximum(100_000))),
    /**
     * Other figures that the sheet showed; pages of the version before don't send them. When others are in force by now:
     * payments/price-changed.
     */
    shownFigures: z.optional(
      z.strictObject({
        name: limitText(300),
        credits: z.int(),
        /** Limits of a plan, and the version of its terms; null for a package. */
        limits: z.nullable(planLimits),
        termsFrom: z.nullable(instant),
      } satisfies Record<keyof AgreedFigures, z.ZodMiniType>),
    ),
    /** Own path to return to, of a batch for example. */
    returnTo: z.nullable(limitText(200)),
  }),
  out: nothing,
});

export const createNetopiaPayment = defineRoute({
  method: 'POST',
  path: '/api/functions/createNetopiaPayment',
  access: 'user',
  summary:
    'Begins the payment of a stored checkout. Header idempotency-key: the same key gives the same answer',
  body: z.strictObject({ accountId: userId, packageType }),
  out: z.object({
    success: z.boolean(),
    paymentUrl: z.nullable(z.string()),
    orderId,
    customerAction: z.nullable(
      z.object({
        url: z.string(),
        method: z.literal('POST'),
        parameters: z.record(z.string(), z.string()),
      }),
    ),
  }),
});

/** An order as its owner and admins see it. */
export const orderFacts = z.object({
  id: orderId,
  /** Short number that people can say, „K7M3P-9XRT4”. */
  number: z.string(),
  rev: z.int(),
  state: z.enum(ORDER_STATES),
  kind: z.enum(['package', 'plan']),
  item: z.string(),
  name: z.string(),
  credits: z.int(),
  price: z.number(),
  currency: z.literal('RON'),
  /** Why the bank refused, in Romanian. */
  reason: z.nullable(z.string()),
  /** A note to the owner of a paid order: a plan that begins later than shown. */
  note: z.nullable(z.string()),
  paymentUrl: z.nullable(z.string()),
  returnTo: z.nullable(z.string()),
  createdAt: instant,
  paidAt: z.nullable(instant),
});
export type OrderFacts = z.infer<typeof orderFacts>;

/** Live under `orders/{orderId}`. */
const order = z.object({
  ...orderFacts.shape,
  waitsFor: z.enum(WAITS_FOR),
  /** Period that a paid plan's order bought; null for others, and where a note says when it begins. */
  period: z.nullable(z.object({ startsAt: instant, endsAt: instant, hasBegun: z.boolean() })),
});
export type Order = z.infer<typeof order>;

export const readOrder = defineRoute({
  method: 'GET',
  path: '/api/orders/{orderId}',
  access: 'user',
  summary: 'An own order',
  params: z.object({ orderId }),
  out: order,
});

export const listOpenOrders = defineRoute({
  method: 'GET',
  path: '/api/orders',
  access: 'user',
  summary: 'Own orders that are open, declined or looked at by a person, newest first, 20 at most',
  out: z.object({ orders: z.array(order) }),
});

export const cancelOrder = defineRoute({
  method: 'POST',
  path: '/api/orders/{orderId}/cancel',
  access: 'user',
  summary: '„Renunț la plată”; money that comes all the same is still honoured',
  params: z.object({ orderId }),
  out: order,
});

/** A standing withdrawal from the contract, and the state of its money. */
export const withdrawalFacts = z.object({
  state: z.enum(['asked', 'done', 'owed', 'paid']),
  /** Lei. */
  amount: z.number(),
  declaredAt: instant,
  /** Last day of Bucharest on which the money has to be back, „2026-12-08”. */
  payUntil: day,
});

/** Effects of a refund made now. */
const refundQuote = z.object({
  /** Lei. */
  amount: z.number(),
  /** Credits that leave the account; credits that were spent or are held stay paid. */
  credits: z.int(),
  /** Effect on the period that the order bought: it ends, does not begin, or is over anyway; null for a package. */
  period: z.nullable(z.enum(PERIOD_FATES)),
  /** The plan that goes on with another end: its new end, and the one before. */
  planAfter: z.nullable(
    z.object({ plan: z.enum(PLANS), expiresAt: z.nullable(instant), before: z.nullable(instant) }),
  ),
});
export type RefundQuote = z.infer<typeof refundQuote>;

export const quoteRefund = defineRoute({
  method: 'GET',
  path: '/api/orders/{orderId}/refund',
  access: 'user',
  summary: 'What would come back of an own order, within 14 days of payment',
  params: z.object({ orderId }),
  out: refundQuote,
});

export const askRefund = defineRoute({
  method: 'POST',
  path: '/api/orders/{orderId}/refund',
  access: 'user',
  summary: 'Withdraws from an own order: the money goes back, within 14 days of payment',
  params: z.object({ orderId }),
  body: z.strictObject({
    /** Lei that the quote showed; another amount is refused. */
    shownAmount: z.number(),
  }),
  out: z.object({ ...order.shape, withdrawal: withdrawalFacts }),
});

/** An invoice or storno, and which of its files are made. */
export const invoiceFiles = z.object({
  id: invoiceId,
  kind: z.enum(['invoice', 'storno']),
  series: z.string(),
  number: z.int(),
  hasPdf: z.boolean(),
  hasXml: z.boolean(),
  /** ANAF's index of a document to a firm that ANAF accepted: its original is there. */
  originalIndex: z.nullable(z.string()),
});
export type InvoiceFiles = z.infer<typeof invoiceFiles>;

export const downloadInvoice = defineRoute({
  method: 'GET',
  path: '/api/invoices/{invoiceId}/{kind}',
  access: 'user',
  summary:
    'An own invoice or storno as PDF or as e-invoice (XML); admins and holders of a narrow right read all of them',
  params: z.object({ invoiceId, kind: z.enum(['pdf', 'xml']) }),
});

const creditPurchase = z.object({
  id: z.string(),
  orderId,
  /** The order's short number, „K7M3P-9XRT4”. */
  orderNumber: z.string(),
  userId,
  kind: z.enum(['package', 'plan']),
  name: z.string(),
  credits: z.int(),
  price: z.number(),
  currency: z.literal('RON'),
  createdAt: instant,
  /** An instant of the last day on which its owner may withdraw without an admin; null when that is not possible (any more). */
  refundUntil: z.nullable(instant),
  /** Its last refund. Amount in lei; null where the money went back outside Fotolot. charged-back: the bank took it back. */
  refund: z.nullable(
    z.object({
      state: z.enum(['asked', 'done', 'refused', 'charged-back']),
      amount: z.nullable(z.number()),
    }),
  ),
  /** Null: its owner has not withdrawn from it. */
  withdrawal: z.nullable(withdrawalFacts),
  /** Lei that go back out of goodwill while the purchase stands: still to be transferred, and transferred; null for none. */
  goodwill: z.nullable(z.object({ owed: z.number(), paid: z.number() })),
  /** Its invoice and stornos, oldest first. */
  invoices: z.array(invoiceFiles),
});
export type CreditPurchase = z.infer<typeof creditPurchase>;

export const listCreditPurchases = defineRoute({
  method: 'GET',
  path: '/api/credit-purchases',
  access: 'user',
  summary: 'Own purchases, newest first, 20 by default',
  query: z.object({
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
    cursor: z.optional(z.string().check(z.maxLength(100))),
  }),
  out: z.object({ purchases: z.array(creditPurchase), nextCursor: z.nullable(z.string()) }),
});
