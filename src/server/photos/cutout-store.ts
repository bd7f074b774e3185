import { type Selectable, sql } from 'kysely';
import { AppError } from '#domain/errors.ts';
import { type CutoutEngine, type CutoutHints, NO_HINTS } from '#domain/recipes/cutout.ts';
import type { Box } from '#domain/recipes/geometry.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';
import type { PhotoRow } from '#server/photos/photo-store.ts';

export type CutoutRow = Selectable<DB['cutouts']>;

export interface NewCutout {
  readonly id: string;
  readonly photoId: string;
  readonly engine: CutoutEngine;
  readonly confidence: number;
  readonly sure: boolean;
  readonly subject: Box | null;
  readonly broken: boolean;
  readonly hints: CutoutHints;
}

/** True when a run takes it: it isn't empty, and the engine or the person is sure of it. */
export function isUsable({
  sure,
  approved_at,
  subject,
}: Pick<CutoutRow, 'sure' | 'approved_at' | 'subject'>): boolean {
  return subject !== null && (sure || approved_at !== null);
}

/** Begins a request for a cut-out; returns its number: the highest one counts, in whatever process. Throws `photos/not-found`. */
export async function raiseCutoutAsked(db: Db, ownerId: string, photoId: string): Promise<number> {
  const row = await db
    .updateTable('photos')
    .set((eb) => ({ cutout_asked: eb('cutout_asked', '+', 1) }))
    .where('id', '=', photoId)
    .where('owner_id', '=', ownerId)
    .returning('cutout_asked')
    .executeTakeFirst();
  if (!row) throw new AppError('photos/not-found');
  return row.cutout_asked;
}

/**
 * Stores a cut-out as the photo's current one or, where that is good already, as a draft. What was brushed over one that does not count
 * waits for the person's yes. Returns null without storing when a later request replaced `asked` (the number of a person's request) or,
 * with `asked` null, when the photo has a cut-out. Throws `photos/not-found`.
 */
