import { TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import type { Batch } from '#contract/batches.ts';
import { groupBy } from '#domain/group-by.ts';
import { checkSentence } from '#domain/language/check-sentences.ts';
import { asksForALook, batchWarnings, type Warning } from '#domain/recipes/checks.ts';
import { resolveOutputs } from '#domain/recipes/outputs.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import { frameNumber } from '#web/text/batch-words.ts';

interface ShownWarningsProps {
  readonly warnings: readonly Warning[];
  /** Id of the photo on the stage. */
  readonly photoId: string | null;
  /** In batch order. */
  readonly photoIds: readonly string[];
}

/** Warnings about the photo on the stage. They do not block. */
export function ShownWarnings({ warnings, photoId, photoIds }: ShownWarningsProps) {
  const own = warnings.filter((warning) => warning.photoId === photoId);
  if (photoId === null || own.length === 0) return null;
  const numberOf = (id: string) => frameNumber(photoIds.indexOf(id), photoIds.length);
  const looks = own.some(asksForALook);
  return (
    <section
      aria-label={`De verificat la ${numberOf(photoId)}`}
      className={looks ? 'mt-4 rounded-xl bg-signal-wash px-3 py-2.5' : 'mt-4 px-3'}
    >
      {looks && (
        <h2 className="mb-1 flex items-center gap-2 font-sans text-[0.9375rem] font-semibold tracking-normal">
          <TriangleAlert aria-hidden size={16} className="text-signal-text" />
          De verificat la {numberOf(photoId)}
        </h2>
      )}
      <ul className="flex flex-col gap-1 text-sm">
        {own.map((warning) => (
          <li key={warning.kind} className={asksForALook(warning) ? undefined : 'text-ink-soft'}>
            {checkSentence(warning, numberOf)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the checks' warnings about the batch as it is now. */
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
    return batchWarnings(ready, { recipe, exceptions, outputs: specs });
  }, [photoIds, photos, recipe, exceptions, outputs, presets]);
}

/** Returns by photo why it asks for a look: the warnings, and the words of `others`. */
export function buildLookReasons(
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
