import type { Batch, Run } from '#contract/batches.ts';
import type { Photo } from '#contract/photos.ts';
import type { Fix } from '#domain/batches/fix-kinds.ts';
import { replaceHarmfulFix } from '#domain/batches/fixes.ts';
import { type PlatesInFiles, platesInFiles, type ReadyPlates } from '#domain/batches/plates-in-files.ts';
import {
  type Finding,
  findingsFor,
  type PhotoChecks,
  type ReadyBatch,
  type ReadyFile,
  type ReadyPhoto,
  type RuleId,
} from '#domain/batches/ready.ts';
import { groupBy } from '#domain/group-by.ts';
import { batchWarnings, type Warning } from '#domain/recipes/checks.ts';
import type { Size } from '#domain/recipes/geometry.ts';
import { type OutputChoice, outputKeys, resolveOutput } from '#domain/recipes/outputs.ts';
import { NO_OVERRIDES, type PhotoOverrides } from '#domain/recipes/photo-overrides.ts';
import { type PlateCover, platesToAsk, platesToCover } from '#domain/recipes/plates.ts';
import { NO_RULES, type Preset, type PresetRules } from '#domain/recipes/presets.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';

/** The findings about publishing one output of the batch. */
export interface OutputFindings {
  readonly key: string;
  readonly label: string;
  readonly findings: readonly Finding[];
}

type Facts = Pick<Batch, 'photoIds' | 'photos' | 'recipe' | 'outputs' | 'exceptions' | 'outputsPerRun'>;

/**
 * Returns the findings about the delivered files; outputs without any are left out. Files of outputs that the lot no longer has are still
 * delivered, and judged, too. `place`: the preset of where the files go, if that is elsewhere than what they were made for.
 */
export function findingsAfter(
  batch: Facts & Pick<Batch, 'results' | 'run' | 'outputLabels'>,
  presets: readonly Preset[],
  place?: Preset,
): OutputFindings[] {
  if (presets.length === 0) return [];
  const delivered = groupBy(Object.values(batch.results), ({ outputKey }) => outputKey);
  const run = batch.run?.photos ?? {};
  const filesOf = (key: string) => delivered.get(key) ?? [];
  const present = outputKeys(batch.outputs);
  const judged = everyOutput({ ...batch, run }, { presets, place }, filesOf).filter(({ key }) =>
    delivered.has(key),
  );
  const earlier = [...delivered.keys()].filter((key) => !present.includes(key));
  return [
    ...judged,
    ...earlier.map((key) => judgeEarlier({ ...batch, run }, { presets, place, key }, filesOf(key))),
  ];
}

/** What only counts for outputs that can be made again as they are. */
const OF_PRESENT: readonly RuleId[] = ['delivered', 'count', 'shape'];

/** Judges files of an output that the lot no longer has: it is made again by adding it to the lot's. */
function judgeEarlier(
  batch: Facts & Pick<Batch, 'outputLabels'> & { readonly run: Run['photos'] },
  { presets, place, key }: Judged & { readonly key: string },
  files: readonly ReadyFile[],
): OutputFindings {
  const choice: OutputChoice = { kind: 'preset', preset: key };
  const label = batch.outputLabels[key] ?? key;
  const spec = resolveOutput(choice, key, presets) ?? { key, label, overlays: true, renditions: [] };
  const rules = findRules(key, { presets, place });
  const isOffered = presets.some((preset) => preset.key === key);
  const fix: Fix | null = isOffered ? { kind: 'add-output', preset: key } : null;
  const readyBatch = buildReadyBatch(batch);
  const around = { batch: readyBatch, outputs: [], mostOutputs: batch.outputsPerRun };
  const findings = findingsFor(readyBatch, { spec, rules, files })
    .filter(({ rule }) => !OF_PRESENT.includes(rule))
    .map((finding) => (finding.passes ? finding : replaceHarmfulFix({ ...finding, fix }, around)));
  return { key, label, findings };
}

interface Judged {
  readonly presets: readonly Preset[];
  readonly place: Preset | undefined;
}

/** Returns the rules for an output's files. How many an advert takes is not said by the preset of a place that they are put into. */
function findRules(key: string, { presets, place }: Judged): PresetRules {
  if (place !== undefined) return { ...place.rules, mostPhotos: null };
  return presets.find((preset) => preset.key === key)?.rules ?? NO_RULES;
}

/** Returns the findings about the files that a start would deliver, as far as they are known. */
export function findingsBefore(
  batch: Facts,
  presets: readonly Preset[],
  sizeOf: (photo: Photo, output: OutputChoice) => (Size & Pick<ReadyFile, 'margin' | 'photoSide'>) | null,
): OutputFindings[] {
  return everyOutput({ ...batch, run: {} }, { presets, place: undefined }, (_, choice) =>
    batch.photoIds.flatMap((photoId) => {
      const photo = batch.photos[photoId];
      const size = photo && sizeOf(photo, choice);
      return size ? { photoId, suffix: '', ...size, bytes: 0, facts: null } : [];
    }),
  );
}

type Judging = Facts & { readonly run: Run['photos'] };

