import { AppError } from '#domain/errors.ts';
import { type BrandKit, brandPictures } from '#domain/recipes/brand-kit.ts';
import type { App, User } from '#server/app.ts';
import { findPhotos } from '#server/photos/photo-store.ts';
import { keepBrand } from '#server/recipes/brand-store.ts';

/** Only own pictures that are there. */
export async function saveBrandKit(app: App, user: User, kit: BrandKit): Promise<void> {
  await app.change(async (tx) => {
    const wanted = brandPictures(kit);
    const there = (await findPhotos(tx, user.id, wanted)).filter(
      ({ state, trashed_at }) => state === 'ready' && trashed_at === null,
    );
    if (there.length < wanted.length) throw new AppError('photos/not-found');
    await keepBrand(tx, user.id, kit, app.now());
  });
}
