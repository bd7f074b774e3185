import { normaliseEmail } from '#domain/users/email.ts';
import { createVerifiedAccount } from '#server/account/first-start/create-verified-account.ts';
import type { App } from '#server/app.ts';
import { asAppError } from '#server/http/errors.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';
import { OPERATOR } from '#server/users/admins/operate-admins.ts';
import { findCandidate, setRole } from '#server/users/admins/role-store.ts';

/**
 * Makes the account of ADMIN_EMAIL an admin: creates it, or promotes it when its address is verified. Returns its outcome. Throws for a
 * wrong or missing setting, what checkRegistration throws, and users/suspended.
 */
export async function ensureFirstAdmin(
  app: App,
  input: { email: string; password: string },
): Promise<'created' | 'promoted' | 'already' | 'unverified'> {
  const email = normaliseEmail(input.email);
  if (!email) throw new Error('ADMIN_EMAIL is not an email address');
  const found = await findCandidate(app.db, email);
  if (found?.role === 'admin') return 'already';
  if (found && !found.isVerified) return 'unverified';
  if (found) {
    await app.change(async (unit) => {
      await setRole(unit, app, { userId: found.id, role: 'admin' });
      await recordAudit(unit.tx, app, { admin: OPERATOR, kind: 'admin-granted', userId: found.id });
    });
    return 'promoted';
  }
  if (!input.password) throw new Error('ADMIN_PASSWORD is needed to create the account of ADMIN_EMAIL');
  try {
    await createVerifiedAccount(app, { email, password: input.password }, 'admin');
    return 'created';
  } catch (error) {
    // Another process that starts now, or the person, has just opened the account.
    if (asAppError(error).code === 'auth/email-already-in-use' && (await findCandidate(app.db, email)))
      return ensureFirstAdmin(app, input);
    throw error;
  }
}
