import type { ProviderIdentity } from '#server/adapters/sign-in/port.ts';
import type { App, Tx } from '#server/app.ts';

type Subject = Pick<ProviderIdentity, 'issuer' | 'subject'>;

/** Returns the account that an identity belongs to, also a deleted one. */
export async function findIdentityOwner(tx: Tx, { issuer, subject }: Subject): Promise<string | null> {
  const row = await tx
    .selectFrom('identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Links an identity. Returns false when it belongs to an account already. */
export async function linkIdentity(
  tx: Tx,
  app: App,
  { userId, identity }: { userId: string; identity: ProviderIdentity },
): Promise<boolean> {
  const { issuer, subject, email } = identity;
  const row = await tx
    .insertInto('identities')
    .values({ issuer, subject, user_id: userId, email, created_at: app.now() })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Unlinks an account's identities from before its address was proven (`provenAt` null: all). Returns false where none was linked. */
export async function deleteIdentities(tx: Tx, userId: string, provenAt: Date | null): Promise<boolean> {
  const all = tx.deleteFrom('identities').where('user_id', '=', userId);
  const { numDeletedRows } = await (provenAt
    ? all.where('created_at', '<', provenAt)
    : all
  ).executeTakeFirst();
  return numDeletedRows > 0n;
}
