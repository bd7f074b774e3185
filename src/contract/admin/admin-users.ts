import * as z from 'zod/mini';
import { creditEntry, creditGrant } from '#contract/credits.ts';
import { listCreditPurchases } from '#contract/orders.ts';
import { defineRoute } from '#contract/route.ts';
import { userDocument } from '#contract/users.ts';
import { batchId, instant, userId } from '#contract/wire.ts';
import { BATCH_STATES } from '#domain/batches/states.ts';
import { PLANS } from '#domain/plans/plan.ts';
import { ROLES } from '#domain/users/user-document.ts';

/** Orders and filters of the list of users. */
export const USER_SORTS = ['newest', 'email', 'seen', 'credits'] as const;
export type UserSort = (typeof USER_SORTS)[number];
export const USER_GROUPS = ['admins', 'paying', 'suspended'] as const;
export type UserGroup = (typeof USER_GROUPS)[number];

const listedUser = z.object({
  uid: userId,
  email: z.string(),
  displayName: z.nullable(z.string()),
  role: z.enum(ROLES),
  /** In force now: free once the stored one has ended. */
  plan: z.enum(PLANS),
  /** −1: unlimited. */
  credits: z.int(),
  suspendedAt: z.nullable(instant),
  createdAt: instant,
  lastLoginAt: z.nullable(instant),
});
export type ListedUser = z.infer<typeof listedUser>;

/** Cursor of a page: the sort value (a number, if it may change meanwhile) and the last account. */
const cursor = z.string().check(z.regex(/^(\d{1,18}\.)?usr_[a-z0-9]{20,32}$/));

export const listUsers = defineRoute({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  summary: 'Accounts by pages of 50; search by parts of the address, the name or the id',
  query: z.object({
    search: z.optional(z.string().check(z.maxLength(254))),
    sort: z.optional(z.enum(USER_SORTS)),
    group: z.optional(z.enum(USER_GROUPS)),
    /** `nextCursor` of the page before. */
    cursor: z.optional(cursor),
  }),
  out: z.object({ users: z.array(listedUser), nextCursor: z.nullable(z.string()) }),
});

export const userFile = z.object({
  user: userDocument,
  /** Current and legacy fields; the plan as it was written. */
  stored: z.record(z.string(), z.unknown()),
  /** Its id in the hosted database it was imported from. */
  importedUid: z.nullable(z.string()),
  suspendedAt: z.nullable(instant),
  /** Under an unlimited span too. */
  balance: z.int(),
  /** Credits that are left, in the order in which they are spent. */
  grants: z.array(creditGrant),
  /** The running period, then those that wait; price in lei, 0: given by an admin. */
  periods: z.array(
    z.object({
      plan: z.enum(PLANS),
      price: z.number(),
      startsAt: z.nullable(instant),
      endsAt: z.nullable(instant),
    }),
  ),
  storedBytes: z.int(),
  lots: z.int(),
  photos: z.int(),
});
export type UserFile = z.infer<typeof userFile>;

const one = z.object({ userId });

export const readUser = defineRoute({
  method: 'GET',
  path: '/api/admin/users/{userId}',
  access: 'admin',
  summary: 'One account: the user document as it is read, its fields as they are stored, plan and credits',
  params: one,
  out: userFile,
});

const number = z.optional(z.coerce.number().check(z.int(), z.minimum(1)));

export const readUserLedger = defineRoute({
  method: 'GET',
  path: '/api/admin/users/{userId}/ledger',
  access: 'admin',
  summary: 'The credit history of an account, newest first, by pages of 50; lots without their names',
  params: one,
  query: z.object({ cursor: number }),
  out: z.object({ entries: z.array(creditEntry), nextCursor: z.nullable(z.int()) }),
});

export const listUserPurchases = defineRoute({
  method: 'GET',
  path: '/api/admin/users/{userId}/purchases',
  access: 'admin',
  summary: 'The purchases of an account, newest first, by pages of 20',
  params: one,
  query: z.object({ cursor: z.optional(z.string().check(z.maxLength(60))) }),
  out: listCreditPurchases.out,
});

export const listUserBatches = defineRoute({
  method: 'GET',
  path: '/api/admin/users/{userId}/lots',
  access: 'admin',
  summary: 'The lots of an account, newest first, by pages of 50: states and counts, never names or pictures',
  params: one,
  /** The number of the last batch of the page before. */
  query: z.object({ cursor: number }),
  out: z.object({
    lots: z.array(
      z.object({
        id: batchId,
        number: z.int(),
        state: z.enum(BATCH_STATES),
        photos: z.int(),
        outputs: z.int(),
        runs: z.int(),
        /** Credits that all its runs settled. */
        settled: z.int(),
        failures: z.array(z.object({ code: z.string(), photos: z.int() })),
        isDeleted: z.boolean(),
        createdAt: instant,
      }),
    ),
    nextCursor: z.nullable(z.int()),
  }),
});
export type UserBatch = z.infer<typeof listUserBatches.out>['lots'][number];

const sessionId = z.string().check(z.regex(/^ses_[a-z0-9]{20,32}$/));
const sessions = z.object({
  sessions: z.array(
    z.object({
      id: sessionId,
      userAgent: z.string(),
      createdAt: instant,
      seenAt: instant,
      expiresAt: instant,
    }),
  ),
});

export const listUserSessions = defineRoute({
  method: 'GET',
  path: '/api/admin/users/{userId}/sessions',
  access: 'admin',
  summary: 'Where an account is signed in',
  params: one,
  out: sessions,
});

export const endUserSessions = defineRoute({
  method: 'POST',
  path: '/api/admin/users/{userId}/sessions/end',
  access: 'admin',
  summary: 'Ends one session of an account, or all of them (null)',
  params: one,
  body: z.strictObject({ sessionId: z.nullable(sessionId) }),
  out: sessions,
});
