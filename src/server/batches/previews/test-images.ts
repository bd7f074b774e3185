import { AppError } from '#domain/errors.ts';
import { TEST_IMAGE_MINUTES } from '#domain/recipes/test-image.ts';
import { severalAtOnce } from '#domain/several-at-once.ts';
import type { App, Unit, User } from '#server/app.ts';
import {
  deleteTestImages,
  findTestImage,
  insertTestImage,
  markTestImageUsed,
  type TestPicture,
} from '#server/batches/previews/test-image-store.ts';
import { trialKeys, trialMaskKey } from '#server/photos/file-keys.ts';
import { letGoOfFiles } from '#server/photos/remove-files.ts';
import { lockUser } from '#server/users/user-store.ts';

/** A picture to try recipes on. It is no photo of a gallery, it goes after some minutes without use, and any process may serve it. */
interface TestImageInUse {
  readonly id: string;
  readonly prepared: TestPicture;
}

const LIFE_MS = TEST_IMAGE_MINUTES * 60_000;
/** Its row notes use no more often than this, since a slider asks many times a second. */
const NOTED_EACH_MS = 60_000;
/** Limit for all users together; beyond it the least recently used picture goes. */
const MOST = 200;

/** Stores a picture in place of the user's last one; returns its id. Throws `users/not-found` when the account is deleted. */
export async function storeTestImage(
  app: App,
  user: User,
  picture: { readonly source: string; readonly proxyPath: string; readonly prepared: TestPicture },
): Promise<string> {
  const id = app.newId('tst');
  const [sourceKey, proxyKey] = trialKeys(id);
  const kept = [
    { path: picture.source, key: sourceKey },
    { path: picture.proxyPath, key: proxyKey },
  ];
  await severalAtOnce(kept, kept.length, ({ path, key }) => app.files.keep(path, key));
  await app.change(async (unit) => {
    const { tx, now } = unit;
    // Two pictures of one user come one after the other, and none after the account is deleted.
    if (!(await lockUser(tx, user.id))) throw new AppError('users/not-found');
    await forgetTestImages(unit, app, { of: user.id });
    await insertTestImage(tx, { id, userId: user.id, prepared: picture.prepared, now });
    await forgetTestImages(unit, app, { allBut: MOST });
  });
  return id;
}

/** Returns the user's own picture and notes that it is in use. Throws `photos/not-found` when it is unknown or too long unused. */
export async function testImageInUse(app: App, user: User, id: string): Promise<TestImageInUse> {
  const row = await findTestImage(app.db, user.id, id);
  const unusedMs = row ? app.now().getTime() - row.used_at.getTime() : 0;
  if (!row || unusedMs > LIFE_MS) throw new AppError('photos/not-found');
  if (unusedMs > NOTED_EACH_MS) await markTestImageUsed(app.db, id, app.now());
  return { id, prepared: row.prepared };
}

/** Deletes the rows with the transaction, the files after its commit. */
export async function forgetTestImages(
  unit: Unit,
  app: App,
  which: Parameters<typeof deleteTestImages>[1],
): Promise<void> {
  const { imageIds, cutoutIds } = await deleteTestImages(unit.tx, which);
  await letGoOfFiles(unit, app, [...imageIds.flatMap(trialKeys), ...cutoutIds.map(trialMaskKey)]);
}

/** Job, every minute. */
export async function forgetUnusedTestImages(app: App): Promise<void> {
  const unusedSince = new Date(app.now().getTime() - LIFE_MS);
  await app.change((unit) => forgetTestImages(unit, app, { unusedSince }));
}
