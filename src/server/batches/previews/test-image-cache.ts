import type { Cutout } from '#contract/photos.ts';
import { AppError } from '#domain/errors.ts';
import type { CutoutHints } from '#domain/recipes/cutout.ts';
import { TEST_IMAGE_MINUTES } from '#domain/recipes/test-image.ts';
import type { PreparedPhoto } from '#imaging/messages.ts';
import type { App, User } from '#server/app.ts';

/** A picture to try recipes on: temporary files and a note in memory, neither a photo nor a row. */
export interface CachedTestImage {
  readonly id: string;
  readonly source: string;
  readonly proxyPath: string;
  readonly prepared: PreparedPhoto;
  usedAt: number;
  /** The engine's own cut-out, without hints: asked for at most once. */
  firstCut: Promise<TestImageCutout> | null;
  /** The last ones, newest last. */
  readonly cuts: TestImageCutout[];
  isForgotten: boolean;
}

export interface TestImageCutout {
  readonly cutout: Cutout;
  readonly hints: CutoutHints;
  readonly maskPath: string;
}

const LIFE_MS = TEST_IMAGE_MINUTES * 60_000;
/** Limit for all users together; beyond it the one that was used longest ago goes. */
const MOST = 200;

/** One per user, in the order of their use. */
const kept = new Map<string, CachedTestImage>();

export async function cacheTestImage(app: App, user: User, image: CachedTestImage): Promise<void> {
  await deleteTestImage(app, user.id);
  kept.set(user.id, image);
  const [oldest] = kept.keys();
  if (kept.size > MOST && oldest !== undefined) await deleteTestImage(app, oldest);
  deleteWhenUnused(app, user.id, image);
}

/** The user's own picture, in use again. */
export function cachedTestImage(app: App, user: User, id: string): CachedTestImage {
  const image = kept.get(user.id);
  if (image?.id !== id || app.now().getTime() - image.usedAt > LIFE_MS)
    throw new AppError('photos/not-found');
  image.usedAt = app.now().getTime();
  kept.delete(user.id);
  kept.set(user.id, image);
  return image;
}

export async function deleteTestImage(app: App, userId: string): Promise<void> {
  const image = kept.get(userId);
  kept.delete(userId);
  if (image === undefined) return;
  image.isForgotten = true;
  const masks = image.cuts.map(({ maskPath }) => maskPath);
  for (const path of [image.source, image.proxyPath, ...masks]) await app.files.discard(path);
}

/** A restart empties the folder of temporary files and this memory alike. */
function deleteWhenUnused(app: App, userId: string, image: CachedTestImage): void {
  const left = image.usedAt + LIFE_MS - app.now().getTime();
  setTimeout(
    () => {
      if (kept.get(userId) !== image) return;
      if (app.now().getTime() - image.usedAt < LIFE_MS) deleteWhenUnused(app, userId, image);
      else void deleteTestImage(app, userId);
    },
    Math.max(1000, left),
  ).unref();
}