export async function insertCutout(
  tx: Tx,
  cutout: NewCutout,
  asked: number | null,
): Promise<CutoutRow | null> {
  const photo = await tx
    .selectFrom('photos')
    .select(['cutout_id', 'cutout_asked'])
    .where('id', '=', cutout.photoId)
    .where('state', '=', 'ready')
    .where('purged_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!photo) throw new AppError('photos/not-found');
  if (asked === null ? photo.cutout_id !== null : photo.cutout_asked !== asked) return null;
  const current = photo.cutout_id === null ? null : await findCutout(tx, photo.cutout_id);
  const counts = current !== null && isUsable(current);
  const row = await tx
    .insertInto('cutouts')
    .values({
      id: cutout.id,
      photo_id: cutout.photoId,
      engine: cutout.engine,
      confidence: cutout.confidence,
      // A stroke corrects one place: that nothing else is wrong is for the person to say.
      sure: cutout.sure && (counts || cutout.hints.strokes.length === 0),
      subject: cutout.subject === null ? null : JSON.stringify(cutout.subject),
      broken: cutout.broken,
      hints: JSON.stringify(cutout.hints),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const columns = counts ? { cutout_draft_id: cutout.id } : { cutout_id: cutout.id, cutout_draft_id: null };
  await tx
    .updateTable('photos')
    .set({ ...columns, cutout_failed: false })
    .where('id', '=', cutout.photoId)
    .execute();
  return row;
}

/** Marks that a photo can't be cut out, so that no job tries again; null when it has a cut-out by now or was marked before. */
export async function markCutoutFailed(tx: Tx, photoId: string): Promise<PhotoRow | null> {
  const photo = await tx
    .updateTable('photos')
    .set({ cutout_failed: true })
    .where('id', '=', photoId)
    .where('state', '=', 'ready')
    .where('purged_at', 'is', null)
    .where('cutout_id', 'is', null)
    .where('cutout_failed', '=', false)
    .returningAll()
    .executeTakeFirst();
  return photo ?? null;
}

/** Drops the draft; false when there was a later request than this one. */
export async function deleteDraft(tx: Tx, photoId: string, asked: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('photos')
    .set({ cutout_draft_id: null })
    .where('id', '=', photoId)
    .where('cutout_asked', '=', asked)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function findCutout(db: Db | Tx, cutoutId: string): Promise<CutoutRow | null> {
  const row = await db.selectFrom('cutouts').selectAll().where('id', '=', cutoutId).executeTakeFirst();
  return row ?? null;
}

/** Returns the newest cut-out that a model made without hints, while it is kept, or null. */
export async function findModelCutout(db: Db, photoId: string): Promise<CutoutRow | null> {
  const row = await db
    .selectFrom('cutouts')
    .selectAll()
    .where('photo_id', '=', photoId)
    .where('engine', '=', 'model')
    .where(sql<boolean>`hints = ${JSON.stringify(NO_HINTS)}::jsonb`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

type PhotoCutout = { readonly cutout_id: string | null };

/** Returns a look-up of the current cut-out of any of the photos. */
export async function loadCutoutLookup(
  db: Db | Tx,
  photos: readonly PhotoCutout[],
): Promise<(photo: PhotoCutout) => CutoutRow | null> {
  const ids = photos.flatMap(({ cutout_id }) => (cutout_id === null ? [] : [cutout_id]));
  const rows =
    ids.length === 0 ? [] : await db.selectFrom('cutouts').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ({ cutout_id }) => (cutout_id === null ? null : (byId.get(cutout_id) ?? null));
}

/**
 * Approves the photo's newest cut-out and makes it the current one. Throws `photos/cutout-replaced` when another tab has drawn on,
 * `photos/cutout-empty` for an empty one.
 */
export async function markCutoutApproved(
  tx: Tx,
  photoId: string,
  { cutoutId, now }: { cutoutId: string; now: Date },
): Promise<CutoutRow> {
  const { numUpdatedRows } = await tx
    .updateTable('photos')
    .set({ cutout_id: cutoutId, cutout_draft_id: null })
    .where('id', '=', photoId)
    .where(({ eb, fn }) => eb(fn.coalesce('cutout_draft_id', 'cutout_id'), '=', cutoutId))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('photos/cutout-replaced');
  const row = await tx
    .updateTable('cutouts')
    .set((eb) => ({ approved_at: eb.fn.coalesce('approved_at', eb.val(now)) }))
    .where('id', '=', cutoutId)
    .where('subject', 'is not', null)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new AppError('photos/cutout-empty');
  return row;
}

/** Takes an approval back; null when the cut-out isn't the photo's current one or was not approved. */
export async function takeBackApproval(tx: Tx, photoId: string, cutoutId: string): Promise<CutoutRow | null> {
  const row = await tx
    .updateTable('cutouts')
    .set({ approved_at: null })
    .where('id', '=', cutoutId)
    .where('approved_at', 'is not', null)
    .where('id', '=', (eb) => eb.selectFrom('photos').select('cutout_id').where('id', '=', photoId))
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Deletes cut-outs made before an instant that are no longer used and whose photos are in no open run; returns their ids. */
export async function deleteReplacedCutouts(db: Db | Tx, before: Date): Promise<string[]> {
  const rows = await db
    .deleteFrom('cutouts')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('photos')
            .select('photos.id')
            .whereRef('photos.id', '=', 'cutouts.photo_id')
            .where(({ eb, ref, or }) =>
              or([
                eb('photos.cutout_id', '=', ref('cutouts.id')),
                eb('photos.cutout_draft_id', '=', ref('cutouts.id')),
              ]),
            ),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('run_photos')
            .innerJoin('runs', 'runs.id', 'run_photos.run_id')
            .select('run_id')
            .whereRef('run_photos.photo_id', '=', 'cutouts.photo_id')
            .where('runs.finished_at', 'is', null),
        ),
      ),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes all cut-outs of the photos; returns their ids. */
export async function deleteCutouts(tx: Tx, photoIds: readonly string[]): Promise<string[]> {
  if (photoIds.length === 0) return [];
  const rows = await tx
    .deleteFrom('cutouts')
    .where('photo_id', 'in', [...photoIds])
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
