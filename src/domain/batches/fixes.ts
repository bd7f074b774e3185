/** A fix mends one output and must not put another into the wrong, nor ask for more than the plan gives: then it becomes another one. */
import {
  type Finding,
  findingsFor,
  type ReadyBatch,
  type ReadyFile,
  type ReadyOutput,
} from '#domain/batches/ready.ts';

type JudgedOutput = Pick<ReadyOutput, 'spec' | 'rules'>;

export interface Surroundings {
  readonly batch: ReadyBatch;
  /** All of the batch's. */
  readonly outputs: readonly JudgedOutput[];
  /** Outputs that one run may have. */
  readonly mostOutputs: number;
}

/** The finding with a fix that harms nothing else. */
export function replaceHarmfulFix(finding: Finding, { batch, outputs, mostOutputs }: Surroundings): Finding {
  const { fix } = finding;
  if (fix?.kind === 'add-output' && batch.outputKeys.length >= mostOutputs)
    return { ...finding, fix: { kind: 'beyond-plan', most: mostOutputs, preset: fix.preset } };
  if (fix?.kind !== 'recipe') return finding;
  const changed = { ...batch, recipe: { ...batch.recipe, ...fix.change } };
  const failsOnlyIn = (here: ReadyBatch, there: ReadyBatch) => (output: JudgedOutput) => {
    const known = listFailures(there, output);
    return [...listFailures(here, output)].some((failure) => !known.has(failure));
  };
  const broken = outputs.filter(failsOnlyIn(changed, batch));
  if (broken.length === 0) return finding;
  const helped = outputs.filter(failsOnlyIn(batch, changed));
  return {
    ...finding,
    fix: {
      kind: 'split',
      change: fix.change,
      outputs: helped.map(({ spec }) => spec.key),
      labels: helped.map(({ spec }) => spec.label),
      against: broken.map(({ spec }) => spec.label),
    },
  };
}

/** Each rule with the photo that fails it, by the recipe alone: as if every file were there and large enough, every search a success. */
function listFailures({ photos, ...batch }: ReadyBatch, output: JudgedOutput): Set<string> {
  const found = photos.map((photo) =>
    photo.cutout === 'awaited' ? { ...photo, cutout: 'usable' as const } : photo,
  );
  const files = found.map(
    ({ id }): ReadyFile => ({ photoId: id, suffix: '', width: 1e4, height: 1e4, bytes: 0, facts: null }),
  );
  const findings = findingsFor({ ...batch, photos: found }, { ...output, files });
  return new Set(findings.flatMap(({ rule, photoIds }) => photoIds.map((id) => `${rule} ${id}`)));
}
