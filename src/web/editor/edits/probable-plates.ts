import type { Batch } from '#contract/batches.ts';
import { probablePlates } from '#domain/recipes/plates.ts';

/** Returns the batch with only those suggested plates that its places make probable: nothing asks about the others. */
export function withProbablePlates(batch: Batch): Batch {
  const publishing = { plates: batch.recipe.plates, outputs: batch.outputs };
  const photos = Object.entries(batch.photos).map(([id, photo]) => {
    const probable = probablePlates(photo, publishing);
    const isSame = probable === photo.plateSuggestions;
    return [id, isSame ? photo : { ...photo, plateSuggestions: probable && [...probable] }];
  });
  return { ...batch, photos: Object.fromEntries(photos) };
}
