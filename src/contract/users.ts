import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';
import { instant, orderId, userId } from '#contract/wire.ts';
import { PLANS } from '#domain/plans/plan.ts';
import { RIGHTS } from '#domain/users/rights.ts';
import { THEMES } from '#domain/users/theme.ts';
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
  emailVerified: z.boolean(),
  /** False for accounts that only ever signed in with Google. */
  hasPassword: z.boolean(),
  plan: z.enum(PLANS),
  subscription: z.nullable(
    z.object({
      status: z.nullable(z.string()),
      activatedAt: z.nullable(instant),
      renewAt: z.nullable(instant),
      expiresAt: z.nullable(instant),
      cancelAtPeriodEnd: z.nullable(z.boolean()),
    }),
  ),
  /** Legacy: read where the current field is null. */
  planRenewAt: z.nullable(instant),
  planExpiresAt: z.nullable(instant),
  planActivatedAt: z.nullable(instant),
  planCancelAtPeriodEnd: z.nullable(z.boolean()),
  trial: z.nullable(
    z.object({
      used: z.nullable(z.boolean()),
      activatedAt: z.nullable(instant),
      expiresAt: z.nullable(instant),
    }),
  ),
  /** Legacy. */
  trialActivated: z.nullable(z.boolean()),
  trialActivatedAt: z.nullable(instant),
  trialExpiresAt: z.nullable(instant),
  role: z.enum(ROLES),
  /** Narrow rights, which are no role; missing from servers of the version before. */
  rights: z.optional(z.array(z.enum(RIGHTS))),
  theme: z.enum(THEMES),
  /** True when a mail announces long runs that ended unseen. */
  longRunMails: z.boolean(),
  /** −1 means unlimited. */
  credits: z.object({ totalCredits: z.int() }),
  limits: planLimits,
  /** True while bought credits are left, which bring limits of their own. */
  hasBoughtCredits: z.boolean(),
  /** Newest payment in processing; the client stops showing it 20 minutes after `createdAt`. */
  pendingOrder: z.nullable(z.object({ orderId, createdAt: instant })),
});
export type UserDocument = z.infer<typeof userDocument>;

export const readMe = defineRoute({
  method: 'GET',
  path: '/api/users/me',
  access: 'user',
  summary: 'The own user document',
  out: userDocument,
});

export const updateMe = defineRoute({
  method: 'PATCH',
  path: '/api/users/me',
  access: 'user',
  summary: 'Merges what a user may change of the own document',
  body: z.strictObject({
    displayName: z.optional(z.nullable(z.string().check(z.maxLength(80)))),
    photoURL: z.optional(z.nullable(z.string().check(z.maxLength(2048)))),
    theme: z.optional(z.enum(THEMES)),
    longRunMails: z.optional(z.boolean()),
  }),
  out: userDocument,
});

export const uploadAvatar = defineRoute({
  method: 'PUT',
  path: '/api/users/me/avatar',
  access: 'user',
  takes: 'picture',
  summary: 'Own picture (the bytes of a photo, at most 10 MB), kept as a square of 256 px',
  out: userDocument,
});

export const removeAvatar = defineRoute({
  method: 'DELETE',
  path: '/api/users/me/avatar',
  access: 'user',
  summary: 'Removes the own picture',
  out: userDocument,
});

/** `photoURL` of an own avatar is this path with a `v` that changes with the picture. */
export const readAvatar = defineRoute({
  method: 'GET',
  path: '/avatars/users/{userId}/avatar.jpg',
  access: 'public',
  summary: 'A stored avatar, public and cached for a year',
  params: z.object({ userId }),
  query: z.object({ v: z.optional(z.string()) }),
});

/** Server functions, named as the specification names them. */
export const checkAdminStatus = defineRoute({
  method: 'POST',
  path: '/api/functions/checkAdminStatus',
  access: 'user',
  summary: 'Whether the caller is an admin, from the database',
  out: z.object({ isAdmin: z.boolean(), role: z.enum(ROLES) }),
});

export const setAdminClaim = defineRoute({
  method: 'POST',
  path: '/api/functions/setAdminClaim',
  access: 'admin',
  refusal: 'auth/only-admins-set-claims',
  summary: 'Grants or revokes admin on another user; admins only',
  body: z.strictObject({ userId, isAdmin: z.boolean() }),
  out: z.object({ success: z.boolean() }),
});
