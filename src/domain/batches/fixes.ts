/** A fix mends one output and must not put another into the wrong, nor ask for more than the plan gives: then it becomes another one. */
import {
  type Finding,
  findingsFor,
  type ReadyFile,
  type ReadyLot,
  type ReadyOutput,
} from '#domain/batches/ready.ts';

type Judged = Pick<ReadyOutput, 'spec' | 'rules'>;

export interface Surroundings {
  readonly lot: ReadyLot;
  /** All of the lot's. */
  readonly outputs: readonly Judged[];
  /** Outputs that one run may have. */
  readonly mostOutputs: number;
}

/** The finding with a fix that harms nothing else. */
export function harmless(finding: Finding, { lot, outputs, mostOutputs }: Surroundings): Finding {
  const { fix } = finding;
  if (fix?.kind === 'add-output' && lot.outputKeys.length >= mostOutputs)
    return { ...finding, fix: { kind: 'beyond-plan', most: mostOutputs } };
  if (fix?.kind !== 'recipe') return finding;
  const changed = { ...lot, recipe: { ...lot.recipe, ...fix.change } };
  const failsOnlyIn = (here: ReadyLot, there: ReadyLot) => (output: Judged) => {
    const known = failures(there, output);
    return [...failures(here, output)].some((failure) => !known.has(failure));
  };
  const broken = outputs.filter(failsOnlyIn(changed, lot));
  if (broken.length === 0) return finding;
  const helped = outputs.filter(failsOnlyIn(lot, changed));
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
function failures({ photos, ...lot }: ReadyLot, output: Judged): Set<string> {
  const found = photos.map((photo) =>
    photo.cutout === 'awaited' ? { ...photo, cutout: 'usable' as const } : photo,
  );
  const files = found.map(
    ({ id }): ReadyFile => ({ photoId: id, suffix: '', width: 1e4, height: 1e4, bytes: 0, facts: null }),
  );
  const findings = findingsFor({ ...lot, photos: found }, { ...output, files });
  return new Set(findings.flatMap(({ rule, photoIds }) => photoIds.map((id) => `${rule} ${id}`)));
}
