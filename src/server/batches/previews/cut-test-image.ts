import type { Cutout } from '#contract/photos.ts';
import { AppError } from '#domain/errors.ts';
import { type CutoutHints, isDrawnOn, isSameDrawing, NO_HINTS } from '#domain/recipes/cutout.ts';
import type { App, User } from '#server/app.ts';
import {
  deleteTestCutouts,
  insertTestCutout,
  listTestCutouts,
  type TestCutoutRow,
} from '#server/batches/previews/test-image-store.ts';
import { testImageInUse } from '#server/batches/previews/test-images.ts';
import { newestOnly } from '#server/http/limits/newest-only.ts';
import { BorrowedFiles } from '#server/photos/borrowed-files.ts';
import { trialKeys, trialMaskKey } from '#server/photos/file-keys.ts';
import { letGoOfFiles } from '#server/photos/remove-files.ts';

/** A step back in the browser may still ask for one of them. */
const KEPT = 8;
const newest = newestOnly();
/** Cut-outs without hints that are being made, by their pictures: who asks at once shares one. */
const firstCuts = new Map<string, Promise<Cutout>>();

/** As of a photo, but for as long as the picture is here. Null when a newer request took its place. */
export async function cutTestImage(
  app: App,
  user: User,
  { imageId, hints }: { imageId: string; hints: CutoutHints },
): Promise<Cutout | null> {
  const { id } = await testImageInUse(app, user, imageId);
  if (hints.box === null && hints.strokes.length === 0) return ensureFirstCutout(app, id);
  return newest(user.id, (signal) => createTestCutout(app, id, { hints, signal }));
}

export async function readTestImageMask(
  app: App,
  user: User,
  { imageId, cutoutId }: { imageId: string; cutoutId: string },
): Promise<Buffer> {
  const { id } = await testImageInUse(app, user, imageId);
  const isItsOwn = (await listTestCutouts(app.db, id)).some((row) => row.id === cutoutId);
  const mask = isItsOwn ? await app.files.readWhole(trialMaskKey(cutoutId)) : null;
  if (mask === null) throw new AppError('photos/file-missing');
  return mask;
}

/** Made once. One that failed is tried again when it is asked for again. */
async function ensureFirstCutout(app: App, imageId: string): Promise<Cutout> {
  const made = (await listTestCutouts(app.db, imageId)).find(({ hints }) => isSameDrawing(hints, NO_HINTS));
  if (made) return toCutout(made);
  const underWay = firstCuts.get(imageId);
  if (underWay) return underWay;
  const cutting = createTestCutout(app, imageId, { hints: NO_HINTS }).finally(() =>
    firstCuts.delete(imageId),
  );
  firstCuts.set(imageId, cutting);
  return cutting;
}

function toCutout({ id, engine, confidence, sure, subject }: TestCutoutRow): Cutout {
  return { id, engine, confidence, sure, approved: false, subject };
}

/** The mask first, durable under its key; then the row that names it. */
async function createTestCutout(
  app: App,
  imageId: string,
  { hints, signal }: { hints: CutoutHints; signal?: AbortSignal },
): Promise<Cutout> {
  const cuts = await listTestCutouts(app.db, imageId);
  const last = cuts.at(-1);
  const previous = last && isDrawnOn(last.hints, hints) ? last : null;
  const byModel = cuts.find((made) => made.engine === 'model' && isSameDrawing(made.hints, NO_HINTS));
  const id = app.newId('cut');
  const maskPath = app.files.temporaryPath();
  let isStored = false;
  app.cutoutModels.fetchIfMissing();
  try {
    await using borrowed = new BorrowedFiles(app);
    const [sourceKey, proxyKey] = trialKeys(imageId);
    const [source, proxyPath, previousMaskPath, modelMaskPath] = await Promise.all([
      borrowed.borrowPath(sourceKey),
      borrowed.borrowPath(proxyKey),
      borrowed.borrowPath(previous && trialMaskKey(previous.id)),
      borrowed.borrowPath(byModel ? trialMaskKey(byModel.id) : null),
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
        urgent: true,
      },
      signal,
    );
    await app.files.keep(maskPath, trialMaskKey(id));
    const { engine, confidence, sure, box: subject } = found;
    isStored = await app.change(async (unit) => {
      const row = { id, imageId, engine, confidence, sure, subject, hints };
      if (!(await insertTestCutout(unit.tx, row))) return false;
      // The first one stays: starting over returns to it.
      const old = cuts.slice(1, Math.max(1, cuts.length - KEPT + 2)).map((made) => made.id);
      await deleteTestCutouts(unit.tx, old);
      await letGoOfFiles(unit, app, old.map(trialMaskKey));
      return true;
    });
    if (!isStored) throw new AppError('photos/not-found');
    return { id, engine, confidence, sure, approved: false, subject };
  } finally {
    await app.files.discard(maskPath);
    if (!isStored) await app.files.remove([trialMaskKey(id)]);
  }
}
