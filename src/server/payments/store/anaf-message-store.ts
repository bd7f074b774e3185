import { type Selectable, sql } from 'kysely';
import type { AnafBase } from '#domain/invoices/anaf/sending.ts';
import type { AnafMessage } from '#server/adapters/anaf/port.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';

export type MessageRow = Selectable<DB['efactura_messages']>;

interface Kind {
  readonly base: AnafBase;
  readonly kind: 'T' | 'R';
}

/** Keeps messages of a list; those that are known stay. */
export async function keepMessages(
  db: Db | Tx,
  { base, kind }: Kind,
  messages: readonly AnafMessage[],
): Promise<void> {
  if (messages.length === 0) return;
  await db
    .insertInto('efactura_messages')
    .values(
      messages.map((message) => ({
        base,
        kind,
        download_id: message.downloadId,
        upload_index: message.uploadIndex,
        type: message.type,
        details: message.details,
        created_at: message.createdAt,
      })),
    )
    .onConflict((conflict) => conflict.columns(['base', 'download_id']).doNothing())
    .execute();
}

/** Returns accepted documents that ANAF listed since an instant and that count for none of ours, the newest first. */
export async function listUnclaimed(db: Db, base: AnafBase, since: Date): Promise<MessageRow[]> {
  return db
    .selectFrom('efactura_messages as m')
    .selectAll('m')
    .where('m.base', '=', base)
    .where('m.kind', '=', 'T')
    .where('m.upload_index', 'is not', null)
    .where('m.created_at', '>=', since)
    .where(
      sql<boolean>`not exists (select from efactura_sendings s where s.base = m.base and s.upload_index = m.upload_index
        and s.state in ('sent', 'nok', 'accepted'))`,
    )
    .orderBy('m.created_at', 'desc')
    .orderBy('m.download_id')
    .execute();
}

/** Counts a download, before it is called. */
export async function countDownload(db: Db, { base, download_id }: MessageRow): Promise<void> {
  await db
    .updateTable('efactura_messages')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('base', '=', base)
    .where('download_id', '=', download_id)
    .execute();
}

/** Keeps the hash of the document in a message's file. */
export async function keepMessageHash(
  db: Db,
  { base, download_id }: MessageRow,
  sha256: string,
): Promise<void> {
  await db
    .updateTable('efactura_messages')
    .set({ xml_sha256: sha256 })
    .where('base', '=', base)
    .where('download_id', '=', download_id)
    .execute();
}

/** Notes a look for messages of buyers, where the last one is older; false: another is newer. */
export async function noteBuyersAsked(db: Db, { at, before }: { at: Date; before: Date }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('efactura_queue')
    .set({ buyers_asked_at: at })
    .where((eb) => eb.or([eb('buyers_asked_at', 'is', null), eb('buyers_asked_at', '<=', before)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns messages of buyers about our documents whose words were not read. */
export async function listUnreadObjections(
  db: Db,
  base: AnafBase,
  { mostTries, most }: { mostTries: number; most: number },
): Promise<MessageRow[]> {
  return db
    .selectFrom('efactura_messages as m')
    .selectAll('m')
    .where('m.base', '=', base)
    .where('m.kind', '=', 'R')
    .where('m.xml_sha256', 'is', null)
    .where('m.tries', '<', mostTries)
    .where(
      sql<boolean>`exists (select from efactura_sendings s where s.base = m.base and s.upload_index = m.upload_index)`,
    )
    .orderBy('m.created_at')
    .limit(most)
    .execute();
}

/** Keeps the words of a buyer's message. */
export async function keepObjection(
  db: Db,
  { base, download_id }: MessageRow,
  { words, sha256 }: { words: string; sha256: string },
): Promise<void> {
  await db
    .updateTable('efactura_messages')
    .set({ xml_sha256: sha256, ...(words && { details: words }) })
    .where('base', '=', base)
    .where('download_id', '=', download_id)
    .execute();
}

interface Objection {
  readonly invoiceId: string;
  readonly details: string;
  readonly at: Date;
}

/** Returns what buyers objected to documents, the oldest first. */
export async function listObjections(db: Db, invoiceIds: readonly string[]): Promise<Objection[]> {
  if (invoiceIds.length === 0) return [];
  return db
    .selectFrom('efactura_messages as m')
    .innerJoin('efactura_sendings as s', (join) =>
      join.onRef('s.upload_index', '=', 'm.upload_index').onRef('s.base', '=', 'm.base'),
    )
    .select(['s.invoice_id as invoiceId', 'm.details', 'm.created_at as at'])
    .where('m.kind', '=', 'R')
    .where('s.invoice_id', 'in', invoiceIds)
    .orderBy('m.created_at')
    .execute();
}

/** Notes that the admins hear of what buyers objected; returns the documents that it is about. */
export async function takeUntoldObjections(tx: Tx, base: AnafBase, now: Date): Promise<string[]> {
  const { rows } = await sql<{ invoice_id: string }>`
    update efactura_messages m set told_at = ${now} from efactura_sendings s
    where m.base = ${base} and m.kind = 'R' and m.told_at is null
      and s.base = m.base and s.upload_index = m.upload_index
    returning s.invoice_id`.execute(tx);
  return [...new Set(rows.map(({ invoice_id: id }) => id))].sort();
}

/** Erases what buyers and ANAF wrote about documents whose years are over. */
export async function forgetAnafWords(tx: Tx, invoiceIds: readonly string[]): Promise<void> {
  const ids = sql`${[...invoiceIds]}::text[]`;
  await sql`update efactura_messages m set details = '' from efactura_sendings s
    where s.invoice_id = any(${ids}) and s.base = m.base and s.upload_index = m.upload_index`.execute(tx);
  await sql`update efactura_sendings set errors = '', version = version + 1
    where invoice_id = any(${ids}) and errors <> ''`.execute(tx);
}
