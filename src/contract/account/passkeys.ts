import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';
import { userDocument } from '#contract/users.ts';
import { instant, nothing } from '#contract/wire.ts';
import { LONGEST_PASSKEY_NAME } from '#domain/users/passkeys.ts';

/** What the browser's interface for passkeys (WebAuthn) is given and gives, as JSON. */
export const passkeyJson = z.record(z.string(), z.unknown());
export type PasskeyJson = z.infer<typeof passkeyJson>;
const passkeyId = z.string().check(z.regex(/^pky_[a-z0-9]{20,32}$/));

export const passkey = z.object({
  id: passkeyId,
  name: z.string(),
  madeAt: instant,
  usedAt: z.nullable(instant),
  /** True when it is refused, since there may be a copy of it. */
  isBlocked: z.boolean(),
});
export type Passkey = z.infer<typeof passkey>;

export const beginPasskey = defineRoute({
  method: 'POST',
  path: '/api/users/me/passkeys/begin',
  access: 'user',
  proof: true,
  event: 'second-factor-begun',
  summary: 'What the browser needs to make a passkey; needs a fresh proof',
  out: z.object({ options: passkeyJson }),
});

export const addPasskey = defineRoute({
  method: 'POST',
  path: '/api/users/me/passkeys',
  access: 'user',
  proof: true,
  event: 'second-factor-added',
  summary: 'Adds the passkey that the browser has made; needs a fresh proof, ends the other sessions',
  body: z.strictObject({
    name: z.string().check(z.minLength(1), z.maxLength(LONGEST_PASSKEY_NAME)),
    response: passkeyJson,
  }),
  /** Recovery codes, shown this once; none where the account has some already. */
  out: z.object({ codes: z.array(z.string()) }),
});

export const removePasskey = defineRoute({
  method: 'DELETE',
  path: '/api/users/me/passkeys/{passkeyId}',
  access: 'user',
  proof: true,
  event: 'second-factor-removed',
  summary: 'Removes a passkey; needs a fresh proof, ends the other sessions',
  params: z.object({ passkeyId }),
  out: nothing,
});

export const beginProof = defineRoute({
  method: 'POST',
  path: '/api/auth/proof/passkey',
  access: 'user',
  summary: 'What the browser needs to prove by a passkey who asks',
  out: z.object({ options: passkeyJson }),
});

export const readWays = defineRoute({
  method: 'POST',
  path: '/api/auth/second-step/ways',
  access: 'public',
  summary:
    'How the sign-in that waits in this browser can end beside recovery codes: by the app, by a passkey',
  /** `passkey`: what the browser needs for it, good for five minutes; null: there is none that counts. */
  out: z.object({ app: z.boolean(), passkey: z.nullable(passkeyJson) }),
});

export const givePasskey = defineRoute({
  method: 'POST',
  path: '/api/auth/second-step/passkey',
  access: 'public',
  event: 'second-step',
  summary: 'Ends a sign-in that waits for a second factor by a passkey',
  body: z.strictObject({ response: passkeyJson }),
  out: userDocument,
});
