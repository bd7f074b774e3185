import * as contract from '#contract/security.ts';
import { AppError } from '#domain/errors.ts';
import { confirmEmailChange } from '#server/account/confirm-email-change.ts';
import { undoEmailChange } from '#server/account/undo-email-change.ts';
import { readUserDocument } from '#server/account/user-document-view.ts';
import type { App } from '#server/app.ts';
import { type Handled, handle } from '#server/http/handle.ts';
import { visitorOf } from '#server/http/visitor.ts';
import { askEmailChange } from '#server/users/ask-email-change.ts';
import { changePassword } from '#server/users/change-password.ts';
import { dropEmailChange } from '#server/users/email-change-store.ts';
import { readWaysIn } from '#server/users/security-view.ts';
import { endOneSession, endOtherSessions, markProved } from '#server/users/session-store.ts';
import { proveOwnPassword } from '#server/users/sign-in.ts';
import { unlinkGoogle } from '#server/users/unlink-google.ts';

/** The ways into the own account: password, Google, address, sessions. */
export function securityRoutes(app: App): Handled[] {
  return [
    handle(contract.readSecurity, ({ user }) => readWaysIn(app, user)),
    handle(contract.proveMyself, async ({ user, body, request }) => {
      await proveOwnPassword(app, visitorOf(request), user, body.password);
      await markProved(app.db, app, user);
      return {};
    }),
    handle(contract.changePassword, async ({ user, body, request }) => {
      await changePassword(app, visitorOf(request), user, body);
      return readUserDocument(app, user.id);
    }),
    handle(contract.askEmailChange, async ({ user, body }) => {
      await askEmailChange(app, user, body);
      return {};
    }),
    handle(contract.cancelEmailChange, async ({ user }) => {
      await dropEmailChange(app.db, user.id);
      return {};
    }),
    handle(contract.confirmEmailChange, async ({ user, body, request }) => {
      await confirmEmailChange(app, { ip: request.ip, user }, body);
      return {};
    }),
    handle(contract.undoEmailChange, async ({ body, request }) => {
      await undoEmailChange(app, request.ip, body);
      return {};
    }),
    handle(contract.unlinkGoogle, async ({ user }) => {
      await unlinkGoogle(app, user);
      return {};
    }),
    handle(contract.endSession, async ({ user, params }) => {
      if (!(await endOneSession(app, user.id, params.sessionId)))
        throw new AppError('users/session-not-found');
      return {};
    }),
    handle(contract.logoutOthers, async ({ user }) => {
      await app.change((tx, changes) => endOtherSessions(tx, changes, app, user.id, user.sessionId));
      return {};
    }),
  ];
}
