import * as contract from '#contract/plans.ts';
import type { App } from '#server/app.ts';
import { implementRoute, type RouteHandler } from '#server/http/handle.ts';
import { tokenBuckets } from '#server/http/limits/in-memory-rate-limit.ts';
import { quotePlan } from '#server/plans/quote-plan.ts';
import { stopReminders } from '#server/plans/remind-of-plans.ts';

/** Each writes the user document; far above a person's pace. */
const switches = tokenBuckets({ burst: 20, perSecond: 0.2 });

export function planRoutes(app: App): RouteHandler[] {
  return [
    implementRoute(contract.quotePlan, ({ user, params }) => quotePlan(app, user, params)),
    implementRoute(contract.stopPlan, async ({ user }) => {
      switches.take(`stop:${user.id}`);
      await stopReminders(app, user, true);
      return {};
    }),
    implementRoute(contract.resumePlan, async ({ user }) => {
      switches.take(`resume:${user.id}`);
      await stopReminders(app, user, false);
      return {};
    }),
  ];
}
