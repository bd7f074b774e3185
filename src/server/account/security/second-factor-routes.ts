import type { FastifyRequest } from 'fastify';
import * as passkeys from '#contract/account/passkeys.ts';
import * as contract from '#contract/account/second-factor.ts';
import { giveCode } from '#contract/auth.ts';
import { AppError } from '#domain/errors.ts';
import { startSession } from '#server/account/start-session.ts';
import { readUserDocument } from '#server/account/user-document-view.ts';
import type { App } from '#server/app.ts';
import { type Call, implementRoute, type RouteHandler } from '#server/http/handle.ts';
import { getVisitor } from '#server/http/security/visitor.ts';
import type { HttpContext } from '#server/http/server.ts';
import {
  beginTotp,
  confirmSecondFactor,
  remakeRecoveryCodes,
  removeApp,
  removeSecondFactor,
} from '#server/users/second-factor/change-second-factor.ts';
import { addPasskey, beginPasskey, removePasskey } from '#server/users/second-factor/passkeys.ts';
import { findAppSince } from '#server/users/second-factor/second-factor-store.ts';
import { askForPasskey, buildAsked } from '#server/users/second-factor/take-passkey.ts';
import { findWaitingOwner, finishSignIn, type SecondStep } from '#server/users/sign-in/admit-owner.ts';

type Waiting = Pick<Call<typeof giveCode>, 'user' | 'request' | 'reply'>;

/** Routes of a sign-in that waits for its second step. */
export function secondStepRoutes(app: App, { cookie, originOf }: HttpContext): RouteHandler[] {
  const findWaiting = async (request: FastifyRequest, counts: 'code' | 'ways') => {
    const secret = cookie.read(request) ?? '';
    const userId = await findWaitingOwner(app, getVisitor(request), { secret, counts });
    request.securityFacts = { uid: userId };
    return { secret, userId };
  };
  const letIn = async ({ user, request, reply }: Waiting, given: SecondStep) => {
    const waiting = await findWaiting(request, 'code');
    const opened = await finishSignIn(app, getVisitor(request), { ...waiting, given });
    await startSession(app, { user, reply }, { cookie, opened });
    return readUserDocument(app, waiting.userId);
  };
  return [
    implementRoute(giveCode, ({ body: { code }, ...call }) => letIn(call, { code })),
    implementRoute(passkeys.givePasskey, ({ body, ...call }) =>
      letIn(call, { passkey: body.response, origin: originOf(call.request) }),
    ),
    implementRoute(passkeys.readWays, async ({ request }) => {
      const { userId, secret } = await findWaiting(request, 'ways');
      const asked = { userId, purpose: 'enter', boundTo: secret, origin: originOf(request) } as const;
      return {
        app: (await findAppSince(app.db, userId)) !== null,
        passkey: await askForPasskey(app, asked),
      };
    }),
  ];
}

/** Routes by which an owner sets up the second step of signing in. */
export function secondFactorRoutes(app: App): RouteHandler[] {
  return [
    implementRoute(contract.beginTotp, ({ user }) => beginTotp(app, user)),
    implementRoute(contract.confirmTotp, async ({ user, body }) => ({
      codes: await confirmSecondFactor(app, user, body.code),
    })),
    implementRoute(contract.remakeRecoveryCodes, async ({ user }) => ({
      codes: await remakeRecoveryCodes(app, user),
    })),
    implementRoute(contract.removeTotp, async ({ user }) => {
      await removeApp(app, user);
      return {};
    }),
    implementRoute(contract.removeSecondFactor, async ({ user }) => {
      await removeSecondFactor(app, user);
      return {};
    }),
  ];
}

/** Routes by which an owner adds, uses and removes passkeys. */
export function passkeyRoutes(app: App, { originOf }: HttpContext): RouteHandler[] {
  return [
    implementRoute(passkeys.beginPasskey, async ({ user, request }) => ({
      options: await beginPasskey(app, user, originOf(request)),
    })),
    implementRoute(passkeys.addPasskey, async ({ user, body, request }) => ({
      codes: await addPasskey(app, user, { ...body, origin: originOf(request) }),
    })),
    implementRoute(passkeys.removePasskey, async ({ user, params }) => {
      await removePasskey(app, user, params.passkeyId);
      return {};
    }),
    implementRoute(passkeys.beginProof, async ({ user, request }) => {
      const options = await askForPasskey(app, buildAsked(user, 'prove', originOf(request)));
      if (options === null) throw new AppError('auth/second-factor-missing');
      return { options };
    }),
  ];
}
