import { apiReadCredits } from '#contract/api/v1.ts';
import { type CreditGrant, readCreditGrants, readCreditHistory } from '#contract/credits.ts';
import { isDue } from '#domain/credits/expiry.ts';
import type { App } from '#server/app.ts';
import { spendableCredits } from '#server/credits/account-store.ts';
import { listGrants } from '#server/credits/grants-view.ts';
import { readHistory } from '#server/credits/history-view.ts';
import { implementRoute, type RouteHandler } from '#server/http/handle.ts';

export function creditRoutes(app: App): RouteHandler[] {
  return [
    implementRoute(readCreditHistory, ({ user, query }) => readHistory(app, user.id, query)),
    implementRoute(readCreditGrants, async ({ user }) => ({ grants: await listSpendable(app, user.id) })),
    implementRoute(apiReadCredits, async ({ user }) => ({
      totalCredits: await spendableCredits(app.db, user.id, app.now()),
      grants: await listSpendable(app, user.id),
    })),
  ];
}

/** Due ones cannot be spent any more. */
async function listSpendable(app: App, userId: string): Promise<CreditGrant[]> {
  const grants = await listGrants(app.db, userId);
  const isLeft = (ends: string | null) => !isDue({ expiresAt: ends ? new Date(ends) : null }, app.now());
  return grants.filter(({ expiresAt }) => isLeft(expiresAt));
}
