import * as contract from '#contract/second-factor.ts';
import type { App } from '#server/app.ts';
import { implementRoute, type RouteHandler } from '#server/http/handle.ts';
import {
  beginTotp,
  confirmSecondFactor,
  remakeRecoveryCodes,
  removeSecondFactor,
} from '#server/users/second-factor/change-second-factor.ts';

/** Routes of the second step of signing in, as its owner sets it up. */
export function secondFactorRoutes(app: App): RouteHandler[] {
  return [
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
