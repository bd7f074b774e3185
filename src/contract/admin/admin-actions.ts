import * as z from 'zod/mini';
import { userFile } from '#contract/admin/admin-users.ts';
import { defineRoute } from '#contract/route.ts';
import { instant, userId } from '#contract/wire.ts';
import { PLANS } from '#domain/plans/plan.ts';
import { AUDIT_ACTIONS, REASON_LENGTH } from '#domain/users/audit-actions.ts';
import { RIGHTS } from '#domain/users/rights.ts';

const auditEntry = z.object({
  id: z.string(),
  kind: z.enum(AUDIT_ACTIONS),
  /** The admin's current email address; null when a tool on the server did it. */
  by: z.nullable(z.string()),
  /** The account concerned. */
  user: z.nullable(z.object({ uid: userId, email: z.string() })),
  subject: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  details: z.record(z.string(), z.unknown()),
  createdAt: instant,
});
export type AuditEntry = z.infer<typeof auditEntry>;

const auditId = z.string().check(z.regex(/^adm_[a-z0-9]{20,32}$/));

export const listAuditEntries = defineRoute({
  method: 'GET',
  path: '/api/admin/acts',
  access: 'admin',
  summary: 'What admins did, newest first, by pages of 50; all of it, or about one account',
  query: z.object({ userId: z.optional(userId), cursor: z.optional(auditId) }),
  out: z.object({ acts: z.array(auditEntry), nextCursor: z.nullable(auditId) }),
});

/** Stored for good, so it should name no persons. */
const reason = z.string().check(z.minLength(REASON_LENGTH.least), z.maxLength(REASON_LENGTH.most));
/** Idempotency key chosen by the form: sent twice, it counts once. */
const key = z.string().check(z.regex(/^[A-Za-z0-9-]{8,64}$/));
const one = z.object({ userId });

export const correctCredits = defineRoute({
  method: 'POST',
  path: '/api/admin/users/{userId}/credits',
  access: 'admin',
  summary: 'Gives (above 0) or takes (below 0) credits for a reason, which stands in the account’s history',
  params: one,
  body: z.strictObject({
    delta: z.int().check(z.minimum(-100_000), z.maximum(100_000)),
    /** Days until given credits expire; null when they do not. */
    days: z.nullable(z.int().check(z.minimum(1), z.maximum(3660))),
    reason,
    key,
  }),
  out: userFile,
});

export const setUserPlan = defineRoute({
  method: 'POST',
  path: '/api/admin/users/{userId}/plan',
  access: 'admin',
  summary: 'Gives a plan for some days or without expiry; free takes given plans back',
  params: one,
  body: z.strictObject({
    plan: z.enum(PLANS),
    days: z.nullable(z.int().check(z.minimum(1), z.maximum(3660))),
    withCredits: z.boolean(),
    reason,
    key,
  }),
  out: userFile,
});

export const setUserTrial = defineRoute({
  method: 'POST',
  path: '/api/admin/users/{userId}/trial',
  access: 'admin',
  summary: 'Lets the trial run for so many days from now; 0 ends it',
  params: one,
  body: z.strictObject({ days: z.int().check(z.minimum(0), z.maximum(90)), reason }),
  out: userFile,
});

export const removeUserFactor = defineRoute({
  method: 'POST',
  path: '/api/admin/users/{userId}/second-factor/remove',
  access: 'admin',
  summary: 'Removes the second factor of an account whose owner lost it: its sessions end, its owner is told',
  params: one,
  body: z.strictObject({ reason }),
  out: userFile,
});

export const changeRight = defineRoute({
  method: 'POST',
  path: '/api/admin/users/{userId}/rights',
  access: 'admin',
  summary: 'Gives another account a narrow right or takes it; its owner gets a mail',
  params: one,
  body: z.strictObject({ right: z.enum(RIGHTS), isGiven: z.boolean(), reason }),
  out: userFile,
});

export const listLooks = defineRoute({
  method: 'GET',
  path: '/api/admin/users/{userId}/looks',
  access: 'admin',
  summary: 'What an account looked at by its narrow rights, newest first, 50 at most',
  params: one,
  out: z.object({
    looks: z.array(z.object({ route: z.string(), about: z.string(), at: instant })),
  }),
});

export const suspendUser = defineRoute({
  method: 'POST',
  path: '/api/admin/users/{userId}/suspend',
  access: 'admin',
  summary: 'Suspends an account: sessions end, runs are released, the reason goes out by mail',
  params: one,
  body: z.strictObject({ reason }),
  out: userFile,
});

export const restoreUser = defineRoute({
  method: 'POST',
  path: '/api/admin/users/{userId}/restore',
  access: 'admin',
  summary: 'Lets a suspended account sign in again',
  params: one,
  body: z.strictObject({ reason }),
  out: userFile,
});
