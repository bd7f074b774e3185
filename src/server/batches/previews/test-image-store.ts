import type { Selectable } from 'kysely';
import type { Analysis } from '#domain/photos/analysis.ts';
import type { PhotoFormat } from '#domain/photos/limits.ts';
import type { CutoutEngine, CutoutHints } from '#domain/recipes/cutout.ts';
import type { Box } from '#domain/recipes/geometry.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';

/** What the engine has to know of the picture; nothing else of it is stored. */
export interface TestPicture {
  readonly format: PhotoFormat;
  readonly analysis: Analysis;
}

export type TestCutoutRow = Selectable<DB['trial_cutouts']>;

export interface NewTestCutout {
  readonly id: string;
  readonly imageId: string;
  readonly engine: CutoutEngine;
  readonly confidence: number;
  readonly sure: boolean;
  readonly subject: Box | null;
  readonly hints: CutoutHints;
}

export async function findTestImage(db: Db, userId: string, id: string) {
  const row = await db
    .selectFrom('trial_images')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertTestImage(
  tx: Tx,
  image: { id: string; userId: string; prepared: TestPicture; now: Date },
): Promise<void> {
  await tx
    .insertInto('trial_images')
    .values({
      id: image.id,
      user_id: image.userId,
      prepared: JSON.stringify(image.prepared),
      used_at: image.now,
    })
    .execute();
}

export async function markTestImageUsed(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('trial_images').set({ used_at: now }).where('id', '=', id).execute();
}

/** Deletes a user's picture, those unused since an instant, or all but so many of the last used; returns ids of pictures and cut-outs. */
export async function deleteTestImages(
  tx: Tx,
  which: { of: string } | { unusedSince: Date } | { allBut: number },
): Promise<{ imageIds: string[]; cutoutIds: string[] }> {
  const some = tx.selectFrom('trial_images').select('id');
  const found =
    'of' in which
      ? some.where('user_id', '=', which.of)
      : 'unusedSince' in which
        ? some.where('used_at', '<', which.unusedSince)
        : some.orderBy('used_at', 'desc').orderBy('id').offset(which.allBut);
  // One that a request works with just now is looked at again in a minute; a user's own is waited for.
  const rows = await ('of' in which ? found.forUpdate() : found.forUpdate().skipLocked()).execute();
  const imageIds = rows.map(({ id }) => id);
  if (imageIds.length === 0) return { imageIds, cutoutIds: [] };
  const cutouts = await tx
    .deleteFrom('trial_cutouts')
    .where('image_id', 'in', imageIds)
    .returning('id')
    .execute();
  await tx.deleteFrom('trial_images').where('id', 'in', imageIds).execute();
  return { imageIds, cutoutIds: cutouts.map(({ id }) => id) };
}

/** The last ones, newest last. */
export async function listTestCutouts(db: Db, imageId: string): Promise<TestCutoutRow[]> {
  return db
    .selectFrom('trial_cutouts')
    .selectAll()
    .where('image_id', '=', imageId)
    .orderBy('made_at')
    .orderBy('id')
    .execute();
}

/** False: the picture is gone. */
export async function insertTestCutout(tx: Tx, cutout: NewTestCutout): Promise<boolean> {
  const image = await tx
    .selectFrom('trial_images')
    .select('id')
    .where('id', '=', cutout.imageId)
    .forUpdate()
    .executeTakeFirst();
  if (!image) return false;
  const { id, imageId, engine, confidence, sure, subject, hints } = cutout;
  const drawing = {
    subject: subject === null ? null : JSON.stringify(subject),
    hints: JSON.stringify(hints),
  };
  await tx
    .insertInto('trial_cutouts')
    .values({ id, image_id: imageId, engine, confidence, sure, ...drawing })
    .execute();
  return true;
}

export async function deleteTestCutouts(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('trial_cutouts')
    .where('id', 'in', [...ids])
    .execute();
}
