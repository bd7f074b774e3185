import * as contract from '#contract/api/webhooks.ts';
import type { App } from '#server/app.ts';
import { implementRoute, type RouteHandler } from '#server/http/handle.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { endWebhook, makeWebhook, readWebhooks, replayDelivery } from '#server/webhooks/webhooks.ts';

const MADE = { hits: 30, seconds: 3600 };
const REPLAYED = { hits: 60, seconds: 600 };

export function webhookRoutes(app: App): RouteHandler[] {
  return [
    implementRoute(contract.listWebhooks, ({ user }) => readWebhooks(app, user)),
    implementRoute(contract.makeWebhook, async ({ user, body }) => {
      await consumeRateLimit(app, `webhooks:${user.id}`, { limit: MADE, code: 'http/too-many-requests' });
      return makeWebhook(app, user, body.url);
    }),
    implementRoute(contract.endWebhook, async ({ user, params }) => {
      await endWebhook(app, user, params.webhookId);
      return {};
    }),
    implementRoute(contract.replayDelivery, async ({ user, params }) => {
      await consumeRateLimit(app, `replays:${user.id}`, { limit: REPLAYED, code: 'http/too-many-requests' });
      await replayDelivery(app, user, params);
      return {};
    }),
  ];
}
