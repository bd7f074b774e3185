import type { GoogleOutcome } from '#contract/auth.ts';
import { AppError } from '#domain/errors.ts';
import type { Attempt } from '#server/account/google-attempt-store.ts';
import type { ProviderIdentity } from '#server/adapters/sign-in/port.ts';
import type { App, User } from '#server/app.ts';
import { findIdentityOwner, linkIdentity } from '#server/users/identity-store.ts';
import { queueMail } from '#server/users/mail-outbox.ts';
import { markProved, requireProof } from '#server/users/session-store.ts';
import { lockUser, raiseUserRev, verifyAddress } from '#server/users/user-store.ts';

/** Somebody signed in is back from Google, in the session they left from: shown who they are, or linked. */
export async function finishOwnGoogle(
  app: App,
  user: User | null,
  { purpose, sessionId }: Attempt,
  identity: ProviderIdentity,
): Promise<GoogleOutcome> {
  if (!user || user.sessionId !== sessionId) return 'failed';
  return purpose === 'link' ? link(app, user, identity) : prove(app, user, identity);
}

/** Only by an identity that the account has: any other says nothing of its owner. */
async function prove(app: App, user: User, identity: ProviderIdentity): Promise<GoogleOutcome> {
  return app.change(async (tx) => {
    if ((await findIdentityOwner(tx, identity)) !== user.id) return 'other';
    await markProved(tx, app, user);
    return 'done';
  });
}

async function link(app: App, user: User, identity: ProviderIdentity): Promise<GoogleOutcome> {
  return app.change(async (tx, changes) => {
    await requireProof(tx, app, user);
    const row = await lockUser(tx, user.id);
    if (!row) throw new AppError('auth/session-required');
    const ownerId = await findIdentityOwner(tx, identity);
    if (ownerId === user.id) return 'done';
    if (ownerId !== null || !(await linkIdentity(tx, app, user.id, identity))) return 'taken';
    if (identity.isAuthoritative && identity.email === row.email) await verifyAddress(tx, user.id, app.now());
    await raiseUserRev(tx, changes, user.id);
    const mail = { kind: 'sign-in-changed', ref: app.newId('sic'), userId: user.id } as const;
    await queueMail(tx, app, { ...mail, address: row.email, data: { what: 'google-linked' } });
    return 'done';
  });
}
