import { AppError } from '#domain/errors.ts';
import { type BrandKit, brandPictures } from '#domain/recipes/brand-kit.ts';
import type { App, User } from '#server/app.ts';
import { findPhotos } from '#server/photos/photo-store.ts';
import { findBrand, keepBrand } from '#server/recipes/brand-store.ts';
import { keepUser } from '#server/users/user-store.ts';

/** Returns the kit without pictures that are gone, so that a recipe made from it names only pictures that are there. */
export async function readBrandKit(app: App, ownerId: string): Promise<BrandKit> {
  const { watermark, plates } = await findBrand(app.db, ownerId);
  const pictures = await findPhotos(app.db, ownerId, brandPictures({ watermark, plates }));
  const there = new Set(
    pictures.filter(({ state, trashed_at }) => state === 'ready' && trashed_at === null).map(({ id }) => id),
  );
  const isLost = (id: string | null) => id !== null && !there.has(id);
  return {
    watermark: watermark?.kind === 'logo' && isLost(watermark.photoId) ? null : watermark,
    plates: plates?.kind === 'logo' && isLost(plates.photoId) ? null : plates,
  };
}

/**
 * Saves the kit. Throws photos/not-found for a picture that is not the person's or is gone, auth/session-required for a deleted account.
 */
export async function saveBrandKit(app: App, user: User, kit: BrandKit): Promise<void> {
  await app.change(async ({ tx }) => {
    await keepUser(tx, user.id);
    const wanted = brandPictures(kit);
    const there = (await findPhotos(tx, user.id, wanted)).filter(
      ({ state, trashed_at }) => state === 'ready' && trashed_at === null,
    );
    if (there.length < wanted.length) throw new AppError('photos/not-found');
    await keepBrand(tx, user.id, { kit, now: app.now() });
  });
}
