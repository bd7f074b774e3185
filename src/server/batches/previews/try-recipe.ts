import type { TestImage } from '#contract/recipes/test-images.ts';
import { AppError } from '#domain/errors.ts';
import { batchBalance } from '#domain/photos/analysis.ts';
import { LEAST_AVAILABLE_FOR_UPLOADS, MAX_PHOTO_BYTES } from '#domain/photos/limits.ts';
import { getBoxCorners, type Quad } from '#domain/recipes/geometry.ts';
import { DEFAULT_OUTPUTS, type OutputChoice, resolveOutputs } from '#domain/recipes/outputs.ts';
import { NO_OVERRIDES, type PhotoOverrides, recipeFor } from '#domain/recipes/photo-overrides.ts';
import { isPlate } from '#domain/recipes/plates.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import { PROOF_TEXT } from '#domain/recipes/test-image.ts';
import type { PhotoEdits } from '#imaging/messages.ts';
import type { App, User } from '#server/app.ts';
import { recipeFiles } from '#server/batches/previews/recipe-files.ts';
import { listTestCutouts, type TestCutoutRow } from '#server/batches/previews/test-image-store.ts';
import { storeTestImage, testImageInUse } from '#server/batches/previews/test-images.ts';
import { type IncomingPicture, receivePicture } from '#server/http/files/receive-picture.ts';
import { newestOnly } from '#server/http/limits/newest-only.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { BorrowedFiles } from '#server/photos/borrowed-files.ts';
import { trialKeys, trialMaskKey } from '#server/photos/file-keys.ts';
import { hasRoom } from '#server/photos/room.ts';
import { presetsAt } from '#server/recipes/preset-store.ts';
import { refuseStrayCrop } from '#server/recipes/refuse-stray-crop.ts';

const PICTURES = { hits: 40, seconds: 3600 };
const newest = newestOnly();

/** Takes a picture to try recipes on. Only its pixels at screen size will ever leave again, marked. */
export async function takeTestImage(app: App, user: User, picture: IncomingPicture): Promise<TestImage> {
  await consumeRateLimit(app, `test-image:${user.id}`, { limit: PICTURES, code: 'http/too-many-requests' });
  if (!(await hasRoom(app, LEAST_AVAILABLE_FOR_UPLOADS))) throw new AppError('photos/disk-low');
  const [source, proxyPath, thumbnailPath] = [1, 2, 3].map(() => app.files.temporaryPath()) as [
    string,
    string,
    string,
  ];
  try {
    await receivePicture(picture, source, MAX_PHOTO_BYTES);
    const prepared = await app.imaging.prepare({ source, proxyPath, thumbnailPath });
    const { width, height, format, analysis, plateSuggestions } = prepared;
    const id = await storeTestImage(app, user, { source, proxyPath, prepared: { format, analysis } });
    const { tilt, matter } = analysis;
    return { id, width, height, tilt, matter, plateSuggestions: [...plateSuggestions] };
  } finally {
    for (const path of [source, proxyPath, thumbnailPath]) await app.files.discard(path);
  }
}

interface TestImageEdits {
  readonly recipe: Recipe;
  readonly output: OutputChoice | null;
  readonly side: number;
  readonly stage: 'before' | 'after';
  readonly exception: PhotoOverrides | null;
  readonly plates: readonly Quad[];
  readonly cutoutId: string | null;
}

/** JPEG bytes, or null when a newer request took its place. */
export function tryRecipe(
  app: App,
  user: User,
  { imageId, edits }: { imageId: string; edits: TestImageEdits },
): Promise<Uint8Array | null> {
  return newest(`${user.id} ${edits.stage}`, (signal) =>
    renderTestImage(app, user, { imageId, edits, signal }),
  );
}

async function renderTestImage(
  app: App,
  user: User,
  { imageId, edits, signal }: { imageId: string; edits: TestImageEdits; signal: AbortSignal },
): Promise<Uint8Array> {
  const { recipe, output, side, stage, exception: own, plates, cutoutId } = edits;
  const image = await testImageInUse(app, user, imageId);
  if (!plates.every(isPlate)) throw new AppError('http/bad-request', { fields: ['plates'] });
  const overrides = own ?? NO_OVERRIDES;
  refuseStrayCrop(overrides);
  const presets = await presetsAt(app.db, app.now());
  const [spec] = resolveOutputs(output ? [output] : DEFAULT_OUTPUTS, presets);
  const rendition = spec?.renditions[0];
  if (!spec || !rendition) throw new AppError('recipes/invalid');
  const { format, analysis } = image.prepared;
  const [sourceKey, proxyKey] = trialKeys(image.id);
  const cut = cutoutId === null ? null : await findCut(app, { imageId, cutoutId });
  await using borrowed = new BorrowedFiles(app);
  const [source, proxyPath, mask, files] = await Promise.all([
    borrowed.borrowPath(sourceKey),
    borrowed.borrowPath(proxyKey),
    editsBy(borrowed, cut),
    recipeFiles(app, borrowed, { ownerId: user.id, recipe: recipeFor(recipe, overrides) }),
  ]);
  return await app.imaging.preview(
    {
      photoKey: image.id,
      source,
      proxyPath,
      format,
      analysis,
      lotBalance: batchBalance([analysis]),
      lotLook: {},
      recipe,
      edits: { exception: overrides, plates, ...mask },
      files,
      overlays: spec.overlays,
      rendition,
      side,
      stage,
      proof: PROOF_TEXT,
    },
    signal,
  );
}

async function findCut(
  app: App,
  { imageId, cutoutId }: { imageId: string; cutoutId: string },
): Promise<TestCutoutRow | null> {
  return (await listTestCutouts(app.db, imageId)).find(({ id }) => id === cutoutId) ?? null;
}

async function editsBy(
  borrowed: BorrowedFiles,
  cut: TestCutoutRow | null,
): Promise<Pick<PhotoEdits, 'maskPath' | 'subject'>> {
  if (cut === null) return { maskPath: null, subject: null };
  const subject = cut.subject === null ? null : getBoxCorners(cut.subject);
  return { maskPath: await borrowed.borrowPath(trialMaskKey(cut.id)), subject };
}
