import { AppError } from '#domain/errors.ts';
import { isOwnAvatar } from '#domain/users/avatar.ts';
import { cleanDisplayName } from '#domain/users/display-name.ts';
import { decideAdmission } from '#domain/users/google.ts';
import { openUser } from '#server/account/register.ts';
import type { ProviderIdentity } from '#server/adapters/sign-in/port.ts';
import type { App, Tx, Unit } from '#server/app.ts';
import type { Visitor } from '#server/http/security/visitor.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';
import { deleteEmailChange } from '#server/users/email/email-change-store.ts';
import { isReservedByAnother } from '#server/users/email/previous-email-store.ts';
import { KEEP_AVATAR, removeAfterwards } from '#server/users/profile/avatar.ts';
import { fillProfile, lockProfile } from '#server/users/profile/profile-store.ts';
import { deleteIdentities, findIdentityOwner, linkIdentity } from '#server/users/sign-in/identity-store.ts';
import { endAllSessions, openSession } from '#server/users/sign-in/session-store.ts';
import {
  findAnyUser,
  lockUser,
  markEmailVerified,
  noteLogin,
  setPassword,
} from '#server/users/user-store.ts';

export type AdmissionOutcome =
  | { readonly outcome: 'done'; readonly token: string; readonly userId: string }
  /** The password of the account with this address is asked; its mailbox is to be proven; nothing can be done. */
  | { readonly outcome: 'password' | 'failed' }
  | { readonly outcome: 'verify'; readonly userId: string; readonly email: string };

/** Signs in the person the provider names, by the rules of domain/users/google.ts. */
export async function admitIdentity(
  app: App,
  visitor: Visitor,
  identity: ProviderIdentity,
): Promise<AdmissionOutcome> {
  const attempt = () => app.change((unit) => admitInTransaction(unit, app, { visitor, identity }));
  try {
    return await attempt();
  } catch (error) {
    // The same person at the same time in another tab: their account is there now.
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
  // First the proof: an identity linked before it may be a stranger's.
  if (isAuthoritative && (found.email === email || admission === 'open'))
    await markEmailVerified(tx, userId, app.now());
  if (admission !== 'sign-in' && !(await linkIdentity(tx, app, { userId, identity })))
    return { outcome: 'failed' };
  // An account's first sign-in is the instant in which it was opened.
  if (admission !== 'open') await noteLogin(unit, userId, app.now());
  return {
    outcome: 'done',
    userId,
    token: await openIdentitySession(tx, app, { visitor, userId, identity }),
  };
}

const NO_ACCOUNT = { id: '', email: '', isKnown: false, account: 'none' } as const;

/** The account an identity belongs to, else the one with its address; locked, and asked again under the lock. */
async function findAccount(tx: Tx, identity: ProviderIdentity) {
  const ownerId = await findIdentityOwner(tx, identity);
  const found = await findAnyUser(tx, ownerId ? { id: ownerId } : { email: identity.email ?? '' });
  if (!found) return NO_ACCOUNT;
  const user = found.isDeleted ? undefined : await lockUser(tx, found.id);
  // Another tab of the same person may have linked it between the two looks.
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
 * Removes everything of the person who opened the account without proving the address: password, sessions, identities, name, picture and a
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

/** The session of an account that is linked to this identity now. */
export async function openIdentitySession(
  tx: Tx,
  app: App,
  { visitor, userId, identity }: { visitor: Visitor; userId: string; identity: ProviderIdentity },
): Promise<string> {
  await syncFromProvider(tx, app, { userId, identity });
  return openSession(tx, app, { userId, userAgent: visitor.userAgent });
}

/** After each sign-in: the provider's name where there is none, its picture where there is no own one. */
async function syncFromProvider(
  tx: Tx,
  app: App,
  { userId, identity: { name, pictureUrl } }: { userId: string; identity: ProviderIdentity },
): Promise<void> {
  const profile = await lockProfile(tx, userId);
  if (!profile) return;
  const displayName = profile.displayName ?? cleanDisplayName(name ?? '');
  const isWanted =
    pictureUrl !== null &&
    !isOwnAvatar(userId, profile.photoUrl) &&
    (app.signIn?.isOwnPicture(pictureUrl) ?? false);
  const photoUrl = isWanted ? pictureUrl : profile.photoUrl;
  await fillProfile(tx, userId, { displayName, photoUrl, now: app.now() });
  if (isWanted) await app.queue.send(tx, KEEP_AVATAR, { userId });
}
