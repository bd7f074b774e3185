import * as analytics from '#contract/analytics.ts';
import * as contract from '#contract/auth.ts';
import * as plans from '#contract/plans.ts';
import { readMe } from '#contract/users.ts';
import { AppError } from '#domain/errors.ts';
import { readAnalyticsConfig } from '#server/account/read-analytics-config.ts';
import { registerUser } from '#server/account/register.ts';
import { startSession } from '#server/account/start-session.ts';
import { startTrial } from '#server/account/start-trial.ts';
import { readUserDocument } from '#server/account/user-document-view.ts';
import type { App } from '#server/app.ts';
import { type Call, implementRoute, type RouteHandler } from '#server/http/handle.ts';
import { tokenBuckets } from '#server/http/limits/in-memory-rate-limit.ts';
import { ipKey, networkKey } from '#server/http/limits/rate-limit.ts';
import { clearBrowserCookie } from '#server/http/security/session-cookie.ts';
import { getVisitor } from '#server/http/security/visitor.ts';
import type { HttpContext } from '#server/http/server.ts';
import { confirmVerification, sendVerification } from '#server/users/email/verification.ts';
import { confirmPasswordReset } from '#server/users/passwords/confirm-password-reset.ts';
import { sendPasswordReset } from '#server/users/passwords/send-password-reset.ts';
import { closeSession, endAllSessions, isSuspendedToken } from '#server/users/sign-in/session-store.ts';
import { type SignedIn, signIn } from '#server/users/sign-in/sign-in.ts';
import { reissueSuccessor } from '#server/users/sign-in/token-renewal-store.ts';

/** Limits: each consenting page asks once, and an office behind one address has room. */
const configs = tokenBuckets({ burst: 60, perSecond: 1 });
const networks = tokenBuckets({ burst: 240, perSecond: 4 });

type Signing = Pick<Call<typeof contract.login>, 'user' | 'request' | 'reply'>;

export function accountRoutes(app: App, { cookie, known }: HttpContext): RouteHandler[] {
  const letIn = async (call: Signing, signedIn: SignedIn) => {
    call.request.securityFacts = { uid: signedIn.userId };
    const isIn = await startSession(app, call, { cookie, opened: signedIn.opened });
    // It opens nothing, so it need not wait for a code.
    known.set(call.reply, signedIn.known);
    if (!isIn) throw new AppError('auth/second-factor-required');
    return readUserDocument(app, signedIn.userId);
  };
  return [
    implementRoute(contract.register, async ({ body, ...call }) =>
      letIn(call, await registerUser(app, getVisitor(call.request), body)),
    ),
    implementRoute(contract.login, async ({ body, ...call }) =>
      letIn(call, await signIn(app, getVisitor(call.request), body)),
    ),
    implementRoute(contract.logout, async ({ user, reply }) => {
      if (user) await closeSession(app, user);
      clearBrowserCookie(cookie, reply);
      return {};
    }),
    implementRoute(contract.logoutEverywhere, async ({ user, reply }) => {
      await app.change((unit) => endAllSessions(unit, app, user.id));
      clearBrowserCookie(cookie, reply);
      return {};
    }),
    implementRoute(contract.readSession, async ({ user, request, reply }) => {
      const token = cookie.read(request);
      // The reply with the new token was lost, or is still on its way.
      const successor = user?.token?.graceUntil ? await reissueSuccessor(app, user, token ?? '') : null;
      if (successor !== null) cookie.set(reply, successor);
      return {
        user: user && (await readUserDocument(app, user.id)),
        suspended: user === null && (await isSuspendedToken(app, token)),
        google: app.signIn !== null,
        adverts: Object.values(app.adverts).some((site) => site !== null),
        analytics: readAnalyticsConfig(app).enabled,
        payments: app.payments?.mode ?? ('off' as const),
      };
    }),
    implementRoute(contract.sendPasswordReset, async ({ body, request }) => {
      await sendPasswordReset(app, request.ip, body);
      return {};
    }),
    implementRoute(contract.confirmPasswordReset, async ({ body, request }) => {
      request.securityFacts = { uid: await confirmPasswordReset(app, request.ip, body) };
      return {};
    }),
    implementRoute(contract.sendVerification, async ({ user }) => {
      await sendVerification(app, user);
      return {};
    }),
    implementRoute(contract.confirmVerification, async ({ body, request }) => {
      request.securityFacts = { uid: await confirmVerification(app, request.ip, body) };
      return {};
    }),
    implementRoute(analytics.readAnalyticsConfig, async ({ request }) => {
      configs.take(ipKey(request.ip));
      networks.take(networkKey(request.ip));
      return readAnalyticsConfig(app);
    }),
    implementRoute(plans.startTrial, async ({ user }) => {
      await startTrial(app, user);
      return readUserDocument(app, user.id);
    }),
    implementRoute(readMe, ({ user }) => readUserDocument(app, user.id)),
  ];
}
