import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';
import { instant } from '#contract/wire.ts';
import { E_FACTURA_MODES } from '#domain/invoices/hand-in.ts';

/** How this server is set up, without any secret of its settings. */
const installation = z.object({
  /** „1.2.3” */
  version: z.string(),
  /** isEmbedded: the server starts it itself. */
  database: z.object({ isEmbedded: z.boolean(), version: z.string(), bytes: z.int() }),
  /** Host of the mail server; null: mails are written into files. */
  mailHost: z.nullable(z.string()),
  payments: z.enum(['simulator', 'sandbox', 'live', 'off']),
  publicUrl: z.string(),
  eFactura: z.enum(E_FACTURA_MODES),
  /** Whether admins must have a second factor, and how many of them have none. */
  secondFactor: z.object({ isObliged: z.boolean(), without: z.int() }),
  /** The newest backup that the tool noted; null before the first, and in a restored copy. */
  backup: z.nullable(
    z.object({
      madeAt: instant,
      /** More than 48 hours old. */
      isLate: z.boolean(),
      /** What reading all of it again found; null until then. */
      check: z.nullable(z.object({ at: instant, isWhole: z.boolean() })),
    }),
  ),
});
export type Installation = z.infer<typeof installation>;

export const readInstallation = defineRoute({
  method: 'GET',
  path: '/api/admin/installation',
  access: 'admin',
  summary: 'How this server is set up: version, database, mail, payments, RO e-Factura, the last backup',
  out: installation,
});

export const obligeAdmins = defineRoute({
  method: 'POST',
  path: '/api/admin/installation/second-factor',
  access: 'admin',
  summary: 'Obliges all admins to have a second factor, or no longer',
  body: z.strictObject({ isObliged: z.boolean() }),
  out: installation,
});

export const tryMail = defineRoute({
  method: 'POST',
  path: '/api/admin/installation/try-mail',
  access: 'admin',
  summary: 'Sends a mail to the admin who asks, at once; the answer says why it failed',
  out: z.object({
    to: z.string(),
    /** The mail server's own words; null: it took the mail. */
    problem: z.nullable(z.string()),
  }),
});

const paymentsTrial = z.object({
  /** `unclear`: the provider was not reached, or did not say. */
  verdict: z.enum(['accepted', 'refused', 'unclear']),
  /** The provider's own words. */
  words: z.nullable(z.string()),
});
export type PaymentsTrial = z.infer<typeof paymentsTrial>;

export const tryPayments = defineRoute({
  method: 'POST',
  path: '/api/admin/installation/try-payments',
  access: 'admin',
  summary:
    'Asks the card provider about a payment that was never begun, which shows whether the keys are taken',
  out: paymentsTrial,
});
