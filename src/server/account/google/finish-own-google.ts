import type { GoogleOutcome } from '#contract/auth.ts';
import { AppError } from '#domain/errors.ts';
import type { Attempt } from '#server/account/google/google-attempt-store.ts';
import type { ProviderIdentity } from '#server/adapters/sign-in/port.ts';
import type { App, User } from '#server/app.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';
import { findIdentityOwner, linkIdentity } from '#server/users/sign-in/identity-store.ts';
import { proveSession, requireProof } from '#server/users/sign-in/session-proof.ts';
import { lockUser, raiseUserRev, verifyAddress } from '#server/users/user-store.ts';

export interface OwnGoogleEnd {
  readonly outcome: GoogleOutcome;
  /** The session's new one, after a proof. */
  readonly token: string | null;
}

/** A signed-in user is back from Google in the session they left from: proves who they are, or links the identity. */
export async function finishOwnGoogle(
  app: App,
  user: User | null,
  { purpose, sessionId }: Attempt,
  { identity, token }: { identity: ProviderIdentity; token: string },
): Promise<OwnGoogleEnd> {
  if (!user || user.sessionId !== sessionId) return { outcome: 'failed', token: null };
  if (purpose === 'link') return { outcome: await link(app, user, identity), token: null };
  return prove(app, user, identity, token);
}

/** Only by an identity that the account has: any other says nothing of its owner. */
async function prove(app: App, user: User, identity: ProviderIdentity, token: string): Promise<OwnGoogleEnd> {
  return app.change(async (tx) => {
    if ((await findIdentityOwner(tx, identity)) !== user.id) return { outcome: 'other', token: null };
    return { outcome: 'done', token: await proveSession(tx, app, user, token) };
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
