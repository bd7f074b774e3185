import { createHash, randomBytes } from 'node:crypto';
import type { App, Db, Tx } from '#server/app.ts';

/** From the sending of its mail on: as long as a person may take to read it. */
export const LINK_HOURS = 24;
const HOUR_MS = 3_600_000;
/** Of one order an hour, from everywhere together: no mailbox is flooded. Only asks that the buyer might have made count. */
const MOST_LINKS = 10;

/** Who asked for it: proven by the mailbox that the link went to. */
export interface LinkedStatement {
  readonly orderId: string;
  readonly email: string;
  readonly name: string;
}

function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/**
 * Returns the secret, 256 bits that are in the mail alone. It may be opened as often as one likes: what it leads to happens once. Null: its order
 * has had as many as it may within an hour.
 */
export async function openWithdrawalLink(
  tx: Tx,
  { now }: Pick<App, 'now'>,
  { orderId, email, name }: LinkedStatement,
): Promise<string | null> {
  // Links of one order in turn: two mails at once must not both be the last.
  await tx.selectFrom('orders').select('id').where('id', '=', orderId).forNoKeyUpdate().execute();
  if ((await countNewLinks(tx, now(), orderId)) >= MOST_LINKS) return null;
  const secret = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now().getTime() + LINK_HOURS * HOUR_MS);
  await tx
    .insertInto('withdrawal_links')
    .values({ token_hash: hashSecret(secret), order_id: orderId, email, name, expires_at: expiresAt })
    .execute();
  return secret;
}

/** Of an order, within the last hour. */
async function countNewLinks(tx: Tx, now: Date, orderId: string): Promise<number> {
  const until = new Date(now.getTime() + (LINK_HOURS - 1) * HOUR_MS);
  const { links } = await tx
    .selectFrom('withdrawal_links')
    .select(({ fn }) => fn.countAll<number>().as('links'))
    .where('order_id', '=', orderId)
    .where('expires_at', '>', until)
    .executeTakeFirstOrThrow();
  return Number(links);
}

/** Null for an unknown or an old one. */
export async function findLinkedStatement(
  { db, now }: Pick<App, 'db' | 'now'>,
  secret: string,
): Promise<LinkedStatement | null> {
  const row = await db
    .selectFrom('withdrawal_links')
    .select(['order_id as orderId', 'email', 'name'])
    .where('token_hash', '=', hashSecret(secret))
    .where('expires_at', '>', now())
    .executeTakeFirst();
  return row ?? null;
}

/** Those that are over. */
export async function deleteOldWithdrawalLinks(db: Db | Tx, now: Date): Promise<void> {
  await db.deleteFrom('withdrawal_links').where('expires_at', '<', now).execute();
}
