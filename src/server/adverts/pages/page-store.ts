import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';

export type PageRow = Selectable<DB['lot_pages']>;
export type PagePictureRow = Selectable<DB['lot_page_pictures']>;
export type ReportRow = Selectable<DB['lot_page_reports']>;

/** Returns the newest page of an own batch; null: it never had one. */
export async function findPageOfBatch(db: Db | Tx, userId: string, batchId: string): Promise<PageRow | null> {
  const row = await db
    .selectFrom('lot_pages')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where('user_id', '=', userId)
    .orderBy('published_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns how many pages of a person have not ended. */
export async function countStanding(tx: Tx, userId: string, now: Date): Promise<number> {
  const { n } = await tx
    .selectFrom('lot_pages')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(n);
}

export async function lockPage(tx: Tx, code: string): Promise<PageRow | null> {
  const row = await tx
    .selectFrom('lot_pages')
    .selectAll()
    .where('code', '=', code)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function insertPage(tx: Tx, row: Insertable<DB['lot_pages']>): Promise<void> {
  await tx.insertInto('lot_pages').values(row).execute();
}

export async function updatePage(tx: Tx, code: string, change: Updateable<DB['lot_pages']>): Promise<void> {
  await tx.updateTable('lot_pages').set(change).where('code', '=', code).execute();
}

export async function listPagePictures(db: Db | Tx, code: string): Promise<PagePictureRow[]> {
  return db
    .selectFrom('lot_page_pictures')
    .selectAll()
    .where('code', '=', code)
    .orderBy('position')
    .execute();
}

/** Makes these the pictures of a page: those that stay keep their name and their copy until another is made. Returns the others' copies. */
export async function replacePagePictures(
  tx: Tx,
  code: string,
  pictures: readonly Pick<PagePictureRow, 'name' | 'photo_id' | 'result_id'>[],
): Promise<string[]> {
  const names = pictures.map(({ name }) => name);
  const dropped = await tx
    .deleteFrom('lot_page_pictures')
    .where('code', '=', code)
    .where('name', 'not in', names)
    .returning('picture_id')
    .execute();
  await tx
    .insertInto('lot_page_pictures')
    .values(pictures.map((picture, position) => ({ code, position, ...picture })))
    .onConflict((conflict) =>
      conflict.columns(['code', 'name']).doUpdateSet((eb) => ({
        position: eb.ref('excluded.position'),
        result_id: eb.ref('excluded.result_id'),
      })),
    )
    .execute();
  return dropped.flatMap(({ picture_id }) => picture_id ?? []);
}

/** Has pictures copied once more whose copies are gone. */
export async function forgetCopies(tx: Tx, code: string, kept: ReadonlySet<string>): Promise<void> {
  await tx
    .updateTable('lot_page_pictures')
    .set({ picture_id: null, copied_result_id: null })
    .where('code', '=', code)
    .where((eb) =>
      eb.or([eb('picture_id', 'is', null), eb('picture_id', '<>', sql<string>`all(${[...kept]}::text[])`)]),
    )
    .execute();
}

/** True where a page of the lot was taken down. */
export async function wasTakenDown(tx: Tx, batchId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('lot_pages')
    .select('code')
    .where('batch_id', '=', batchId)
    .where('end_reason', '=', 'taken-down')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the codes of a page and of all others of its lot, past ones too; the one that stands comes first. */
export async function listCodesOfLot(
  tx: Tx,
  { code, batch_id }: Pick<PageRow, 'code' | 'batch_id'>,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('lot_pages')
    .select('code')
    .where((eb) =>
      eb.or([eb('code', '=', code), ...(batch_id === null ? [] : [eb('batch_id', '=', batch_id)])]),
    )
    .orderBy(sql`ended_at desc nulls first`)
    .orderBy('published_at', 'desc')
    .execute();
  return rows.map((row) => row.code);
}

export async function takeDownPages(
  tx: Tx,
  codes: readonly string[],
  { reason, now }: { readonly reason: string; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('lot_pages')
    .set({
      ended_at: sql<Date>`coalesce(ended_at, ${now})`,
      end_reason: 'taken-down',
      takedown_reason: reason,
    })
    .where('code', 'in', [...codes])
    .execute();
}

/** Notes the copy of a picture, unless another file is wanted by now. */
export async function saveCopy(
  tx: Tx,
  { code, name, result_id }: Pick<PagePictureRow, 'code' | 'name' | 'result_id'>,
  pictureId: string,
): Promise<boolean> {
  const row = await tx
    .updateTable('lot_page_pictures')
    .set({ picture_id: pictureId, copied_result_id: result_id })
    .where('code', '=', code)
    .where('name', '=', name)
    .where('result_id', '=', result_id)
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives up a picture whose file is gone: it stays as it is, or goes where no copy was made yet. */
export async function giveUpCopy(
  tx: Tx,
  { code, name, result_id, copied_result_id }: PagePictureRow,
): Promise<void> {
  if (copied_result_id === null)
    await tx
      .deleteFrom('lot_page_pictures')
      .where('code', '=', code)
      .where('name', '=', name)
      .where('result_id', '=', result_id)
      .execute();
  else
    await tx
      .updateTable('lot_page_pictures')
      .set({ result_id: copied_result_id })
      .where('code', '=', code)
      .where('name', '=', name)
      .where('result_id', '=', result_id)
      .execute();
}

/** Returns pages with pictures that have no copy of the wanted file. */
export async function listUncopied(db: Db, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('lot_page_pictures as picture')
    .innerJoin('lot_pages as page', 'page.code', 'picture.code')
    .select('picture.code')
    .distinct()
    .where('page.ended_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('picture.copied_result_id', 'is', null),
        eb('picture.copied_result_id', '<>', eb.ref('picture.result_id')),
      ]),
    )
    .limit(most)
    .execute();
  return rows.map(({ code }) => code);
}

export async function insertReport(tx: Tx, row: Insertable<DB['lot_page_reports']>): Promise<void> {
  await tx.insertInto('lot_page_reports').values(row).execute();
}

export async function lockReport(tx: Tx, id: string): Promise<ReportRow | null> {
  const row = await tx
    .selectFrom('lot_page_reports')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Closes open reports of pages by one decision; returns where their readers want to hear of it. */
export async function closeReports(
  tx: Tx,
  codes: readonly string[],
  decision: { readonly decided_at: Date; readonly is_taken_down: boolean },
): Promise<string[]> {
  const rows = await tx
    .updateTable('lot_page_reports')
    .set(decision)
    .where('code', 'in', [...codes])
    .where('decided_at', 'is', null)
    .returning('email')
    .execute();
  return [...new Set(rows.flatMap(({ email }) => (email === null ? [] : [email])))];
}

/** Empties all that a person's pages said, and ends those that stand; their addresses stay taken. */
export async function erasePages(tx: Tx, userId: string, now: Date): Promise<void> {
  const said = { title: '', words: '', phone: null, price: null };
  await tx
    .updateTable('lot_pages')
    .set({ ...said, ended_at: now, end_reason: 'erased' })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
  await tx.updateTable('lot_pages').set(said).where('user_id', '=', userId).execute();
  await tx
    .deleteFrom('lot_page_reports')
    .where('code', 'in', (eb) => eb.selectFrom('lot_pages').select('code').where('user_id', '=', userId))
    .execute();
}
