import * as contract from '#contract/security.ts';
import { AppError } from '#domain/errors.ts';
import { confirmEmailChange, undoEmailChange } from '#server/account/security/email-change.ts';
import { readUserDocument } from '#server/account/user-document-view.ts';
import type { App } from '#server/app.ts';
import { implementRoute, type RouteHandler } from '#server/http/handle.ts';
import { getVisitor } from '#server/http/security/visitor.ts';
import type { HttpContext } from '#server/http/server.ts';
import { askEmailChange } from '#server/users/email/ask-email-change.ts';
import { deleteEmailChange } from '#server/users/email/email-change-store.ts';
import { changePassword } from '#server/users/passwords/change-password.ts';
import { buildAsked, takePasskey } from '#server/users/second-factor/take-passkey.ts';
import { readWaysIn } from '#server/users/sign-in/security-view.ts';
import { proveSession } from '#server/users/sign-in/session-proof-store.ts';
import { endOneSession, endOtherSessions } from '#server/users/sign-in/session-store.ts';
import { proveOwnPassword } from '#server/users/sign-in/sign-in.ts';
import { unlinkGoogle } from '#server/users/sign-in/unlink-google.ts';

/** Routes of the ways into the own account: password, Google, address, sessions. */
export function securityRoutes(app: App, { cookie, known, originOf }: HttpContext): RouteHandler[] {
  return [
    implementRoute(contract.readSecurity, ({ user }) => readWaysIn(app, user)),
    implementRoute(contract.proveMyself, async ({ user, body, request, reply }) => {
      if ('passkey' in body)
        await takePasskey(app, buildAsked(user, 'prove', originOf(request)), body.passkey);
      else await proveOwnPassword(app, getVisitor(request), { user, password: body.password });
      const oldToken = cookie.read(request) ?? '';
      cookie.set(
        reply,
        await app.change((unit) => proveSession(unit, app, { user, oldToken, hasGrace: true })),
      );
      return {};
    }),
    implementRoute(contract.changePassword, async ({ user, body, request, reply }) => {
      const by = { visitor: getVisitor(request), user, token: cookie.read(request) ?? '' };
      const kept = await changePassword(app, by, body);
      known.set(reply, kept.known);
      if (kept.token !== null) cookie.set(reply, kept.token);
      return readUserDocument(app, user.id);
    }),
    implementRoute(contract.askEmailChange, async ({ user, body }) => {
      await askEmailChange(app, user, body);
      return {};
    }),
    implementRoute(contract.cancelEmailChange, async ({ user }) => {
      await deleteEmailChange(app.db, user.id);
      return {};
    }),
    implementRoute(contract.confirmEmailChange, async ({ user, body, request }) => {
      request.securityFacts = { uid: await confirmEmailChange(app, { ip: request.ip, user }, body) };
      return {};
    }),
    implementRoute(contract.undoEmailChange, async ({ body, request }) => {
      request.securityFacts = { uid: await undoEmailChange(app, request.ip, body) };
      return {};
    }),
    implementRoute(contract.unlinkGoogle, async ({ user }) => {
      await unlinkGoogle(app, user);
      return {};
    }),
    implementRoute(contract.endSession, async ({ user, params }) => {
      if (!(await endOneSession(app, user.id, params.sessionId)))
        throw new AppError('users/session-not-found');
      return {};
    }),
    implementRoute(contract.logoutOthers, async ({ user }) => {
      await app.change((unit) => endOtherSessions(unit, app, { userId: user.id, keptId: user.sessionId }));
      return {};
    }),
  ];
}
