import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '#domain/errors.ts';
import { LINK_LIVES, type LinkPurpose } from '#domain/users/mail-link.ts';
import type { App, Db, Tx } from '#server/app.ts';
import { lockUser } from '#server/users/user-store.ts';

/** A mailed link's secret of 256 bits is in the mail alone; the database has the hash. */
function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Opens a link and returns its secret. Needs the account's lock: of two links made at once only one may be the newest. */
export async function openLink(
  tx: Tx,
  app: Pick<App, 'now'>,
  link: { purpose: LinkPurpose; userId: string; email: string },
): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const now = app.now();
  const livesMs = LINK_LIVES[link.purpose].minutes * 60_000;
  await tx
    .insertInto('mail_links')
    .values({
      token_hash: hashSecret(secret),
      purpose: link.purpose,
      user_id: link.userId,
      email: link.email,
      expires_at: new Date(now.getTime() + livesMs),
      created_at: now,
    })
    .execute();
  return secret;
}

/** Closes an account's links of one purpose. */
export async function closeLinks(tx: Tx, purpose: LinkPurpose, userId: string): Promise<void> {
  await tx.deleteFrom('mail_links').where('purpose', '=', purpose).where('user_id', '=', userId).execute();
}

/** Closes an account's links, except those that bring it back to an address that is still reserved for it. */
export async function closeAllLinks(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('mail_links')
    .where('user_id', '=', userId)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('purpose', '!=', 'undo-email'),
        eb('email', 'not in', selectFrom('left_addresses').select('email').where('user_id', '=', userId)),
      ]),
    )
    .execute();
}

/** Returns the link's user; null for an unknown, old or used link. A check before costly work; only `takeLink` decides. */
export async function linkOwner(app: App, purpose: LinkPurpose, secret: string): Promise<string | null> {
  return (await findOpenLink(app.db, { now: app.now(), purpose, secret }))?.user_id ?? null;
}

interface GivenLink {
  readonly purpose: LinkPurpose;
  readonly secret: string;
}

/**
 * Uses a link up and locks its account. Throws auth/link-invalid for an unknown, old or used link, and for one to an address that the
 * account no longer has.
 */
export async function takeLink(tx: Tx, app: App, { purpose, secret }: GivenLink) {
  const { user, email } = await takeLinkElsewhere(tx, app, { purpose, secret });
  if (user.email !== email) throw new AppError('auth/link-invalid');
  return user;
}

/** Does the same for a link that went to another address than the account's, and returns that address. Throws auth/link-invalid. */
export async function takeLinkElsewhere(tx: Tx, app: App, { purpose, secret }: GivenLink) {
  const now = app.now();
  const link = await findOpenLink(tx, { now, purpose, secret });
  const user = link && (await lockUser(tx, link.user_id));
  if (!user) throw new AppError('auth/link-invalid');
  const taken = await tx
    .updateTable('mail_links')
    .set({ used_at: now })
    .where('token_hash', '=', hashSecret(secret))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (taken.numUpdatedRows === 0n) throw new AppError('auth/link-invalid');
  return { user, email: link.email };
}

/** Deletes links that expired before an instant, used ones too. */
export async function deleteOldLinks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('mail_links').where('expires_at', '<', now).execute();
}

function findOpenLink(db: Db | Tx, { now, purpose, secret }: GivenLink & { readonly now: Date }) {
  return db
    .selectFrom('mail_links')
    .select(['user_id', 'email'])
    .where('token_hash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}
