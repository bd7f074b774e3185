import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';

/**
 * The live stream (server-sent events). `snapshot`: a whole document from the server. `patch`: a JSON merge patch (RFC 7396) that leads
 * from rev − 1 to rev; older ones are ignored, a gap means reading the document again. In it null is a value, and removes only entries of
 * `results` and `exceptions`; a `recipe` and the overrides of a photo are replaced whole. `changed`: a list is out of date, or a
 * document is gone.
 * Document keys: `users/me`, `batches/{batchId}`, `orders/{orderId}`; list keys: `photos`, `batches`, `credit-purchases`, `advert-sendings`,
 * `lot-page`; the key `*` means that anything may have changed.
 */
const liveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('snapshot'), key: z.string(), rev: z.int(), data: z.unknown() }),
  z.object({ type: z.literal('patch'), key: z.string(), rev: z.int(), patch: z.unknown() }),
  z.object({ type: z.literal('changed'), key: z.string() }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;

/**
 * Name of the only other message: the stream was opened with a renewed token that still counts, so the browser lacks the new one, which
 * `GET /api/auth/session` hands out again.
 */
export const TOKEN_RENEWED = 'token-renewed';

export const liveStream = defineRoute({
  method: 'GET',
  path: '/api/live',
  access: 'user',
  summary:
    'Server-sent events of the own documents. Starts with a snapshot of users/me; `id` resumes by Last-Event-ID',
});
