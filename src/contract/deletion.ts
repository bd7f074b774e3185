import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';
import { instant, nothing, orderId } from '#contract/wire.ts';
import { PLANS } from '#domain/plans/plan.ts';

const deletionPreview = z.object({
  /** −1: unlimited. */
  credits: z.int(),
  /** The one that is active. */
  plan: z.nullable(z.object({ plan: z.enum(PLANS), expiresAt: z.nullable(instant) })),
  photos: z.int(),
  results: z.int(),
  lots: z.int(),
  /** Processings that end with the account. */
  runs: z.int(),
  recipes: z.int(),
  /** Refunds that may be asked for first, in lei. */
  refunds: z.array(z.object({ orderId, name: z.string(), amount: z.number() })),
  obstacle: z.nullable(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('last-admin') }),
      z.object({ kind: z.literal('order-pending'), until: instant }),
      z.object({ kind: z.literal('address-changed'), until: instant }),
    ]),
  ),
});
export type DeletionPreview = z.infer<typeof deletionPreview>;

export const previewDeletion = defineRoute({
  method: 'GET',
  path: '/api/users/me/deletion',
  access: 'user',
  summary: 'What goes with the own account, what may be asked back first, and what is in the way',
  out: deletionPreview,
});

export const deleteAccount = defineRoute({
  method: 'DELETE',
  path: '/api/users/me',
  access: 'user',
  proof: true,
  event: 'account-deleted',
  summary: 'Deletes the own account for good; needs a fresh proof',
  out: nothing,
});
