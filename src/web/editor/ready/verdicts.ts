import type { Batch } from '#contract/batches.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import { findingsAfter } from '#web/editor/ready/ready-batch.ts';
import { ruleWords } from '#web/editor/ready/ready-words.ts';

/** By photo, what „Gata de publicat” has to say against its files in one output: the one verdict that there is of a file. */
export function buildVerdicts(
  batch: Batch,
  presets: readonly Preset[],
  outputKey: string | null,
): ReadonlyMap<string, string> {
  const output = findingsAfter(batch, presets).find(({ key }) => key === outputKey);
  const verdicts = new Map<string, string>();
  for (const finding of output?.findings ?? []) {
    for (const id of finding.passes ? [] : finding.photoIds) {
      const before = verdicts.get(id);
      const words = ruleWords({ ...finding, photoIds: [id] });
      verdicts.set(id, before === undefined ? words : `${before} · ${words}`);
    }
  }
  return verdicts;
}
