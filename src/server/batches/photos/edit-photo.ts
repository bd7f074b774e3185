import type { Cutout } from '#contract/photos.ts';
import { AppError } from '#domain/errors.ts';
import { withCommaLetters } from '#domain/language/fold.ts';
import { buildNewName } from '#domain/photos/limits.ts';
import type { Quad } from '#domain/recipes/geometry.ts';
import { isPlate } from '#domain/recipes/plates.ts';
import type { App, Tx, Unit, User } from '#server/app.ts';
import { lockPhotoBatches, photoChanged } from '#server/batches/photos/photo-changed.ts';
import { patchBatch } from '#server/batches/store/batch-store.ts';
import { batchesWith, listShownPhotoIds, renameMember } from '#server/batches/store/member-store.ts';
import {
  type CutoutRow,
  findCutout,
  markCutoutApproved,
  takeBackApproval,
} from '#server/photos/cutout-store.ts';
import { asCutout } from '#server/photos/cutout-view.ts';
import { findPhoto, findPhotos, type PhotoRow, setName, setPlates } from '#server/photos/photo-store.ts';

/** Renames a photo and returns its new name. Its batches are told, since their order may change. Throws `photos/not-found`. */
export async function renamePhoto(
  app: App,
  user: User,
  { photoId, wanted }: { photoId: string; wanted: string },
): Promise<string> {
  return app.change(async (unit) => {
    const { tx } = unit;
    const batches = await lockPhotoBatches(tx, photoId);
    const photo = await findPhoto(tx, user.id, photoId);
    const name = buildNewName(photo.name, withCommaLetters(wanted));
    if (name === photo.name) return name;
    const renamed = await setName(tx, photoId, name);
    await renameMember(tx, photoId, name);
    await photoChanged(unit, batches, renamed);
    return name;
  });
}

interface Answered {
  readonly photoId: string;
  readonly cutoutId: string;
}

/**
 * Approves the cut-outs that are still their photo's newest and not empty, in one transaction; returns the changed photos' ids. Throws
 * `photos/not-found` unless all photos are the user's.
 */
export async function approveCutouts(app: App, user: User, wanted: readonly Answered[]): Promise<string[]> {
  return answerCutouts(app, user, {
    wanted,
    async answer(tx, photo, cutoutId) {
      if (cutoutId !== (photo.cutout_draft_id ?? photo.cutout_id)) return null;
      if (!(await findCutout(tx, cutoutId))?.subject) return null;
      return markCutoutApproved(tx, photo.id, { cutoutId, now: app.now() });
    },
  });
}

/** Takes approvals back; a run that has begun keeps what it froze. Returns the changed photos' ids. Throws `photos/not-found`. */
export async function takeBackApprovals(
  app: App,
  user: User,
  wanted: readonly Answered[],
): Promise<string[]> {
  return answerCutouts(app, user, {
    wanted,
    answer: (tx, photo, cutoutId) => takeBackApproval(tx, photo.id, cutoutId),
  });
}

interface Answer {
  readonly wanted: readonly Answered[];
  /** Returns null when nothing changed. */
  readonly answer: (tx: Tx, photo: PhotoRow, cutoutId: string) => Promise<CutoutRow | null>;
}

/** Answers many cut-outs in one transaction, with one patch per batch; returns the ids of the photos that changed. */
async function answerCutouts(app: App, user: User, { wanted, answer }: Answer): Promise<string[]> {
  const byPhoto = new Map(wanted.map(({ photoId, cutoutId }) => [photoId, cutoutId]));
  const photoIds = [...byPhoto.keys()].sort();
  return app.change(async (unit) => {
    const { tx, changes } = unit;
    const batches = await batchesWith(tx, photoIds);
    const own = await findPhotos(tx, user.id, photoIds);
    if (own.length < photoIds.length) throw new AppError('photos/not-found');
    const taken = new Map<string, Cutout>();
    for (const photo of own) {
      const row = await answer(tx, photo, byPhoto.get(photo.id) ?? '');
      if (row !== null) taken.set(photo.id, asCutout(row));
    }
    if (taken.size === 0) return [];
    for (const batch of batches) {
      const shown = await listShownPhotoIds(tx, batch.id, [...taken.keys()]);
      const photos = Object.fromEntries(shown.map((id) => [id, { cutout: taken.get(id) ?? null }]));
      if (shown.length > 0) await patchBatch(unit, batch, { photos });
    }
    changes.list(user.id, 'photos');
    return [...taken.keys()];
  });
}

interface Confirmed {
  readonly photoId: string;
  readonly plates: readonly Quad[] | null;
}

/**
 * Stores plates that the person confirmed, for every batch; a run that started keeps what it froze. Returns the photos' ids. Throws
 * `http/bad-request` for a quad that is no plate, `photos/not-found` unless all photos are the user's and ready.
 */
export async function confirmPlates(
  app: App,
  user: User,
  confirmed: readonly Confirmed[],
): Promise<string[]> {
  const byPhoto = new Map(confirmed.map(({ photoId, plates }) => [photoId, plates]));
  for (const plates of byPhoto.values()) {
    if (!(plates ?? []).every(isPlate)) throw new AppError('http/bad-request', { fields: ['plates'] });
  }
  const photoIds = [...byPhoto.keys()].sort();
  await app.change(async (unit) => {
    const own = await findPhotos(unit.tx, user.id, photoIds);
    if (own.length < photoIds.length || own.some(({ state }) => state !== 'ready'))
      throw new AppError('photos/not-found');
    await storePlates(unit, user.id, byPhoto);
  });
  return photoIds;
}

/** Stores plates of the owner's photos by photo id, and tells the batches that hold them. */
export async function storePlates(
  unit: Unit,
  ownerId: string,
  byPhoto: ReadonlyMap<string, readonly Quad[] | null>,
): Promise<void> {
  const { tx, changes } = unit;
  const photoIds = [...byPhoto.keys()].sort();
  const batches = await batchesWith(tx, photoIds);
  for (const photoId of photoIds) await setPlates(tx, photoId, byPhoto.get(photoId) ?? null);
  for (const batch of batches) {
    const shown = await listShownPhotoIds(tx, batch.id, photoIds);
    const photos = Object.fromEntries(shown.map((id) => [id, { plates: byPhoto.get(id) ?? null }]));
    await patchBatch(unit, batch, { photos });
  }
  changes.list(ownerId, 'photos');
}
