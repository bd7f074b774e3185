import * as z from 'zod/mini';
import { route } from '#contract/route.ts';
import { userDocument } from '#contract/users.ts';
import { instant, userId } from '#contract/wire.ts';
import { PLANS } from '#domain/plans/plan.ts';
import { ROLES } from '#domain/users/user-document.ts';

export const userLine = z.object({
  uid: userId,
  email: z.string(),
  displayName: z.nullable(z.string()),
  role: z.enum(ROLES),
  /** In force now: free once the stored one has ended. */
  plan: z.enum(PLANS),
  createdAt: instant,
  lastLoginAt: z.nullable(instant),
});
export type UserLine = z.infer<typeof userLine>;

export const listUsers = route({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  summary: 'Accounts, newest first, by pages of 50; search by parts of the address, the name or the id',
  query: z.object({
    search: z.optional(z.string().check(z.maxLength(254))),
    /** `nextCursor` of the page before. */
    cursor: z.optional(userId),
  }),
  out: z.object({ users: z.array(userLine), nextCursor: z.nullable(userId) }),
});

export const readModel = route({
  method: 'GET',
  path: '/api/admin/model',
  access: 'admin',
  summary: 'The model for cut-outs that the operator brought, tried now; null without one',
  out: z.object({
    model: z.nullable(
      z.object({
        /** All but `problem` null when it could not be read. */
        name: z.nullable(z.string()),
        licence: z.nullable(z.string()),
        sha256: z.nullable(z.string()),
        runtime: z.nullable(z.enum(['onnxruntime', 'opencv'])),
        /** For one picture. */
        milliseconds: z.nullable(z.number()),
        /** In English, for the operator; null when it works. */
        problem: z.nullable(z.string()),
      }),
    ),
  }),
});

export const readUser = route({
  method: 'GET',
  path: '/api/admin/users/{userId}',
  access: 'admin',
  summary: 'One account: the user document as it is read, and its fields as they are stored',
  params: z.object({ userId }),
  out: z.object({
    user: userDocument,
    /** Current and legacy fields; the plan as it was written. */
    stored: z.record(z.string(), z.unknown()),
    /** Its id in the hosted database it was imported from. */
    importedUid: z.nullable(z.string()),
  }),
});
export type UserFile = z.infer<typeof readUser.out>;
