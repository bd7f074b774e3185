import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';
import { batchId, instant } from '#contract/wire.ts';
import { GRANT_SOURCES } from '#domain/credits/grants.ts';
import { LEDGER_KINDS } from '#domain/language/ledger-words.ts';

/** An entry of the ledger as its owner reads it. */
export const creditEntry = z.object({
  seq: z.int(),
  kind: z.enum(LEDGER_KINDS),
  /** Source of the grant that the entry concerns. */
  source: z.nullable(z.enum(GRANT_SOURCES)),
  delta: z.int(),
  amount: z.int(),
  balanceAfter: z.int(),
  /** Why an admin corrected. */
  reason: z.nullable(z.string()),
  /** The batch that was processed, or what was bought. */
  subject: z.nullable(
    z.discriminatedUnion('kind', [
      /** `id` is null once the batch is deleted. */
      z.object({ kind: z.literal('lot'), id: z.nullable(batchId), number: z.int(), name: z.string() }),
      z.object({ kind: z.literal('purchase'), name: z.string() }),
    ]),
  ),
  createdAt: instant,
});
export type CreditEntry = z.infer<typeof creditEntry>;

/** Credits that were given at once, as much of them as is left. */
export const creditGrant = z.object({
  source: z.enum(GRANT_SOURCES),
  granted: z.int(),
  remaining: z.int(),
  /** Null: they have no end. */
  expiresAt: z.nullable(instant),
  createdAt: instant,
});
export type CreditGrant = z.infer<typeof creditGrant>;

export const readCreditGrants = defineRoute({
  method: 'GET',
  path: '/api/credits/grants',
  access: 'user',
  summary:
    'Own credits by what they were given for, with their ends, in the order in which they will be spent',
  out: z.object({ grants: z.array(creditGrant) }),
});

export const readCreditHistory = defineRoute({
  method: 'GET',
  path: '/api/credits/history',
  access: 'user',
  summary:
    'What happened to the own balance, newest first, 20 by default; entries about nothing are left out',
  query: z.object({
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
    /** `seq` of the last entry of the page before. */
    cursor: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
  }),
  out: z.object({ entries: z.array(creditEntry), nextCursor: z.nullable(z.int()) }),
});
