import * as api from '#contract/api/v1.ts';
import * as contract from '#contract/api/webhooks.ts';
import type { App, User } from '#server/app.ts';
import { implementRoute, type RouteHandler } from '#server/http/handle.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import {
  endWebhook,
  makeWebhook,
  readWebhooks,
  replayDelivery,
  testWebhook,
} from '#server/webhooks/webhooks.ts';

const MADE = { hits: 30, seconds: 3600 };
/** Messages that are sent again or for trying. */
const SENT = { hits: 60, seconds: 600 };

export function webhookRoutes(app: App): RouteHandler[] {
  const make = async (user: User, body: contract.NewWebhook) => {
    await consumeRateLimit(app, `webhooks:${user.id}`, { limit: MADE, code: 'http/too-many-requests' });
    return makeWebhook(app, user, body);
  };
  const end = async (user: User, webhookId: string) => {
    await endWebhook(app, user, webhookId);
    return {};
  };
  const countSent = (user: User) =>
    consumeRateLimit(app, `webhooks-sent:${user.id}`, { limit: SENT, code: 'http/too-many-requests' });
  return [
    implementRoute(contract.listWebhooks, ({ user }) => readWebhooks(app, user)),
    implementRoute(contract.makeWebhook, ({ user, body }) => make(user, body)),
    implementRoute(contract.endWebhook, ({ user, params }) => end(user, params.webhookId)),
    implementRoute(contract.testWebhook, async ({ user, params }) => {
      await countSent(user);
      await testWebhook(app, user, params.webhookId);
      return {};
    }),
    implementRoute(contract.replayDelivery, async ({ user, params }) => {
      await countSent(user);
      await replayDelivery(app, user, params);
      return {};
    }),
    implementRoute(api.apiListWebhooks, ({ user }) => readWebhooks(app, user)),
    implementRoute(api.apiMakeWebhook, ({ user, body }) => make(user, body)),
    implementRoute(api.apiEndWebhook, ({ user, params }) => end(user, params.webhookId)),
  ];
}
