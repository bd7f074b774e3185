import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';
import { nothing } from '#contract/wire.ts';

const code = z.string().check(z.maxLength(100));
/** Shown this once: the server keeps their hashes. Of a factor that was added: none where the account has some already. */
const recoveryCodes = z.object({ codes: z.array(z.string()) });

export const beginTotp = defineRoute({
  method: 'POST',
  path: '/api/users/me/second-factor/totp',
  access: 'user',
  proof: true,
  event: 'second-factor-begun',
  summary: 'The key for an authenticator app; codes are asked for once it has shown one; needs a fresh proof',
  out: z.object({
    /** In Base32, for typing. */
    key: z.string(),
    /** Address for the QR code. */
    uri: z.string(),
  }),
});

export const confirmTotp = defineRoute({
  method: 'POST',
  path: '/api/users/me/second-factor/totp/confirm',
  access: 'user',
  proof: true,
  event: 'second-factor-added',
  summary: 'Asks for codes from now on, after the first right one; ends the other sessions',
  body: z.strictObject({ code }),
  out: recoveryCodes,
});

export const removeTotp = defineRoute({
  method: 'DELETE',
  path: '/api/users/me/second-factor/totp',
  access: 'user',
  proof: true,
  event: 'second-factor-removed',
  summary: 'Removes the authenticator app; needs a fresh proof, ends the other sessions',
  out: nothing,
});

export const remakeRecoveryCodes = defineRoute({
  method: 'POST',
  path: '/api/users/me/second-factor/recovery-codes',
  access: 'user',
  proof: true,
  event: 'recovery-codes-made',
  summary: 'New recovery codes in place of the ones before; needs a fresh proof, ends the other sessions',
  out: recoveryCodes,
});

export const removeSecondFactor = defineRoute({
  method: 'DELETE',
  path: '/api/users/me/second-factor',
  access: 'user',
  proof: true,
  event: 'second-factor-removed',
  summary: 'Removes app, passkeys and recovery codes; needs a fresh proof, ends the other sessions',
  out: nothing,
});
