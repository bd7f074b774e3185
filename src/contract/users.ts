import * as z from 'zod/mini';
import { route } from '#contract/route.ts';
import { instant, nothing, userId } from '#contract/wire.ts';
import { PLANS } from '#domain/plans/plan.ts';
import { ROLES } from '#domain/users/user-document.ts';

export const planLimits = z.object({
  photosPerLot: z.int(),
  outputsPerRun: z.int(),
  savedRecipes: z.int(),
  retentionDays: z.int(),
  storageBytes: z.int(),
  photosAtOnce: z.int(),
});

/** The user document, live in every tab under the key `users/me`. */
export const userDocument = z.object({
  uid: userId,
  rev: z.int(),
  email: z.string(),
  displayName: z.nullable(z.string()),
  photoURL: z.nullable(z.string()),
  photoUpdatedAt: z.nullable(instant),
  lastLoginAt: z.nullable(instant),
  createdAt: instant,
  plan: z.enum(PLANS),
  role: z.enum(ROLES),
  /** −1 means unlimited. */
  credits: z.object({ totalCredits: z.int() }),
  limits: planLimits,
});
export type UserDocument = z.infer<typeof userDocument>;

const email = z.string().check(z.maxLength(254));
const password = z.string().check(z.maxLength(1000));

export const register = route({
  method: 'POST',
  path: '/api/auth/register',
  access: 'public',
  summary: 'Creates an account on plan free with its gift of credits and signs it in',
  body: z.strictObject({ email, password, displayName: z.optional(z.string().check(z.maxLength(80))) }),
  out: userDocument,
});

export const login = route({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  summary: 'Signs in by email and password',
  body: z.strictObject({ email, password }),
  out: userDocument,
});

export const logout = route({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'public',
  summary: 'Ends the session of this browser',
  out: nothing,
});

export const readSession = route({
  method: 'GET',
  path: '/api/auth/session',
  access: 'public',
  summary: 'Who is signed in in this browser, null when nobody is',
  out: z.object({ user: z.nullable(userDocument) }),
});

export const readMe = route({
  method: 'GET',
  path: '/api/users/me',
  access: 'user',
  summary: 'The own user document',
  out: userDocument,
});
