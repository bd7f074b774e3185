import { type BrandKit, brandPictures } from '#domain/recipes/brand-kit.ts';
import type { App } from '#server/app.ts';
import { findPhotos } from '#server/photos/photo-store.ts';
import { findBrand } from '#server/recipes/brand-store.ts';

/** Leaves out pictures that are gone, so that a recipe made from the kit names only what is there. */
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
