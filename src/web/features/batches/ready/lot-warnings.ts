import { useMemo } from 'react';
import type { Batch } from '#contract/batches.ts';
import { groupBy } from '#domain/group-by.ts';
import { checkSentence } from '#domain/language/check-sentences.ts';
import { asksForALook, lotWarnings, type Warning } from '#domain/recipes/checks.ts';
import { resolveOutputs } from '#domain/recipes/outputs.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import { frameNumber } from '#web/features/batches/lot/reorder.ts';

/** Returns the checks' warnings about the lot as it is now. */
export function useWarnings(batch: Batch, presets: readonly Preset[]): readonly Warning[] {
  const { photoIds, photos, recipe, exceptions, outputs } = batch;
  return useMemo(() => {
    const ready = photoIds.flatMap((id) => {
      const photo = photos[id];
      return photo?.state === 'ready' ? photo : [];
    });
    const specs = resolveOutputs(outputs, presets).map((spec) => ({
      ...spec,
      leastSide: presets.find(({ key }) => key === spec.key)?.rules.leastSide ?? null,
    }));
    return lotWarnings(ready, { recipe, exceptions, outputs: specs });
  }, [photoIds, photos, recipe, exceptions, outputs, presets]);
}

/** By photo, why it asks for a look: what was noticed, and what `others` say. */
export function looksOf(
  warnings: readonly Warning[],
  photoIds: readonly string[],
  others: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const numberOf = (id: string) => frameNumber(photoIds.indexOf(id), photoIds.length);
  const own = groupBy(warnings.filter(asksForALook), ({ photoId }) => photoId);
  return new Map(
    photoIds.flatMap((id) => {
      const said = (own.get(id) ?? []).map((warning) => checkSentence(warning, numberOf));
      const other = others.get(id);
      const all = other === undefined ? said : [...said, other];
      return all.length === 0 ? [] : [[id, all.join(' ')] as const];
    }),
  );
}
