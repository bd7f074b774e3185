/** What is read of a photo and its mask before anything is planned: the same for files and previews. */
import { isViewAsked } from '#domain/recipes/background.ts';
import type { Point } from '#domain/recipes/geometry.ts';
import { recipeFor } from '#domain/recipes/photo-overrides.ts';
import { isSeenFromAbove, readSmallObject } from '#imaging/background/scenes/from-above.ts';
import { readMask } from '#imaging/cutout/mask-file.ts';
import { getOutline } from '#imaging/cutout/outline.ts';
import type { Treatment } from '#imaging/messages.ts';
import type { Header } from '#imaging/read/header.ts';
import { type Sight, UNSEEN } from '#imaging/render/plan.ts';

/** Returns whether anything depends on where it was photographed from. */
export function needsView({ recipe, edits }: Treatment): boolean {
  return edits.maskPath !== null && isViewAsked(recipeFor(recipe, edits.exception).background);
}

/** `copy`: the photo's file, or a smaller copy where that is slow to read. Throws what `readHeader` and `decode` throw. */
export async function readSight(job: Treatment, copy: Header): Promise<Sight> {
  const { maskPath, exception } = job.edits;
  if (maskPath === null) return UNSEEN;
  const mask = await readMask(maskPath);
  const outline: Point[] | null = getOutline(mask);
  if (!needsView(job)) return { outline, isFromAbove: false };
  const { rotate } = recipeFor(job.recipe, exception);
  return { outline, isFromAbove: isSeenFromAbove(await readSmallObject(copy, mask, rotate)) };
}
