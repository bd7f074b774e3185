import { readCreditGrants, readCreditHistory } from '#contract/credits.ts';
import { isDue } from '#domain/credits/expiry.ts';
import type { App } from '#server/app.ts';
import { listGrants } from '#server/credits/grants-view.ts';
import { readHistory } from '#server/credits/history-view.ts';
import { implementRoute, type RouteHandler } from '#server/http/handle.ts';

export function creditRoutes(app: App): RouteHandler[] {
  return [
    implementRoute(readCreditHistory, ({ user, query }) => readHistory(app, user.id, query)),
    implementRoute(readCreditGrants, async ({ user }) => {
      const grants = await listGrants(app.db, user.id);
      // Due ones cannot be spent any more.
      const isLeft = (ends: string | null) => !isDue({ expiresAt: ends ? new Date(ends) : null }, app.now());
      return { grants: grants.filter(({ expiresAt }) => isLeft(expiresAt)) };
    }),
  ];
}
