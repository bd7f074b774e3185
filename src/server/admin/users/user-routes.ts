import * as acts from '#contract/admin/admin-acts.ts';
import * as users from '#contract/admin/admin-users.ts';
import type { BodyOf, ParamsOf, Route } from '#contract/route.ts';
import { listActs } from '#server/admin/users/act-list-view.ts';
import type { UserAct } from '#server/admin/users/act-on-user.ts';
import { correctCredits } from '#server/admin/users/correct-credits.ts';
import { endSessions } from '#server/admin/users/end-sessions.ts';
import { setPlan } from '#server/admin/users/set-plan.ts';
import { setTrial } from '#server/admin/users/set-trial.ts';
import { restoreUser, suspendUser } from '#server/admin/users/suspend-user.ts';
import { listUsers } from '#server/admin/users/user-list-view.ts';
import { listLots, listSessions, readUser } from '#server/admin/users/user-view.ts';
import type { App, User } from '#server/app.ts';
import { readHistory } from '#server/credits/history-view.ts';
import { type Call, type Handled, handle } from '#server/http/handle.ts';
import { countHit } from '#server/http/limits/limits.ts';
import { listPurchases } from '#server/payments/orders/purchases-view.ts';

const LEDGER_ROWS = 50;
/** Far above any admin's pace; a stolen session must not be faster either. */
const DECISIONS = { hits: 120, seconds: 600 };

export function adminUserRoutes(app: App): Handled[] {
  return [
    handle(users.listUsers, ({ query }) => listUsers(app, query)),
    handle(users.readUser, ({ params }) => readUser(app, params.userId)),
    handle(users.readUserLedger, async ({ params, query }) => {
      const { cursor } = query;
      const page = await readHistory(app, params.userId, { limit: LEDGER_ROWS, cursor });
      return { ...page, entries: page.entries.map(withoutLotName) };
    }),
    handle(users.listUserPurchases, ({ params, query }) => listPurchases(app, params.userId, query)),
    handle(users.listUserLots, ({ params, query }) => listLots(app, params.userId, query.cursor)),
    handle(users.listUserSessions, ({ params }) => listSessions(app, params.userId)),
    handle(users.endUserSessions, async ({ user, params, body }) => {
      await countDecision(app, user);
      await endSessions(app, user, { ...params, ...body });
      return listSessions(app, params.userId);
    }),
    handle(acts.listAdminActs, ({ query }) => listActs(app, query)),
    decision(app, acts.correctCredits, correctCredits),
    decision(app, acts.setUserPlan, setPlan),
    decision(app, acts.setUserTrial, setTrial),
    decision(app, acts.suspendUser, suspendUser),
    decision(app, acts.restoreUser, restoreUser),
  ];
}

/** An act on an account: counted, carried out; returns the account as it is then. */
function decision<R extends Route & { params: Route['params'] }>(
  app: App,
  route: R,
  act: (app: App, admin: User, input: ParamsOf<R> & BodyOf<R>) => Promise<void>,
): Handled {
  const answer = async ({ user, params, body }: Call<Route>) => {
    const admin = user as User;
    await countDecision(app, admin);
    const input = { ...(params as object), ...(body as object) } as ParamsOf<R> & BodyOf<R> & UserAct;
    await act(app, admin, input);
    return readUser(app, input.userId);
  };
  return { route, answer };
}

function countDecision(app: App, admin: User): Promise<void> {
  return countHit(app, `admin-decisions:${admin.id}`, DECISIONS, 'http/too-many-requests');
}

/** Lot names are private to their owner. */
function withoutLotName<E extends { subject: { kind: string } | null }>(entry: E): E {
  return entry.subject?.kind === 'lot' ? { ...entry, subject: { ...entry.subject, name: '' } } : entry;
}
