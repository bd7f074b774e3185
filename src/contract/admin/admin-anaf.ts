import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';
import { instant } from '#contract/wire.ts';
import { ANAF_STATES } from '#domain/invoices/anaf-connection.ts';
import { REASON_LENGTH } from '#domain/users/audit-actions.ts';

/** The seller's connection to ANAF, as admins see it. */
const connection = z.object({
  /** `off`: nothing is sent by this server, and all else is empty. */
  mode: z.enum(['stand-in', 'test', 'live', 'off']),
  /** The seller's fiscal code, digits. */
  cif: z.nullable(z.string()),
  state: z.enum(ANAF_STATES),
  connectedAt: z.nullable(instant),
  /** When an admin's certificate is needed again. */
  until: z.nullable(instant),
  /** That is within 30 days. */
  endsSoon: z.boolean(),
  /** ANAF's own sentence about a missing right, where it has one. */
  words: z.nullable(z.string()),
});
export type AnafConnectionShown = z.infer<typeof connection>;

export const readAnaf = defineRoute({
  method: 'GET',
  path: '/api/admin/anaf',
  access: 'admin',
  summary: 'Whether ANAF is connected, until when, and what is missing',
  out: connection,
});

export const beginAnaf = defineRoute({
  method: 'POST',
  path: '/api/admin/anaf/connect',
  access: 'admin',
  summary: 'ANAF’s address on which an admin chooses a certificate; it counts for 15 minutes in this session',
  out: z.object({ url: z.string() }),
});

export const anafCallback = defineRoute({
  method: 'GET',
  path: '/api/anaf/callback',
  access: 'public',
  event: 'anaf-connected',
  summary: 'Where ANAF sends the browser back to; always leads to a page of ours',
});

export const checkAnaf = defineRoute({
  method: 'POST',
  path: '/api/admin/anaf/check',
  access: 'admin',
  summary: 'Asks ANAF now whether the connection works and has the right for the seller’s fiscal code',
  out: connection,
});

export const disconnectAnaf = defineRoute({
  method: 'POST',
  path: '/api/admin/anaf/disconnect',
  access: 'admin',
  summary: 'Forgets the connection to ANAF with everything that gave access',
  body: z.strictObject({
    reason: z.string().check(z.trim(), z.minLength(REASON_LENGTH.least), z.maxLength(REASON_LENGTH.most)),
  }),
  out: connection,
});
