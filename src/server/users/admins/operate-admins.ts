import { normaliseEmail } from '#domain/users/email.ts';
import type { App } from '#server/app.ts';
import { linkTo } from '#server/mail/mail-layout.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';
import { findCandidate, listAdminRows, lockAdmins, setRole } from '#server/users/admins/role-store.ts';
import { closeLinks, openLink } from '#server/users/email/mail-link-store.ts';
import { deleteSecondFactor, findFactorSince } from '#server/users/second-factor/second-factor-store.ts';
import { endAllSessions } from '#server/users/sign-in/session-store.ts';
import { findAnyUser, lockUser, raiseUserRev } from '#server/users/user-store.ts';

/** What an operator does about admins at the machine itself, where no admin can sign in. */
type Deps = Pick<App, 'db' | 'change' | 'now' | 'newId' | 'publicUrl'> & {
  readonly live: Pick<App['live'], 'endSessions'>;
};

/** Stands in the audit log for what is done at the machine. */
export const OPERATOR = { id: 'operator' };

/** Returns a line for each admin. */
export async function listAdmins({ db }: Deps): Promise<string[]> {
  const rows = await listAdminRows(db);
  return rows.map(
    ({ email, suspended_at, email_verified_at }) =>
      email + (suspended_at ? ' (suspended)' : '') + (email_verified_at ? '' : ' (address not verified)'),
  );
}

/** Makes an account an admin's, or an ordinary one again. Returns what was done. Throws a sentence where it cannot be. */
export async function changeAdmin(
  app: Deps,
  { email: given, isAdmin }: { email: string; isAdmin: boolean },
): Promise<string> {
  const email = normaliseEmail(given);
  const found = email ? await findCandidate(app.db, email) : undefined;
  if (!found) throw new Error(`There is no account with the address ${given}.`);
  // An address that is not verified may be a stranger's.
  if (isAdmin && !found.isVerified) throw new Error(`${email} has not verified the address.`);
  const role = isAdmin ? 'admin' : 'user';
  return app.change(async (unit) => {
    const admins = await lockAdmins(unit.tx);
    if (admins.has(found.id) === isAdmin) return `${email} is ${isAdmin ? 'an' : 'no'} admin already.`;
    if (!isAdmin && admins.size === 1)
      throw new Error(`${email} is the only admin. Grant another account the rights first.`);
    if (isAdmin && found.isSuspended) throw new Error(`${email} is suspended.`);
    if (!(await setRole(unit, app, { userId: found.id, role })))
      throw new Error(`There is no account with the address ${given}.`);
    const kind = isAdmin ? 'admin-granted' : 'admin-revoked';
    await recordAudit(unit.tx, app, { admin: OPERATOR, kind, userId: found.id });
    return `${email} is ${isAdmin ? 'an admin now' : 'no admin any more'}.`;
  });
}

/** Returns what the operator should know of an account's second factor beside its link for a new password; null: it has none. */
export async function describeFactor(app: Deps, given: string): Promise<string | null> {
  const found = await findAnyUser(app.db, { email: normaliseEmail(given) ?? '' });
  if (!found || (await findFactorSince(app.db, found.id)) === null) return null;
  const says =
    'The account also asks for a code of its app or a recovery code; the link leaves that as it is.';
  return `${says} Where both are lost: npm run admin -- drop-factor ${given}`;
}

/** Removes the second factor of an account whose owner lost it; its sessions end. Returns what was done. Throws a sentence. */
export async function dropFactor(app: Deps, given: string): Promise<string> {
  const email = normaliseEmail(given);
  const found = email && (await findAnyUser(app.db, { email }));
  if (!found) throw new Error(`There is no account with the address ${given}.`);
  return app.change(async (unit) => {
    const user = await lockUser(unit.tx, found.id);
    if (!user) throw new Error(`There is no account with the address ${given}.`);
    if (!(await deleteSecondFactor(unit.tx, user.id))) return `${email} has no second factor.`;
    await endAllSessions(unit, app, user.id);
    await raiseUserRev(unit, user.id);
    await recordAudit(unit.tx, app, { admin: OPERATOR, kind: 'second-factor-removed', userId: user.id });
    return `${email} signs in without a code now; the owner is told by mail.`;
  });
}

/** Returns the address at which an account's owner chooses a new password, once, within an hour; links before it end. Throws a sentence. */
export async function openPasswordReset(app: Deps, given: string): Promise<string> {
  const email = normaliseEmail(given);
  const found = email && (await findAnyUser(app.db, { email }));
  const secret =
    found &&
    (await app.change(async ({ tx }) => {
      const user = await lockUser(tx, found.id);
      if (user?.email !== email) return null;
      await closeLinks(tx, 'reset-password', user.id);
      await recordAudit(tx, app, { admin: OPERATOR, kind: 'password-link-made', userId: user.id });
      return openLink(tx, app, { purpose: 'reset-password', userId: user.id, email });
    }));
  if (!secret) throw new Error(`There is no account with the address ${given}.`);
  return linkTo(app, 'resetPassword', secret);
}
