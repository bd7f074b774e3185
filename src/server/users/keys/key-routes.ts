import * as contract from '#contract/api/keys.ts';
import type { App } from '#server/app.ts';
import { implementRoute, type RouteHandler } from '#server/http/handle.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { endApiKey, makeApiKey, readApiKeys } from '#server/users/keys/api-keys.ts';

const MADE = { hits: 30, seconds: 3600 };

export function keyRoutes(app: App): RouteHandler[] {
  return [
    implementRoute(contract.listApiKeys, ({ user }) => readApiKeys(app, user)),
    implementRoute(contract.makeApiKey, async ({ user, body }) => {
      await consumeRateLimit(app, `api-keys:${user.id}`, { limit: MADE, code: 'http/too-many-requests' });
      return makeApiKey(app, user, body);
    }),
    implementRoute(contract.endApiKey, async ({ user, params }) => {
      await endApiKey(app, user, params.keyId);
      return {};
    }),
  ];
}
