import type { Selectable } from 'kysely';
import { MOST_IN_BATCH } from '#domain/batches/states.ts';
import { AppError } from '#domain/errors.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';

/** Tables of links for phones: those that add photos, those that read results. */
type LinkTable = 'phone_links' | 'result_links';
export type PhoneLinkRow = Selectable<DB['phone_links']>;
export type ResultLinkRow = Selectable<DB['result_links']>;

export interface NewPhoneLink
  extends Pick<
    PhoneLinkRow,
    'id' | 'key_hash' | 'cookie_hash' | 'user_id' | 'session_id' | 'batch_id' | 'places'
  > {
  readonly created_at: Date;
  readonly expires_at: Date;
}

export async function insertPhoneLink(tx: Tx, link: NewPhoneLink): Promise<PhoneLinkRow> {
  return tx.insertInto('phone_links').values(link).returningAll().executeTakeFirstOrThrow();
}

export async function insertResultLink(
  tx: Tx,
  link: Omit<ResultLinkRow, 'user_agent' | 'ended_at'>,
): Promise<ResultLinkRow> {
  return tx.insertInto('result_links').values(link).returningAll().executeTakeFirstOrThrow();
}

/** Ends the links of a batch: its run starts (those that add), it is deleted, or another link takes their place. */
export async function endLinks(
  tx: Tx,
  table: LinkTable,
  { batchId, now }: { batchId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable(table)
    .set({ ended_at: now })
    .where('batch_id', '=', batchId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Ends one link of a user; one that is over stays as it was. Returns false where they have none of that id. */
export async function endOneLink(
  db: Db,
  table: LinkTable,
  { userId, linkId, now }: { userId: string; linkId: string; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable(table)
    .set((eb) => ({ ended_at: eb.fn.coalesce('ended_at', eb.val(now)) }))
    .where('id', '=', linkId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function noteOpened(
  db: Db,
  table: LinkTable,
  { linkId, userAgent }: { linkId: string; userAgent: string },
): Promise<void> {
  await db
    .updateTable(table)
    .set({ user_agent: userAgent.slice(0, 300) })
    .where('id', '=', linkId)
    .execute();
}

/**
 * Takes one of a link's places for a photo. Its row stays locked: ending the link waits for the photo, or the photo finds it ended. Throws
 * `batches/phone-link-over`, `batches/too-many-photos`.
 */
export async function takePlace(tx: Tx, linkId: string, now: Date): Promise<void> {
  const link = await tx
    .selectFrom('phone_links')
    .select(['used', 'places'])
    .where('id', '=', linkId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
  if (!link) throw new AppError('batches/phone-link-over');
  if (link.used >= link.places) throw new AppError('batches/too-many-photos', { limit: MOST_IN_BATCH });
  await tx
    .updateTable('phone_links')
    .set({ used: link.used + 1 })
    .where('id', '=', linkId)
    .execute();
}

/** Deletes links of both kinds that expired before an instant. */
export async function deleteOldPhoneLinks(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('phone_links').where('expires_at', '<', before).execute();
  await db.deleteFrom('result_links').where('expires_at', '<', before).execute();
}
