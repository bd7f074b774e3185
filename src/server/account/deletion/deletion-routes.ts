import * as contract from '#contract/deletion.ts';
import { previewDeletion } from '#server/account/deletion/deletion-view.ts';
import { deleteAccount } from '#server/account/deletion/erase-account.ts';
import type { App } from '#server/app.ts';
import { implementRoute, type RouteHandler } from '#server/http/handle.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { clearBrowserCookie, type SessionCookie } from '#server/http/security/session-cookie.ts';

/** Each look counts everything an account has. */
const LOOKS = { hits: 60, seconds: 600 };

export function deletionRoutes(app: App, cookie: SessionCookie): RouteHandler[] {
  return [
    implementRoute(contract.previewDeletion, async ({ user }) => {
      await consumeRateLimit(app, `deletion:${user.id}`, { limit: LOOKS, code: 'http/too-many-requests' });
      return previewDeletion(app, user);
    }),
    implementRoute(contract.deleteAccount, async ({ user, reply }) => {
      await deleteAccount(app, user);
      clearBrowserCookie(cookie, reply);
      return {};
    }),
  ];
}
