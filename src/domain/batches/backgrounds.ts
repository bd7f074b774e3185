import type { Background } from '#domain/recipes/background.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';

/** The background is replaced only with a usable cut-out; awaited: not looked for yet, so still unknown. */
export type CutoutState = 'usable' | 'unsure' | 'awaited';

interface PhotoGround {
  readonly id: string;
  /** The photo's own background; null when the recipe's applies. */
  readonly background: Background['kind'] | null;
  readonly cutout: CutoutState;
}

/** Returns a lookup of each photo's background by its id; null while its cut-out is awaited. */
export function createBackgroundLookup(
  recipe: Pick<Recipe, 'background'>,
  photos: readonly PhotoGround[],
): (photoId: string) => Background['kind'] | null {
  const behind = photos.map(({ id, background, cutout }) => {
    const wanted = background ?? recipe.background.kind;
    if (wanted === 'keep' || cutout === 'usable') return [id, wanted] as const;
    return [id, cutout === 'awaited' ? null : 'keep'] as const;
  });
  const byId = new Map(behind);
  return (photoId) => byId.get(photoId) ?? null;
}
