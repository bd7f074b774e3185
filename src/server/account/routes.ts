import * as analytics from '#contract/analytics.ts';
import * as contract from '#contract/auth.ts';
import * as plans from '#contract/plans.ts';
import { readMe } from '#contract/users.ts';
import { readAnalyticsConfig } from '#server/account/read-analytics-config.ts';
import { register } from '#server/account/register.ts';
import { startTrial } from '#server/account/start-trial.ts';
import { readUserDocument } from '#server/account/user-document-view.ts';
import type { App } from '#server/app.ts';
import { type Handled, handle } from '#server/http/handle.ts';
import { addressKey } from '#server/http/limits.ts';
import { forgetBrowser, type SessionCookie } from '#server/http/session-cookie.ts';
import { tokenBuckets } from '#server/http/token-buckets.ts';
import { visitorOf } from '#server/http/visitor.ts';
import { confirmPasswordReset } from '#server/users/confirm-password-reset.ts';
import { confirmVerification } from '#server/users/confirm-verification.ts';
import { sendPasswordReset } from '#server/users/send-password-reset.ts';
import { sendVerification } from '#server/users/send-verification.ts';
import { closeSession, endAllSessions, isSuspendedToken } from '#server/users/session-store.ts';
import { signIn } from '#server/users/sign-in.ts';

/** Once per page that was agreed to: an office behind one address has room. */
const configs = tokenBuckets({ burst: 60, perSecond: 1 });

export function accountRoutes(app: App, cookie: SessionCookie): Handled[] {
  return [
    handle(contract.register, async ({ body, request, reply }) => {
      const { userId, token } = await register(app, visitorOf(request), body);
      cookie.set(reply, token);
      return readUserDocument(app, userId);
    }),
    handle(contract.login, async ({ body, request, reply }) => {
      const { userId, token } = await signIn(app, visitorOf(request), body);
      cookie.set(reply, token);
      return readUserDocument(app, userId);
    }),
    handle(contract.logout, async ({ user, reply }) => {
      if (user) await closeSession(app, user);
      forgetBrowser(cookie, reply);
      return {};
    }),
    handle(contract.logoutEverywhere, async ({ user, reply }) => {
      await app.change((tx, changes) => endAllSessions(tx, changes, app, user.id));
      forgetBrowser(cookie, reply);
      return {};
    }),
    handle(contract.readSession, async ({ user, request }) => ({
      user: user && (await readUserDocument(app, user.id)),
      suspended: user === null && (await isSuspendedToken(app, cookie.read(request))),
      google: app.signIn !== null,
      analytics: readAnalyticsConfig(app).enabled,
      payments: app.payments?.mode ?? ('off' as const),
    })),
    handle(contract.sendPasswordReset, async ({ body, request }) => {
      await sendPasswordReset(app, request.ip, body);
      return {};
    }),
    handle(contract.confirmPasswordReset, async ({ body, request }) => {
      await confirmPasswordReset(app, request.ip, body);
      return {};
    }),
    handle(contract.sendVerification, async ({ user }) => {
      await sendVerification(app, user);
      return {};
    }),
    handle(contract.confirmVerification, async ({ body, request }) => {
      await confirmVerification(app, request.ip, body);
      return {};
    }),
    handle(analytics.readAnalyticsConfig, async ({ request }) => {
      configs.take(addressKey(request.ip));
      return readAnalyticsConfig(app);
    }),
    handle(plans.startTrial, async ({ user }) => {
      await startTrial(app, user);
      return readUserDocument(app, user.id);
    }),
    handle(readMe, ({ user }) => readUserDocument(app, user.id)),
  ];
}
