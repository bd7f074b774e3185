import { readFile } from 'node:fs/promises';
import type { Cutout } from '#contract/photos.ts';
import { AppError } from '#domain/errors.ts';
import { type CutoutHints, isDrawnOn, isSameDrawing, NO_HINTS } from '#domain/recipes/cutout.ts';
import type { App, User } from '#server/app.ts';
import {
  type CachedTestImage,
  cachedTestImage,
  type TestImageCutout,
} from '#server/batches/previews/test-image-cache.ts';
import { newestOnly } from '#server/http/limits/newest-only.ts';

/** A step back in the browser may still ask for one of them. */
const KEPT = 8;
const newest = newestOnly();

/** As of a photo, but only the picture's memory knows of it. Null when a newer request took its place. */
export async function cutTestImage(
  app: App,
  user: User,
  { imageId, hints }: { imageId: string; hints: CutoutHints },
): Promise<Cutout | null> {
  const image = cachedTestImage(app, user, imageId);
  if (hints.box === null && hints.strokes.length === 0) {
    return (await firstCutOf(app, image)).cutout;
  }
  const made = await newest(user.id, (signal) => cut(app, image, { hints, signal }));
  return made === null ? null : made.cutout;
}

export async function readTestImageMask(
  app: App,
  user: User,
  { imageId, cutoutId }: { imageId: string; cutoutId: string },
): Promise<Buffer> {
  const image = cachedTestImage(app, user, imageId);
  const made = image.cuts.find((one) => one.cutout.id === cutoutId);
  if (!made) throw new AppError('photos/file-missing');
  return readFile(made.maskPath);
}

/** One that failed is tried again when it is asked for again. */
function firstCutOf(app: App, image: CachedTestImage): Promise<TestImageCutout> {
  image.firstCut ??= cut(app, image, { hints: NO_HINTS }).catch((error) => {
    image.firstCut = null;
    throw error;
  });
  return image.firstCut;
}

async function cut(
  app: App,
  image: CachedTestImage,
  { hints, signal }: { hints: CutoutHints; signal?: AbortSignal },
): Promise<TestImageCutout> {
  const { source, proxyPath, cuts } = image;
  const maskPath = app.files.temporaryPath();
  const last = cuts.at(-1);
  const previous = last && isDrawnOn(last.hints, hints) ? last : null;
  const byModel = cuts.find((made) => made.cutout.engine === 'model' && isSameDrawing(made.hints, NO_HINTS));
  app.cutoutModels.want();
  try {
    const found = await app.imaging.cutOut(
      {
        source,
        proxyPath,
        hints,
        previousMaskPath: previous?.maskPath ?? null,
        modelMaskPath: byModel?.maskPath ?? null,
        knownStrokes: previous?.hints.strokes.length ?? 0,
        maskPath,
        urgent: true,
      },
      signal,
    );
    if (image.isForgotten) throw new AppError('photos/not-found');
    const { engine, confidence, sure, box: subject } = found;
    const cutout = { id: app.newId('cut'), engine, confidence, sure, approved: false, subject };
    const made = { cutout, hints, maskPath };
    cuts.push(made);
    // The first one stays: starting over returns to it.
    for (const old of cuts.length > KEPT ? cuts.splice(1, 1) : []) await app.files.discard(old.maskPath);
    return made;
  } catch (error) {
    await app.files.discard(maskPath);
    throw error;
  }
}