function buildReadyBatch(batch: Judging): ReadyBatch {
  const ready = batch.photoIds.flatMap((id) => {
    const photo = batch.photos[id];
    return photo?.state === 'ready' ? photo : [];
  });
  // Pixels and plates have rules of their own.
  const warnings = batchWarnings(ready, { recipe: batch.recipe, exceptions: {}, outputs: [] });
  return {
    photos: ready.map((photo) => ({
      ...readyPhoto(photo, batch.exceptions[photo.id] ?? NO_OVERRIDES, { recipe: batch.recipe, warnings }),
      failed: batch.run[photo.id]?.state === 'failed',
    })),
    recipe: batch.recipe,
    outputKeys: outputKeys(batch.outputs),
  };
}

function everyOutput(
  batch: Judging,
  { presets, place }: Judged,
  filesOf: (key: string, choice: OutputChoice) => readonly ReadyFile[],
): OutputFindings[] {
  const readyBatch = buildReadyBatch(batch);
  const outputs = batch.outputs.flatMap((choice, i) => {
    const key = readyBatch.outputKeys[i] ?? '';
    const spec = resolveOutput(choice, key, presets);
    return spec === null ? [] : { key, choice, spec, rules: findRules(key, { presets, place }) };
  });
  const around = { batch: readyBatch, outputs, mostOutputs: batch.outputsPerRun };
  return outputs.map(({ key, choice, spec, rules }) => ({
    key,
    label: spec.label,
    findings: findingsFor(readyBatch, { spec, rules, files: filesOf(key, choice) }).map((finding) =>
      replaceHarmfulFix(finding, around),
    ),
  }));
}

function readyPhoto(
  photo: Photo,
  { background }: PhotoOverrides,
  { recipe, warnings }: { recipe: Recipe; warnings: readonly Warning[] },
): Omit<ReadyPhoto, 'failed'> {
  const { id, signs, cutout } = photo;
  return {
    ...readyPlates(photo, recipe.plates),
    background: background?.kind ?? null,
    cutout: cutout === null ? 'awaited' : cutout.sure || cutout.approved ? 'usable' : 'unsure',
    checks:
      signs === null || signs.sharpness === null
        ? null
        : buildPhotoChecks(warnings.filter(({ photoId }) => photoId === id)),
  };
}

function readyPlates(photo: Photo, cover: PlateCover): ReadyPlates {
  const covers = platesToCover(photo, cover);
  const asked = platesToAsk(photo, cover);
  const answered = photo.plates === null ? 'none' : 'denied';
  const known = covers.length > 0 ? 'confirmed' : answered;
  const isSure = photo.plates === null && (photo.surePlates ?? []).length > 0;
  return { id: photo.id, plates: asked.length > 0 ? 'found' : known, covers, asked, isSure };
}

/** Returns what the delivered files, or those of one output, show of licence plates; null where there is nothing to say. */
export function platesAfter(
  batch: Facts & Pick<Batch, 'results'>,
  outputKey: string | null = null,
): PlatesInFiles<ReadyPlates> | null {
  const files = Object.values(batch.results).filter(
    (file) => outputKey === null || file.outputKey === outputKey,
  );
  const delivered = new Set(files.map(({ photoId }) => photoId));
  const photos = batch.photoIds.flatMap((id) => {
    const photo = delivered.has(id) ? batch.photos[id] : undefined;
    return photo ? readyPlates(photo, batch.recipe.plates) : [];
  });
  const found = platesInFiles(photos, files, batch.recipe.plates);
  return found.isAboutCars && files.some(({ facts }) => facts?.covers !== undefined) ? found : null;
}

function buildPhotoChecks(warnings: readonly Warning[]): PhotoChecks {
  const has = (kind: Warning['kind']) => warnings.some((warning) => warning.kind === kind);
  const twin = warnings.find((warning) => warning.kind === 'same');
  return {
    blurry: has('blurry') || has('very-blurry'),
    dark: has('dark'),
    bright: has('bright'),
    twinOf: twin?.kind === 'same' ? twin.as : null,
  };
}

/** A finding with all the marketplaces that it is the same for: it is told once. */
export interface Trouble extends Finding {
  readonly labels: readonly string[];
}

export function listTroubles(outputs: readonly OutputFindings[]): Trouble[] {
  const failing = outputs.flatMap(({ label, findings }) =>
    findings.filter(({ passes }) => !passes).map((finding) => ({ label, finding })),
  );
  const same = groupBy(failing, ({ finding }) => JSON.stringify(finding));
  return [...same.values()].flatMap((alike) => {
    const [first] = alike;
    return first ? { ...first.finding, labels: alike.map(({ label }) => label) } : [];
  });
}

/** Splits off the grounds that are kept because a person said so: they are mentioned, but wait for no look and are not counted. */
export function byChoice(known: readonly Trouble[], overrides: Batch['exceptions']) {
  const isKept = (id: string) => overrides[id]?.background?.kind === 'keep';
  const isAsked = (id: string) => !isKept(id);
  const of = (trouble: Trouble, which: (id: string) => boolean) =>
    trouble.photoIds.some(which) ? [{ ...trouble, photoIds: trouble.photoIds.filter(which) }] : [];
  const seen = { kind: 'tool', tool: 'photo' } as const;
  return {
    asked: known.flatMap((each) => (each.rule === 'background' ? of(each, isAsked) : each)),
    chosen: known.flatMap((each) => (each.rule === 'background' ? of({ ...each, fix: seen }, isKept) : [])),
  };
}
