import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';
import { instant, nothing } from '#contract/wire.ts';
import { KEY_KINDS, LONGEST_KEY_NAME } from '#domain/users/api-keys.ts';

const keyId = z.string().check(z.regex(/^key_[a-z0-9]{20,32}$/));

const apiKey = z.object({
  id: keyId,
  name: z.string(),
  kind: z.enum(KEY_KINDS),
  createdAt: instant,
  /** To a minute; null: not yet. */
  usedAt: z.nullable(instant),
});
export type ApiKey = z.infer<typeof apiKey>;

export const listApiKeys = defineRoute({
  method: 'GET',
  path: '/api/keys',
  access: 'user',
  summary: 'Own API keys, newest first, and whether the plan in force lets them work',
  out: z.object({ keys: z.array(apiKey), areAwake: z.boolean() }),
});
export type ApiKeys = z.infer<(typeof listApiKeys)['out']>;

export const makeApiKey = defineRoute({
  method: 'POST',
  path: '/api/keys',
  access: 'user',
  proof: true,
  edits: true,
  event: 'api-key-made',
  summary: 'A new API key, which is told this once; needs a plan with keys and a fresh proof',
  body: z.strictObject({
    name: z.string().check(z.minLength(1), z.maxLength(LONGEST_KEY_NAME)),
    kind: z.enum(KEY_KINDS),
  }),
  /** `secret`: the key itself, which is stored nowhere. */
  out: z.object({ secret: z.string(), key: apiKey }),
});

export const endApiKey = defineRoute({
  method: 'DELETE',
  path: '/api/keys/{keyId}',
  access: 'user',
  event: 'api-key-ended',
  summary: 'Withdraws an API key; what it is reading or sending is cut',
  params: z.object({ keyId }),
  out: nothing,
});
