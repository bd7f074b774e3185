import { AppError } from '#domain/errors.ts';
import { decideAdmission } from '#domain/users/google.ts';
import { openUser } from '#server/account/register.ts';
import type { ProviderIdentity } from '#server/adapters/sign-in/port.ts';
import type { App, Tx, Unit } from '#server/app.ts';
import type { Visitor } from '#server/http/security/visitor.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';
import { deleteEmailChange } from '#server/users/email/email-change-store.ts';
import { isReservedByAnother } from '#server/users/email/previous-email-store.ts';
import { removeAfterwards } from '#server/users/profile/avatar.ts';
import { fillProfile, lockProfile } from '#server/users/profile/profile-store.ts';
import { admitNewcomer, admitOwner, type Opened } from '#server/users/sign-in/admit-owner.ts';
import { deleteIdentities, findIdentityOwner } from '#server/users/sign-in/identity-store.ts';
import { endAllSessions } from '#server/users/sign-in/session-store.ts';
import { findAnyUser, lockUser, markEmailVerified, setPassword } from '#server/users/user-store.ts';

export type AdmissionOutcome =
  | { readonly outcome: 'done'; readonly opened: Opened; readonly userId: string }
  /** „password”: the password of the account with this address is needed; „failed”: the identity can't sign in. */
  | { readonly outcome: 'password' | 'failed' }
  | { readonly outcome: 'verify'; readonly userId: string; readonly email: string };

/**
 * Signs in the person that the provider names, by the rules of domain/users/google.ts. Throws auth/email-left for an address that is
 * reserved for another account, auth/google-failed for an identity that another account got meanwhile, auth/suspended.
 */
export async function admitIdentity(
  app: App,
  visitor: Visitor,
  identity: ProviderIdentity,
): Promise<AdmissionOutcome> {
  const attempt = () => app.change((unit) => admitInTransaction(unit, app, { visitor, identity }));
  try {
    return await attempt();
  } catch (error) {
    // The same person has just opened the account in another tab.
    if (error instanceof AppError && error.code === 'auth/email-already-in-use') return attempt();
    throw error;
  }
}

async function admitInTransaction(
  unit: Unit,
  app: App,
  { visitor, identity }: { visitor: Visitor; identity: ProviderIdentity },
): Promise<AdmissionOutcome> {
  const { tx } = unit;
  const { email, isAuthoritative } = identity;
  const found = await findAccount(tx, identity);
  const admission = decideAdmission({ ...found, isAuthoritative });
  if (admission === 'ask-password') return { outcome: 'password' };
  if (admission === 'verify-first') return { outcome: 'verify', userId: found.id, email: found.email };
  if (admission === 'refuse' || (admission === 'open' && email === null)) return { outcome: 'failed' };
  if (admission === 'open' && (await isReservedByAnother(tx, { userId: '', email: email ?? '' }, app.now())))
    throw new AppError('auth/email-left');
  const userId = admission === 'open' ? await openProviderUser(tx, app, identity) : found.id;
  if (admission === 'take-over') await takeOver(unit, app, { userId, identity });
  // The proof comes first: an identity linked before it may be a stranger's.
  if (isAuthoritative && (found.email === email || admission === 'open'))
    await markEmailVerified(tx, userId, app.now());
  const owner = { userId, userAgent: visitor.userAgent, identity };
  const opened =
    admission === 'open' ? await admitNewcomer(tx, app, owner) : await admitOwner(unit, app, owner);
  return { outcome: 'done', userId, opened };
}

const NO_ACCOUNT = { id: '', email: '', isKnown: false, account: 'none' } as const;

/** Returns the account that an identity belongs to, else the one with its address; locked, and read again under the lock. */
async function findAccount(tx: Tx, identity: ProviderIdentity) {
  const ownerId = await findIdentityOwner(tx, identity);
  const found = await findAnyUser(tx, ownerId ? { id: ownerId } : { email: identity.email ?? '' });
  if (!found) return NO_ACCOUNT;
  const user = found.isDeleted ? undefined : await lockUser(tx, found.id);
  // Another tab of the same person may have linked it between the two reads.
  const ownerNow = await findIdentityOwner(tx, identity);
  const isStill = ownerId ? ownerNow === user?.id : user?.email === identity.email;
  if (!user || !isStill) return { ...NO_ACCOUNT, account: 'deleted' } as const;
  const account = user.email_verified_at ? 'verified' : 'unverified';
  return { id: user.id, email: user.email, isKnown: ownerNow === user.id, account } as const;
}

async function openProviderUser(
  tx: Tx,
  app: App,
  { email, isAuthoritative }: ProviderIdentity,
): Promise<string> {
  const verifiedEmail = email ?? '';
  const userId = await openUser(tx, app, {
    account: { email: verifiedEmail, passwordHash: null, displayName: null },
    role: 'user',
  });
  const ref = `registration:${userId}`;
  if (!isAuthoritative)
    await queueMail(tx, app, { kind: 'verify-email', ref, userId, address: verifiedEmail });
  return userId;
}

/**
 * Removes all traces of the person who opened the account without proving the address: password, sessions, identities, name, picture and a
 * pending change of address.
 */
async function takeOver(
  unit: Unit,
  app: App,
  { userId, identity }: { userId: string; identity: ProviderIdentity },
): Promise<void> {
  const { tx } = unit;
  const profile = await lockProfile(tx, userId);
  await setPassword(tx, userId, null);
  await deleteIdentities(tx, userId, null);
  await deleteEmailChange(tx, userId);
  await fillProfile(tx, userId, { displayName: null, photoUrl: null, now: app.now() });
  removeAfterwards(unit, app, profile?.avatarKey ?? null);
  await endAllSessions(unit, app, userId);
  const ref = `${userId} ${identity.issuer} ${identity.subject}`;
  await queueMail(tx, app, { kind: 'google-took-over', ref, userId, address: identity.email ?? '' });
}
