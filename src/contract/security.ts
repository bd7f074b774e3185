import * as z from 'zod/mini';
import { phoneLink } from '#contract/phones/phone-links.ts';
import { resultLink } from '#contract/phones/result-links.ts';
import { defineRoute } from '#contract/route.ts';
import { userDocument } from '#contract/users.ts';
import { instant, nothing, sessionId } from '#contract/wire.ts';

const password = z.string().check(z.maxLength(1000));
/** Secrets in links: 43 characters of base64url. */
const linkToken = z.string().check(z.maxLength(100));

const openSession = z.object({
  id: sessionId,
  /** In plain words: „Chrome pe Android”. */
  device: z.string(),
  createdAt: instant,
  seenAt: instant,
  /** True for the session that asks. */
  isThis: z.boolean(),
});
export type OpenSession = z.infer<typeof openSession>;
const openPhoneLink = z.object({ ...phoneLink.shape, batchName: z.string() });
const openResultLink = z.object({ ...resultLink.shape, batchName: z.string() });

export const readSecurity = defineRoute({
  method: 'GET',
  path: '/api/users/me/security',
  access: 'user',
  summary: 'The ways into the own account: linked Google, open sessions, the address that waits to be proven',
  out: z.object({
    /** The linked Google account and its address; null when none is linked. */
    google: z.nullable(z.object({ email: z.nullable(z.string()) })),
    pendingEmail: z.nullable(z.string()),
    /** Since when a code is asked for at sign-in, and how many recovery codes are left; null: none is asked for. */
    secondFactor: z.nullable(z.object({ since: instant, codesLeft: z.int() })),
    /** Newest use first. */
    sessions: z.array(openSession),
    /** Links by which phones may add photos to one lot each, newest first. */
    phoneLinks: z.array(openPhoneLink),
    /** Links by which phones may read the results of one lot each, newest first. */
    resultLinks: z.array(openResultLink),
    /** Until when this session needs no further proof. */
    provenUntil: z.nullable(instant),
  }),
});

export const proveMyself = defineRoute({
  method: 'POST',
  path: '/api/auth/proof',
  access: 'user',
  renewsToken: true,
  event: 'proof',
  summary:
    'The password again, before what cannot be taken back: good for ten minutes in this session, under a new token',
  body: z.strictObject({ password }),
  out: nothing,
});

export const changePassword = defineRoute({
  method: 'PUT',
  path: '/api/users/me/password',
  access: 'user',
  renewsToken: true,
  event: 'password-changed',
  summary: 'A new password by the current one, or the first one by a fresh proof; ends the other sessions',
  body: z.strictObject({ current: z.nullable(password), password }),
  out: userDocument,
});

export const askEmailChange = defineRoute({
  method: 'PUT',
  path: '/api/users/me/email',
  access: 'user',
  proof: true,
  event: 'address-change-asked',
  summary:
    'Mails a link to another address, which becomes the account’s once it is opened; needs a fresh proof',
  body: z.strictObject({ email: z.string().check(z.maxLength(254)) }),
  out: nothing,
});

export const cancelEmailChange = defineRoute({
  method: 'DELETE',
  path: '/api/users/me/email',
  access: 'user',
  event: 'address-change-dropped',
  summary: 'The link to another address is good for nothing any more',
  out: nothing,
});

export const confirmEmailChange = defineRoute({
  method: 'POST',
  path: '/api/auth/email-change/confirm',
  access: 'public',
  event: 'address-changed',
  summary: 'The address a link was sent to becomes the account’s; ends all sessions but the asking one',
  body: z.strictObject({ token: linkToken }),
  out: nothing,
});

export const undoEmailChange = defineRoute({
  method: 'POST',
  path: '/api/auth/email-change/undo',
  access: 'public',
  event: 'address-change-undone',
  summary:
    'The account goes back to the address a link was sent to; password and sessions end, a new one is mailed',
  body: z.strictObject({ token: linkToken }),
  out: nothing,
});

export const unlinkGoogle = defineRoute({
  method: 'DELETE',
  path: '/api/users/me/google',
  access: 'user',
  proof: true,
  event: 'google-unlinked',
  summary: 'Google opens the account no more; needs a fresh proof and a password to come back with',
  out: nothing,
});

export const endSession = defineRoute({
  method: 'DELETE',
  path: '/api/sessions/{sessionId}',
  access: 'user',
  proof: true,
  event: 'session-ended',
  summary: 'Ends one own session; needs a fresh proof',
  params: z.object({ sessionId }),
  out: nothing,
});

export const logoutOthers = defineRoute({
  method: 'POST',
  path: '/api/auth/logout-others',
  access: 'user',
  proof: true,
  event: 'sessions-ended',
  summary: 'Ends all sessions of this account but this one; needs a fresh proof',
  out: nothing,
});
