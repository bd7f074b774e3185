import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';
import { instant, nothing, orderId, userId } from '#contract/wire.ts';
import { NOTE_LENGTH } from '#domain/users/audit-actions.ts';

const notes = z.object({
  notes: z.array(
    z.object({
      id: z.string(),
      words: z.string(),
      /** The admin's current address; null once that account is erased. */
      by: z.nullable(z.string()),
      createdAt: instant,
    }),
  ),
});
export type AccountNote = z.infer<typeof notes>['notes'][number];

export const listNotes = defineRoute({
  method: 'GET',
  path: '/api/admin/users/{userId}/notes',
  access: 'admin',
  summary: 'What admins wrote about an account, newest first, 100 at most',
  params: z.object({ userId }),
  out: notes,
});

export const writeNote = defineRoute({
  method: 'POST',
  path: '/api/admin/users/{userId}/notes',
  access: 'admin',
  summary:
    'Writes a note about an account, which nothing changes; its owner gets it with their data, and it goes with the account',
  params: z.object({ userId }),
  body: z.strictObject({
    words: z.string().check(z.minLength(NOTE_LENGTH.least), z.maxLength(NOTE_LENGTH.most)),
  }),
  out: notes,
});

export const resendVerification = defineRoute({
  method: 'POST',
  path: '/api/admin/users/{userId}/resend-verification',
  access: 'admin',
  right: 'support',
  summary: 'Mails another link that confirms the address; nothing where it is confirmed',
  params: z.object({ userId }),
  out: nothing,
});

export const resendReceipt = defineRoute({
  method: 'POST',
  path: '/api/admin/orders/{orderId}/resend-receipt',
  access: 'admin',
  right: 'support',
  summary:
    'Mails the receipt of a paid order again, with its newest invoice, to the account’s address of today',
  params: z.object({ orderId }),
  out: nothing,
});
