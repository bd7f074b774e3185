import * as contract from '#contract/account/second-factor.ts';
import { giveCode } from '#contract/auth.ts';
import { startSession } from '#server/account/start-session.ts';
import { readUserDocument } from '#server/account/user-document-view.ts';
import type { App } from '#server/app.ts';
import { implementRoute, type RouteHandler } from '#server/http/handle.ts';
import { getVisitor } from '#server/http/security/visitor.ts';
import type { HttpContext } from '#server/http/server.ts';
import {
  beginTotp,
  confirmSecondFactor,
  remakeRecoveryCodes,
  removeSecondFactor,
} from '#server/users/second-factor/change-second-factor.ts';
import { findWaitingOwner, finishSignIn } from '#server/users/sign-in/admit-owner.ts';

/** Routes of the second step of signing in, and of its owner's setting it up. */
export function secondFactorRoutes(app: App, { cookie }: HttpContext): RouteHandler[] {
  return [
    implementRoute(giveCode, async ({ user, body: { code }, request, reply }) => {
      const secret = cookie.read(request) ?? '';
      const visitor = getVisitor(request);
      const userId = await findWaitingOwner(app, visitor, secret);
      request.securityFacts = { uid: userId };
      const opened = await finishSignIn(app, visitor, { secret, userId, code });
      await startSession(app, { user, reply }, { cookie, opened });
      return readUserDocument(app, userId);
    }),
    implementRoute(contract.beginTotp, ({ user }) => beginTotp(app, user)),
    implementRoute(contract.confirmTotp, async ({ user, body }) => ({
      codes: await confirmSecondFactor(app, user, body.code),
    })),
    implementRoute(contract.remakeRecoveryCodes, async ({ user }) => ({
      codes: await remakeRecoveryCodes(app, user),
    })),
    implementRoute(contract.removeSecondFactor, async ({ user }) => {
      await removeSecondFactor(app, user);
      return {};
    }),
  ];
}
