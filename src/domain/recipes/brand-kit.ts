/** A seller's own marks for every batch, stored once: logo or text, and the cover of plates. New batches begin with them. */
import type { Watermark } from './overlays.ts';
import { DEFAULT_PLATE_COVER, type PlateCover } from './plates.ts';
import type { Recipe } from './recipe.ts';

export interface BrandKit {
  readonly watermark: Watermark | null;
  /** Null: as the product brings it along. */
  readonly plates: PlateCover | null;
}

export const NO_BRAND: BrandKit = { watermark: null, plates: null };

/** The recipe with the seller's own: what it says itself of logo or plates stays. */
export function applyBrandKit(recipe: Recipe, { watermark, plates }: BrandKit): Recipe {
  const { kind, colour, coverSure } = recipe.plates;
  const isPlain = kind === DEFAULT_PLATE_COVER.kind && colour === DEFAULT_PLATE_COVER.colour;
  return {
    ...recipe,
    watermark: recipe.watermark ?? watermark,
    plates: plates !== null && isPlain ? { ...plates, ...(coverSure && { coverSure }) } : recipe.plates,
  };
}

/** Own pictures of the kit. */
export function brandPictures({ watermark, plates }: BrandKit): string[] {
  const logo = watermark?.kind === 'logo' ? watermark.photoId : null;
  const cover = plates?.kind === 'logo' ? plates.photoId : null;
  return [...new Set([logo, cover])].filter((id): id is string => id !== null);
}

/** The kit once one of its pictures is gone: it does without that mark. */
export function withoutPicture({ watermark, plates }: BrandKit, photoId: string): BrandKit {
  return {
    watermark: watermark?.kind === 'logo' && watermark.photoId === photoId ? null : watermark,
    plates: plates?.kind === 'logo' && plates.photoId === photoId ? null : plates,
  };
}
