import * as actions from '#contract/admin/admin-actions.ts';
import * as support from '#contract/admin/admin-support.ts';
import * as users from '#contract/admin/admin-users.ts';
import type { BodyOf, ParamsOf, Route } from '#contract/route.ts';
import { openUsersCsv } from '#server/admin/search/lists-csv-view.ts';
import { countUsers } from '#server/admin/search/user-filter-view.ts';
import { listAuditLog } from '#server/admin/users/audit-log-view.ts';
import { changeRight } from '#server/admin/users/change-right.ts';
import type { UserChange } from '#server/admin/users/change-user.ts';
import { correctCredits } from '#server/admin/users/correct-credits.ts';
import { endSessions } from '#server/admin/users/end-sessions.ts';
import { listNotes, writeNote } from '#server/admin/users/notes.ts';
import { removeSecondFactor } from '#server/admin/users/remove-second-factor.ts';
import { resendReceipt, resendVerification } from '#server/admin/users/resend-mails.ts';
import { setPlan } from '#server/admin/users/set-plan.ts';
import { setTrial } from '#server/admin/users/set-trial.ts';
import { restoreUser, suspendUser } from '#server/admin/users/suspend-user.ts';
import { listUsers } from '#server/admin/users/user-list-view.ts';
import { listBatches, listSessions, readUser } from '#server/admin/users/user-view.ts';
import type { App, User } from '#server/app.ts';
import { readHistory } from '#server/credits/history-view.ts';
import { sendDownload } from '#server/http/files/send-file.ts';
import { type Call, implementRoute, type RouteHandler } from '#server/http/handle.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { listPurchases } from '#server/payments/orders/purchases-view.ts';
import { listLooks } from '#server/users/admins/right-store.ts';

const LEDGER_ROWS = 50;
/** Limit far above any admin's pace, for a stolen session. */
const DECISIONS = { hits: 120, seconds: 600 };

export function adminUserRoutes(app: App): RouteHandler[] {
  return [
    implementRoute(users.listUsers, ({ query }) => listUsers(app, query)),
    implementRoute(users.readUserTotals, async ({ query }) => ({ users: await countUsers(app, query) })),
    implementRoute(users.downloadUsers, async ({ user, query, reply }) => {
      await sendDownload(app, { user, reply }, () => openUsersCsv(app, user, query));
    }),
    implementRoute(users.readUser, ({ params }) => readUser(app, params.userId)),
    implementRoute(users.readUserLedger, async ({ params, query }) => {
      const { cursor } = query;
      const page = await readHistory(app, params.userId, { limit: LEDGER_ROWS, cursor });
      return { ...page, entries: page.entries.map(withoutBatchName) };
    }),
    implementRoute(users.listUserPurchases, ({ params, query }) => listPurchases(app, params.userId, query)),
    implementRoute(users.listUserBatches, ({ params, query }) =>
      listBatches(app, params.userId, query.cursor),
    ),
    implementRoute(users.listUserSessions, ({ params }) => listSessions(app, params.userId)),
    implementRoute(users.endUserSessions, async ({ user, params, body }) => {
      await countDecision(app, user);
      await endSessions(app, user, { ...params, ...body });
      return listSessions(app, params.userId);
    }),
    implementRoute(support.listNotes, ({ params }) => listNotes(app, params.userId)),
    implementRoute(support.writeNote, async ({ user, params, body }) => {
      await countDecision(app, user);
      await writeNote(app, user, { ...params, ...body });
      return listNotes(app, params.userId);
    }),
    implementRoute(support.resendVerification, async ({ user, params }) => {
      await countDecision(app, user);
      await resendVerification(app, user, params);
      return {};
    }),
    implementRoute(support.resendReceipt, async ({ user, params }) => {
      await countDecision(app, user);
      await resendReceipt(app, user, params);
      return {};
    }),
    implementRoute(actions.listAuditEntries, ({ query }) => listAuditLog(app, query)),
    handleDecision(app, actions.correctCredits, correctCredits),
    handleDecision(app, actions.setUserPlan, setPlan),
    handleDecision(app, actions.setUserTrial, setTrial),
    handleDecision(app, actions.removeUserFactor, removeSecondFactor),
    handleDecision(app, actions.changeRight, changeRight),
    implementRoute(actions.listLooks, async ({ params }) => {
      const rows = await listLooks(app.db, params.userId);
      return {
        looks: rows.map(({ looked_at, ...look }) => ({ ...look, at: looked_at.toISOString() })),
      };
    }),
    handleDecision(app, actions.suspendUser, suspendUser),
    handleDecision(app, actions.restoreUser, restoreUser),
  ];
}

/** Returns the route of a change of an account: it is counted and carried out, and the reply is the account after it. */
function handleDecision<R extends Route & { params: Route['params'] }>(
  app: App,
  route: R,
  act: (app: App, admin: User, input: ParamsOf<R> & BodyOf<R>) => Promise<void>,
): RouteHandler {
  const answer = async ({ user, params, body }: Call<Route>) => {
    const admin = user as User;
    await countDecision(app, admin);
    const input = { ...(params as object), ...(body as object) } as ParamsOf<R> & BodyOf<R> & UserChange;
    await act(app, admin, input);
    return readUser(app, input.userId);
  };
  return { route, answer };
}

function countDecision(app: App, admin: User): Promise<void> {
  return consumeRateLimit(app, `admin-decisions:${admin.id}`, {
    limit: DECISIONS,
    code: 'http/too-many-requests',
  });
}

/** Batch names are private to their owner. */
function withoutBatchName<E extends { subject: { kind: string } | null }>(entry: E): E {
  return entry.subject?.kind === 'lot' ? { ...entry, subject: { ...entry.subject, name: '' } } : entry;
}
