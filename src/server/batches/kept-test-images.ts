import { AppError } from '#domain/errors.ts';
import { TEST_IMAGE_MINUTES } from '#domain/recipes/test-image.ts';
import type { PreparedPhoto } from '#imaging/messages.ts';
import type { App, User } from '#server/app.ts';

/** A picture that somebody tries recipes on: temporary files and a note in memory, neither a photo nor a row. */
export interface KeptImage {
  readonly id: string;
  readonly source: string;
  readonly proxyPath: string;
  readonly maskPath: string;
  readonly prepared: PreparedPhoto;
  usedAt: number;
  /** Asked for at most once: whether the object was found well enough, and where. */
  cut: Promise<Cut> | null;
}

export interface Cut {
  readonly maskPath: string | null;
  readonly subject: readonly { readonly x: number; readonly y: number }[] | null;
}

const LIFE_MS = TEST_IMAGE_MINUTES * 60_000;
/** Of all users together; beyond it the one that was used longest ago goes. */
const MOST = 200;

/** One per user, in the order of their use. */
const kept = new Map<string, KeptImage>();

export async function keepImage(app: App, user: User, image: KeptImage): Promise<void> {
  await forgetImage(app, user.id);
  kept.set(user.id, image);
  const [oldest] = kept.keys();
  if (kept.size > MOST && oldest !== undefined) await forgetImage(app, oldest);
  forgetUnused(app, user.id, image);
}

/** The user's own picture, in use again. */
export function keptImage(app: App, user: User, id: string): KeptImage {
  const image = kept.get(user.id);
  if (image?.id !== id || app.now().getTime() - image.usedAt > LIFE_MS)
    throw new AppError('photos/not-found');
  image.usedAt = app.now().getTime();
  kept.delete(user.id);
  kept.set(user.id, image);
  return image;
}

export async function forgetImage(app: App, userId: string): Promise<void> {
  const image = kept.get(userId);
  kept.delete(userId);
  if (image === undefined) return;
  await image.cut?.catch(() => undefined);
  for (const path of [image.source, image.proxyPath, image.maskPath]) await app.files.discard(path);
}

/** A restart empties the folder of temporary files and this memory alike. */
function forgetUnused(app: App, userId: string, image: KeptImage): void {
  const left = image.usedAt + LIFE_MS - app.now().getTime();
  setTimeout(
    () => {
      if (kept.get(userId) !== image) return;
      if (app.now().getTime() - image.usedAt < LIFE_MS) forgetUnused(app, userId, image);
      else void forgetImage(app, userId);
    },
    Math.max(1000, left),
  ).unref();
}
