import * as auth from '#contract/auth.ts';
import * as contract from '#contract/users.ts';
import { isAdmin } from '#domain/users/user-document.ts';
import type { App } from '#server/app.ts';
import { implementRoute, type RouteHandler } from '#server/http/handle.ts';
import { tokenBuckets } from '#server/http/limits/in-memory-rate-limit.ts';
import type { SessionCookie } from '#server/http/security/session-cookie.ts';
import { setAdminClaim } from '#server/users/admins/set-admin-claim.ts';
import { readClaims, refreshToken } from '#server/users/sign-in/token-renewal-store.ts';

/** Generous for one page; far above any admin's pace. */
const functions = tokenBuckets({ burst: 60, perSecond: 1 });

export function userRoutes(app: App, cookie: SessionCookie): RouteHandler[] {
  return [
    implementRoute(auth.readToken, ({ user }) => readClaims(app, user)),
    implementRoute(auth.refreshToken, async ({ user, request, reply }) => {
      const { token, claims } = await refreshToken(app, user, cookie.read(request) ?? '');
      cookie.set(reply, token);
      return claims;
    }),
    // The user was read from the database for this very request.
    implementRoute(contract.checkAdminStatus, async ({ user }) => {
      functions.take(user.id);
      return { isAdmin: isAdmin(user), role: user.role };
    }),
    implementRoute(contract.setAdminClaim, async ({ user, body }) => {
      functions.take(user.id);
      await setAdminClaim(app, user, body);
      return { success: true };
    }),
  ];
}
