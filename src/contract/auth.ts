import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';
import { userDocument } from '#contract/users.ts';
import { instant, nothing } from '#contract/wire.ts';
import { GOOGLE_PURPOSES } from '#domain/users/google.ts';
import { ROLES } from '#domain/users/user-document.ts';

const email = z.string().check(z.maxLength(254));
const password = z.string().check(z.maxLength(1000));

export const register = defineRoute({
  method: 'POST',
  path: '/api/auth/register',
  access: 'public',
  event: 'registered',
  summary: 'Creates an account on plan free with its gift of credits and signs it in',
  body: z.strictObject({ email, password, displayName: z.optional(z.string().check(z.maxLength(80))) }),
  out: userDocument,
});

export const login = defineRoute({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  event: 'sign-in',
  summary: 'Signs in by email and password',
  body: z.strictObject({ email, password }),
  out: userDocument,
});

export const logout = defineRoute({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'public',
  event: 'sign-out',
  summary: 'Ends the session of this browser',
  out: nothing,
});

export const readSession = defineRoute({
  method: 'GET',
  path: '/api/auth/session',
  access: 'public',
  summary:
    'Who is signed in in this browser, null when signed out; hands out a renewed token whose reply was lost',
  out: z.object({
    user: z.nullable(userDocument),
    /** True when the account that was signed in has been suspended. */
    suspended: z.boolean(),
    /** True when „Continuă cu Google” is offered. */
    google: z.boolean(),
    /** True when accounts at a site with adverts can be linked. */
    adverts: z.boolean(),
    /** True when an analytics id is configured, so that the page asks for consent. */
    analytics: z.boolean(),
    /** Mode of card payments; money moves in `live` alone. */
    payments: z.enum(['off', 'simulator', 'sandbox', 'live']),
  }),
});

/** Claims of the session's token: a copy for display, since the database decides. */
const tokenClaims = z.object({
  admin: z.boolean(),
  role: z.enum(ROLES),
  issuedAt: instant,
});
export type TokenClaims = z.infer<typeof tokenClaims>;

export const readToken = defineRoute({
  method: 'GET',
  path: '/api/auth/token',
  access: 'user',
  summary: "Claims of this session's token as they were when it was issued",
  out: tokenClaims,
});

export const refreshToken = defineRoute({
  method: 'POST',
  path: '/api/auth/token',
  access: 'user',
  renewsToken: true,
  summary: 'Forced refresh: a new token for this session with the claims of now',
  out: tokenClaims,
});

export const logoutEverywhere = defineRoute({
  method: 'POST',
  path: '/api/auth/logout-everywhere',
  access: 'user',
  event: 'sign-out-everywhere',
  summary: 'Ends all sessions of this account',
  out: nothing,
});

/** Secrets in links: 43 characters of base64url. */
const linkToken = z.string().check(z.maxLength(100));

export const sendPasswordReset = defineRoute({
  method: 'POST',
  path: '/api/auth/password-reset',
  access: 'public',
  event: 'password-reset-asked',
  summary: 'Mails a link that lives an hour if the address has an account; the answer is the same either way',
  body: z.strictObject({ email }),
  out: nothing,
});

export const confirmPasswordReset = defineRoute({
  method: 'POST',
  path: '/api/auth/password-reset/confirm',
  access: 'public',
  event: 'password-reset',
  summary: 'Sets a new password with the secret of a link, once; ends all sessions',
  body: z.strictObject({ token: linkToken, password }),
  out: nothing,
});

export const sendVerification = defineRoute({
  method: 'POST',
  path: '/api/auth/verification',
  access: 'user',
  summary: 'Mails a link that verifies the own address',
  out: nothing,
});

export const confirmVerification = defineRoute({
  method: 'POST',
  path: '/api/auth/verification/confirm',
  access: 'public',
  event: 'address-verified',
  summary: 'Verifies the address a link was sent to',
  body: z.strictObject({ token: linkToken }),
  out: nothing,
});

/**
 * Outcome of a visit to the provider, in the query of /login (`google=`) or in the hash of the popup's page.
 * `other`: not the account's own identity; `taken`: another account's; `code`: the account's second factor is asked for next.
 */
const GOOGLE_OUTCOMES = [
  'done',
  'password',
  'verify',
  'cancelled',
  'failed',
  'busy',
  'other',
  'taken',
  'suspended',
  'left',
  'code',
] as const;
export type GoogleOutcome = (typeof GOOGLE_OUTCOMES)[number];

/** Last page of the popup. */
export const GOOGLE_POPUP_PAGE = '/google-popup.html';

/** Refused with auth/second-factor-required, a sign-in waits in this browser for this or for a passkey. */
export const giveCode = defineRoute({
  method: 'POST',
  path: '/api/auth/second-step',
  access: 'public',
  event: 'second-step',
  summary: 'Ends a sign-in that waits for a code of the authenticator app, or for a recovery code',
  body: z.strictObject({ code: z.string().check(z.maxLength(100)) }),
  out: userDocument,
});

export const googleStart = defineRoute({
  method: 'GET',
  path: '/api/auth/google/start',
  access: 'public',
  summary: 'Sends the browser to the OpenID provider',
  query: z.object({
    mode: z.enum(['popup', 'redirect']),
    redirect: z.optional(z.string().check(z.maxLength(2000))),
    /** Sign-in by default; the other purposes need a session. */
    purpose: z.optional(z.enum(GOOGLE_PURPOSES)),
  }),
});

export const googleCallback = defineRoute({
  method: 'GET',
  path: '/api/auth/google/callback',
  access: 'public',
  event: 'sign-in',
  summary: 'Where the OpenID provider sends the browser back',
  query: z.looseObject({}),
});

export const googleLink = defineRoute({
  method: 'POST',
  path: '/api/auth/google/link',
  access: 'public',
  event: 'sign-in',
  summary:
    'Links the Google identity that waits in this browser to the account with its address, by its password',
  body: z.strictObject({ password }),
  out: userDocument,
});
