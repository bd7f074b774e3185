import { useMutation } from '@tanstack/react-query';
import { createBatch, editBatch } from '#contract/batches.ts';
import type { OutputChoice } from '#domain/recipes/outputs.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import { call } from '#web/api/call.ts';

/** Creates a batch with the recipe and outputs that were tried out. Returns its id. */
export function useBatchFromTestImage(onMade: (batchId: string) => void) {
  return useMutation({
    mutationFn: async ({ recipe, outputs }: { recipe: Recipe; outputs: readonly OutputChoice[] }) => {
      const { id: batchId } = await call(createBatch, { body: {} });
      await call(editBatch, { params: { batchId }, body: { recipe, outputs: [...outputs] } });
      return batchId;
    },
    onSuccess: onMade,
  });
}
