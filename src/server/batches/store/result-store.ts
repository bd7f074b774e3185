import { type Selectable, sql } from 'kysely';
import { findHalves } from '#domain/batches/taken-photos.ts';
import type { OutputFormat, OutputSpec } from '#domain/recipes/outputs.ts';
import type { WrittenFile } from '#imaging/messages.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';
import { resultKeys } from '#server/photos/file-keys.ts';
import { addStored } from '#server/photos/photo-store.ts';

export type ResultRow = Selectable<DB['results']>;

export interface StoredResult {
  readonly id: string;
  readonly fileKey: string;
  readonly spec: OutputSpec;
  readonly position: number;
  readonly format: OutputFormat;
  readonly file: WrittenFile;
}

export interface ResultOwner {
  readonly ownerId: string;
  readonly batchId: string;
  readonly photoId: string;
  readonly runId: string;
}

/** Replaces the results of the same batch, photo and output. Returns the replaced rows and by how many bytes the storage grew. */
export async function replaceResults(
  tx: Tx,
  of: ResultOwner,
  results: readonly StoredResult[],
): Promise<{ replaced: Pick<ResultRow, 'id' | 'file_key'>[]; grownBy: number }> {
  const old = await tx
    .deleteFrom('results')
    .where('batch_id', '=', of.batchId)
    .where('photo_id', '=', of.photoId)
    .where(
      'output_key',
      'in',
      results.map((result) => result.spec.key),
    )
    .returning(['id', 'file_key', 'bytes'])
    .execute();
  const rows = results.map(({ id, fileKey, spec, position, format, file }) => ({
    id,
    owner_id: of.ownerId,
    batch_id: of.batchId,
    photo_id: of.photoId,
    run_id: of.runId,
    output_key: spec.key,
    output_label: spec.label,
    output_position: position,
    suffix: file.suffix,
    format,
    width: file.width,
    height: file.height,
    bytes: file.bytes,
    sha256: file.sha256,
    file_key: fileKey,
    warnings: JSON.stringify(file.warnings),
    facts: JSON.stringify(file.facts),
  }));
  await tx.insertInto('results').values(rows).execute();
  return { replaced: old, grownBy: sumBytes(rows) - sumBytes(old) };
}

function sumBytes(rows: readonly { readonly bytes: number }[]): number {
  return rows.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Returns whether all of these have their rows; false for none. */
export async function areStored(tx: Tx, results: readonly StoredResult[]): Promise<boolean> {
  if (results.length === 0) return false;
  const ids = results.map(({ id }) => id);
  const rows = await tx.selectFrom('results').select('id').where('id', 'in', ids).execute();
  return rows.length === ids.length;
}

/** Returns the results of a batch, or of one of its photos. */
export async function listResults(db: Db | Tx, batchId: string, photoId?: string): Promise<ResultRow[]> {
  return db
    .selectFrom('results')
    .selectAll()
    .where('batch_id', '=', batchId)
    .$if(photoId !== undefined, (query) => query.where('photo_id', '=', photoId ?? ''))
    .orderBy('output_position')
    .orderBy('output_key')
    .orderBy('suffix')
    .execute();
}

/** Returns the user's result, or undefined. */
export async function findResult(db: Db, ownerId: string, resultId: string): Promise<ResultRow | undefined> {
  return db
    .selectFrom('results')
    .selectAll()
    .where('id', '=', resultId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
}

/** Returns existing results of any owner by id, with the keys of their files. */
export async function filesOfResults(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, Pick<ResultRow, 'id' | 'owner_id' | 'file_key' | 'format'>>> {
  const rows = await db
    .selectFrom('results')
    .select(['id', 'owner_id', 'file_key', 'format'])
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Selects results that their batch still shows: the photo is in the batch and not in the trash. */
function selectShown(db: Db, resultIds: readonly string[]) {
  return db
    .selectFrom('results')
    .innerJoin('batch_photos', (join) =>
      join
        .onRef('batch_photos.batch_id', '=', 'results.batch_id')
        .onRef('batch_photos.photo_id', '=', 'results.photo_id'),
    )
    .innerJoin('photos', 'photos.id', 'results.photo_id')
    .selectAll('results')
    .where('results.id', '=', sql<string>`any(${[...resultIds]}::text[])`)
    .where('trashed_at', 'is', null)
    .where('purged_at', 'is', null);
}

/** Returns results that the user's batches still show. */
export async function findResults(
  db: Db,
  ownerId: string,
  resultIds: readonly string[],
): Promise<ResultRow[]> {
  return selectShown(db, resultIds)
    .where('results.owner_id', '=', ownerId)
    .orderBy('output_position')
    .execute();
}

/** Returns results of any owner, by id, that their batches still show. */
export async function shownResults(db: Db, ids: readonly string[]): Promise<Map<string, ResultRow>> {
  const rows = await selectShown(db, ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Marks files as downloaded; returns whether any of them was for the first time. */
export async function markDownloaded(
  tx: Tx,
  { ownerId, fileKeys, now }: { ownerId: string; fileKeys: readonly string[]; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('results')
    .set({ downloaded_at: now })
    .where('owner_id', '=', ownerId)
    .where('file_key', '=', sql<string>`any(${fileKeys}::text[])`)
    .where('downloaded_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a batch's results and gives their storage back; returns the keys of the files to remove. */
export async function deleteResults(tx: Tx, batchId: string): Promise<string[]> {
  const rows = await tx.deleteFrom('results').where('batch_id', '=', batchId).returningAll().execute();
  return giveBack(tx, rows);
}

/**
 * Once the cover has its own main file, deletes main files of former covers and the cover's own among the others; returns keys to remove.
 * Without a cover nothing goes, since nothing would replace it.
 */
export async function deleteResultsNotTaken(
  tx: Tx,
  run: { batch_id: string; outputs: readonly OutputSpec[]; cover_id: string | null },
): Promise<string[]> {
  const { mains, halves } = findHalves(run.outputs);
  if (run.cover_id === null || (mains.length === 0 && halves.length === 0)) return [];
  const { rows } = await sql<ResultRow>`
    with own as (
      select output_key from results where batch_id = ${run.batch_id} and photo_id = ${run.cover_id}
    ), halves as (
      select main, rest from unnest(${halves.map(({ main }) => main)}::text[], ${halves.map(({ rest }) => rest)}::text[]) as half (main, rest)
    )
    delete from results where batch_id = ${run.batch_id} and (
      (photo_id <> ${run.cover_id} and output_key = any(${mains}::text[]) and output_key in (select output_key from own))
      or (photo_id = ${run.cover_id} and output_key in (select rest from halves where main in (select output_key from own))))
    returning *`.execute(tx);
  return giveBack(tx, rows);
}

/** Deletes the photos' results and gives their storage back; returns the keys of the files to remove. */
export async function deleteResultsOfPhotos(tx: Tx, photoIds: readonly string[]): Promise<string[]> {
  if (photoIds.length === 0) return [];
  const rows = await tx
    .deleteFrom('results')
    .where('photo_id', 'in', [...photoIds])
    .returningAll()
    .execute();
  return giveBack(tx, rows);
}

async function giveBack(tx: Tx, rows: readonly ResultRow[]): Promise<string[]> {
  for (const ownerId of new Set(rows.map(({ owner_id }) => owner_id)))
    await addStored(tx, ownerId, -sumBytes(rows.filter(({ owner_id }) => owner_id === ownerId)));
  return rows.flatMap(resultKeys);
}
