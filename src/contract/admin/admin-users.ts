import * as z from 'zod/mini';
import { creditEntry, creditGrant } from '#contract/credits.ts';
import { listCreditPurchases } from '#contract/orders.ts';
import { defineRoute } from '#contract/route.ts';
import { userDocument } from '#contract/users.ts';
import { batchId, day, instant, userId } from '#contract/wire.ts';
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
  /** Plan in force now: free once the stored one has ended. */
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

/** Which accounts are meant: all fields together. */
const userFilter = {
  search: z.optional(z.string().check(z.maxLength(254))),
  group: z.optional(z.enum(USER_GROUPS)),
  /** Plan in force now. */
  plan: z.optional(z.enum(PLANS)),
  /** Days in Bucharest on which the account was made, both inclusive. */
  from: z.optional(day),
  until: z.optional(day),
};

export const listUsers = defineRoute({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  right: 'support',
  summary:
    'Accounts by pages of 50; search by the start of words of name, address and buyer, by id and by numbers of orders and invoices',
  query: z.object({
    ...userFilter,
    sort: z.optional(z.enum(USER_SORTS)),
    /** `nextCursor` of the page before. */
    cursor: z.optional(cursor),
  }),
  out: z.object({
    users: z.array(listedUser),
    nextCursor: z.nullable(z.string()),
    /** The search fits more accounts than are looked at. */
    isCut: z.boolean(),
  }),
});

export const readUserTotals = defineRoute({
  method: 'GET',
  path: '/api/admin/totals/users',
  access: 'admin',
  right: 'support',
  summary: 'How many accounts a choice has',
  query: z.object(userFilter),
  out: z.object({ users: z.int() }),
});

export const downloadUsers = defineRoute({
  method: 'GET',
  path: '/api/admin/csv/users',
  access: 'admin',
  summary: 'The accounts of a choice as CSV, newest first; written down in the audit log',
  query: z.object(userFilter),
});

export const userFile = z.object({
  user: userDocument,
  /** Current and legacy fields; the plan as it was written. */
  stored: z.record(z.string(), z.unknown()),
  /** Id in the hosted database that it was imported from. */
  importedUid: z.nullable(z.string()),
  suspendedAt: z.nullable(instant),
  /** A code is asked for at sign-in. */
  hasSecondFactor: z.boolean(),
  /** Kept under an unlimited span too. */
  balance: z.int(),
  /** Remaining credits, in the order in which they are spent. */
  grants: z.array(creditGrant),
  /** The running period, then waiting ones; price in lei, 0: given by an admin. */
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
  right: 'support',
  summary: 'One account: the user document as it is read, its fields as they are stored, plan and credits',
  params: one,
  out: userFile,
});

const number = z.optional(z.coerce.number().check(z.int(), z.minimum(1)));

export const readUserLedger = defineRoute({
  method: 'GET',
  path: '/api/admin/users/{userId}/ledger',
  access: 'admin',
  right: 'support',
  summary: 'The credit history of an account, newest first, by pages of 50; lots without their names',
  params: one,
  query: z.object({ cursor: number }),
  out: z.object({ entries: z.array(creditEntry), nextCursor: z.nullable(z.int()) }),
});

export const listUserPurchases = defineRoute({
  method: 'GET',
  path: '/api/admin/users/{userId}/purchases',
  access: 'admin',
  right: 'support',
  summary: 'The purchases of an account, newest first, by pages of 20',
  params: one,
  query: z.object({ cursor: z.optional(z.string().check(z.maxLength(60))) }),
  out: listCreditPurchases.out,
});

export const listUserBatches = defineRoute({
  method: 'GET',
  path: '/api/admin/users/{userId}/lots',
  access: 'admin',
  right: 'support',
  summary: 'The lots of an account, newest first, by pages of 50: states and counts, never names or pictures',
  params: one,
  /** Number of the last batch of the page before. */
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
        /** Credits settled by all its runs. */
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
