import * as z from 'zod';
import { AppError } from '#domain/errors.ts';
import { type CutoutHints, isDrawnOn, isSameDrawing, NO_HINTS } from '#domain/recipes/cutout.ts';
import type { App, User } from '#server/app.ts';
import { lockPhotoBatches, photoChanged } from '#server/batches/photos/photo-changed.ts';
import { newestOnly } from '#server/http/limits/newest-only.ts';
import { BorrowedFiles } from '#server/photos/borrowed-files.ts';
import {
  type CutoutRow,
  deleteDraft,
  findCutout,
  findModelCutout,
  insertCutout,
  isUsable,
  markCutoutApproved,
  markCutoutFailed,
  raiseCutoutAsked,
} from '#server/photos/cutout-store.ts';
import { maskKey, originalKey, proxyKey } from '#server/photos/file-keys.ts';
import { findPhoto, findReady, type PhotoRow } from '#server/photos/photo-store.ts';

/** The job that cuts a photo out before it is asked for. */
export const CUT_OUT = {
  name: 'cut-out',
  payload: z.object({ photoId: z.string().min(1) }),
} as const;
/** The job that says so when that one failed for good, and gets its payload. */
export const CUT_OUT_FAILED = { name: 'cut-out-failed', payload: CUT_OUT.payload } as const;

const newest = newestOnly();

/** Cuts out anew what the person boxed or brushed, or returns to the good one with its hints. Null when a newer request took its place. */
export function makeCutout(
  app: App,
  user: User,
  { photoId, hints }: { photoId: string; hints: CutoutHints },
): Promise<CutoutRow | null> {
  return newest(user.id, async (signal) => {
    const asked = await raiseCutoutAsked(app.db, user.id, photoId);
    const photo = await findPhoto(app.db, user.id, photoId);
    const current = photo.cutout_id === null ? null : await findCutout(app.db, photo.cutout_id);
    if (current !== null && isUsable(current) && isSameDrawing(current.hints, hints)) {
      const counts = await app.change(({ tx }) => deleteDraft(tx, photoId, asked));
      return counts ? current : null;
    }
    return createCutout(app, photo, { hints, asked, signal });
  });
}

/** Job, or a run that needs it: the engine alone, only where the photo has none. May run twice. */
export async function cutOut(app: App, photo: PhotoRow, signal?: AbortSignal): Promise<CutoutRow | null> {
  if (photo.cutout_id !== null) return findCutout(app.db, photo.cutout_id);
  const made = await createCutout(app, photo, { hints: NO_HINTS, asked: null, signal });
  if (made !== null) return made;
  const { cutout_id } = await findPhoto(app.db, photo.owner_id, photo.id);
  return cutout_id === null ? null : findCutout(app.db, cutout_id);
}

export async function cutOutPhoto(app: App, { photoId }: { photoId: string }): Promise<void> {
  const photo = await findReady(app.db, photoId);
  if (photo?.cutout_id === null) await cutOut(app, photo);
}

/** Its batches' pages say so, and lead to the tool. */
export async function noteFailedCutout(app: App, { photoId }: { photoId: string }): Promise<void> {
  await app.change(async (unit) => {
    const { tx } = unit;
    const batches = await lockPhotoBatches(tx, photoId);
    const photo = await markCutoutFailed(tx, photoId);
    if (photo !== null) await photoChanged(unit, batches, photo);
  });
}

export async function approveCutout(
  app: App,
  user: User,
  { photoId, cutoutId }: { photoId: string; cutoutId: string },
): Promise<CutoutRow> {
  return app.change(async (unit) => {
    const { tx } = unit;
    const batches = await lockPhotoBatches(tx, photoId);
    const photo = await findPhoto(tx, user.id, photoId);
    const row = await markCutoutApproved(tx, photo.id, { cutoutId, now: app.now() });
    await photoChanged(unit, batches, photo);
    return row;
  });
}

interface CutoutRequest {
  readonly hints: CutoutHints;
  /** The number of a person's request; null: only where there is none. */
  readonly asked: number | null;
  readonly signal: AbortSignal | undefined;
}

/** The mask first, durable under its key; then the row that names it. */
async function createCutout(
  app: App,
  photo: PhotoRow,
  { hints, asked, signal }: CutoutRequest,
): Promise<CutoutRow | null> {
  if (photo.state !== 'ready') throw new AppError('batches/photos-not-ready');
  const id = app.newId('cut');
  const maskPath = app.files.temporaryPath();
  const previous = await drawnBefore(app, photo, hints);
  const isAnew = previous === null && !isSameDrawing(hints, NO_HINTS);
  const byModel = isAnew ? await findModelCutout(app.db, photo.id) : null;
  let row: CutoutRow | null = null;
  app.cutoutModels.fetchIfMissing();
  try {
    await using borrowed = new BorrowedFiles(app);
    const [source, proxyPath, previousMaskPath, modelMaskPath] = await Promise.all([
      borrowed.borrowPath(originalKey(photo.id)),
      borrowed.borrowPath(proxyKey(photo.id)),
      borrowed.borrowPath(previous && maskKey(previous.id)),
      borrowed.borrowPath(byModel && maskKey(byModel.id)),
    ]);
    const found = await app.imaging.cutOut(
      {
        source,
        proxyPath,
        hints,
        previousMaskPath,
        modelMaskPath,
        knownStrokes: previous?.hints.strokes.length ?? 0,
        maskPath,
        urgent: asked !== null,
      },
      signal,
    );
    await app.files.keep(maskPath, maskKey(id));
    row = await app.change(async (unit) => {
      const { tx } = unit;
      const batches = await lockPhotoBatches(tx, photo.id);
      const { engine, confidence, sure, box: subject, broken } = found;
      const stored = await insertCutout(
        tx,
        { id, photoId: photo.id, engine, confidence, sure, subject, broken, hints },
        asked,
      );
      const changed = await findPhoto(tx, photo.owner_id, photo.id);
      if (stored) await photoChanged(unit, batches, changed);
      return stored;
    });
    return row;
  } finally {
    await app.files.discard(maskPath);
    if (row === null) await app.files.remove([maskKey(id)]);
  }
}

/** The newest of the photo's cut-outs that the hints only add strokes to. */
async function drawnBefore(app: App, photo: PhotoRow, hints: CutoutHints): Promise<CutoutRow | null> {
  for (const id of [photo.cutout_draft_id, photo.cutout_id]) {
    const row = id === null ? null : await findCutout(app.db, id);
    if (row !== null && isDrawnOn(row.hints, hints)) return row;
  }
  return null;
}
