import { DAY_MS } from '#domain/days.ts';
import type { App, Unit, User } from '#server/app.ts';
import { batchChanged, updateBatch } from '#server/batches/store/batch-store.ts';
import { batchesWith } from '#server/batches/store/member-store.ts';
import { deleteResultsOfPhotos } from '#server/batches/store/result-store.ts';
import { deleteCutouts } from '#server/photos/cutout-store.ts';
import { maskKey, photoKeys } from '#server/photos/file-keys.ts';
import { findPhotos, type PhotoRow } from '#server/photos/photo-store.ts';
import { photosUsedBefore, purgeTrashed, purgeUnused } from '#server/photos/purge-store.ts';
import { letGoOfFiles } from '#server/photos/remove-files.ts';
import { loadRetentionLookup } from '#server/photos/retention-view.ts';
import { noteRetention } from '#server/plans/note-retention.ts';

const CHUNK_SIZE = 100;

/** The trash after its 30 days, whatever keepUntil says. */
export async function purgeTrash(app: App, now: Date): Promise<void> {
  for (;;) {
    const purged = await app.change(async (unit) => {
      const photos = await purgeTrashed(unit.tx, { daysOver: true }, { now, most: CHUNK_SIZE });
      await letGoOfPhotos(unit, app, photos);
      return photos;
    });
    if (purged.length < CHUNK_SIZE) return;
  }
}

/** Purges what its owner deletes from the trash for good. What a run needs stays there, as after the 30 days. */
export async function purgeThrown(app: App, user: User, photoIds: readonly string[]): Promise<string[]> {
  return app.change(async (unit) => {
    const { tx, changes } = unit;
    const named = (await findPhotos(tx, user.id, photoIds)).map(({ id }) => id);
    if (named.length === 0) return [];
    const batches = await batchesWith(tx, named);
    const purged = await purgeTrashed(tx, { photoIds: named }, { now: app.now(), most: photoIds.length });
    if (purged.length === 0) return [];
    await letGoOfPhotos(unit, app, purged);
    await notifyBatches(unit, user.id, batches);
    changes.list(user.id, 'photos');
    return purged.map(({ id }) => id);
  });
}

/** Purges photos that are due by keepUntil, with their results; the batches and the gallery are told. May be broken off and done again. */
export async function purgeDue(app: App, userId: string, now: Date): Promise<void> {
  let after: PhotoRow | null = null;
  for (;;) {
    const looked: PhotoRow[] = await app.change((unit) => purgePage(unit, app, { userId, now, after }));
    if (looked.length < CHUNK_SIZE) return;
    after = looked.at(-1) ?? null;
  }
}

async function purgePage(
  unit: Unit,
  app: App,
  { userId, now, after }: { userId: string; now: Date; after: PhotoRow | null },
): Promise<PhotoRow[]> {
  const { tx, changes } = unit;
  const retention = await noteRetention(tx, userId, now);
  // Nothing that was used later can be due: a window or a fall only adds to the days in force.
  const usedBefore = new Date(now.getTime() - retention.days * DAY_MS);
  const looked = await photosUsedBefore(tx, userId, { before: usedBefore, after, most: CHUNK_SIZE });
  const ids = looked.map(({ id }) => id);
  const kept = await loadRetentionLookup(tx, ids, { retention, now });
  const due = looked.filter((photo) => (kept(photo)?.until ?? now) <= now).map(({ id }) => id);
  const batches = await batchesWith(tx, due);
  const purged = await purgeUnused(tx, due, { usedBefore, now });
  await letGoOfPhotos(unit, app, purged);
  if (purged.length === 0) return looked;
  await notifyBatches(unit, userId, batches);
  changes.list(userId, 'photos');
  return looked;
}

async function notifyBatches(
  { tx, changes }: Unit,
  userId: string,
  batches: readonly { id: string }[],
): Promise<void> {
  for (const { id } of batches) {
    await updateBatch(tx, id, {});
    batchChanged(changes, userId, id);
  }
}

async function letGoOfPhotos(unit: Unit, app: App, photos: readonly PhotoRow[]): Promise<void> {
  const { tx } = unit;
  const ids = photos.map(({ id }) => id);
  const masks = (await deleteCutouts(tx, ids)).map(maskKey);
  const keys = [...ids.flatMap(photoKeys), ...masks, ...(await deleteResultsOfPhotos(tx, ids))];
  await letGoOfFiles(unit, app, keys);
}
