/**
 * „Gata de publicat”: tells for each output what passes and what does not, by the marketplace's own rules (data of its preset) and by
 * figures measured on the delivered files. It warns and never blocks; every finding that fails has a fix or a tool to go to.
 */

import { type CutoutState, createBackgroundLookup } from '#domain/batches/backgrounds.ts';
import { isOnWhite, WHITE_EDGE } from '#domain/batches/file-facts.ts';
import type { Fix } from '#domain/batches/fix-kinds.ts';
import { isWholeObject } from '#domain/batches/object-pieces.ts';
import { findSmallFiles, isShortOfPixels, type SizedFile } from '#domain/batches/pixels-in-files.ts';
import { platesInFiles, type ReadyPlates } from '#domain/batches/plates-in-files.ts';
import { groupBy } from '#domain/group-by.ts';
import type { Background } from '#domain/recipes/background.ts';
import { longSide } from '#domain/recipes/geometry.ts';
import { type OutputSpec, takesPhoto } from '#domain/recipes/outputs.ts';
import { otherHalf, type PresetRules } from '#domain/recipes/presets.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';

export interface ReadyFile extends SizedFile {
  readonly photoId: string;
  readonly bytes: number;
  /** Share 0–1 of the file that a ground takes unasked; missing where it was not worked out. */
  readonly margin?: number;
}

export interface ReadyPhoto extends ReadyPlates {
  /** True when the last run failed on it; a photo without files that has not failed is still to be run. */
  readonly failed: boolean;
  /** The photo's own background; null when the recipe's applies. */
  readonly background: Background['kind'] | null;
  readonly cutout: CutoutState;
  /** Null when not measured. */
  readonly checks: PhotoChecks | null;
}

export interface PhotoChecks {
  readonly blurry: boolean;
  readonly dark: boolean;
  readonly bright: boolean;
  /** Id of a better photo of the batch that shows the same. */
  readonly twinOf: string | null;
}

export interface ReadyOutput {
  readonly spec: OutputSpec;
  readonly rules: PresetRules;
  readonly files: readonly ReadyFile[];
}

export interface ReadyBatch {
  /** In batch order. */
  readonly photos: readonly ReadyPhoto[];
  readonly recipe: Recipe;
  readonly outputKeys: readonly string[];
}

export const RULES = [
  'delivered',
  'count',
  'size',
  'shape',
  'weight',
  'background',
  'object',
  'fill',
  'overlays',
  'real-background',
  'plates',
  'metadata',
  'twins',
  'blurry',
  'dark',
  'bright',
] as const;
export type RuleId = (typeof RULES)[number];

export interface Finding {
  readonly rule: RuleId;
  readonly passes: boolean;
  /** The photos concerned, in batch order; empty when it passes. */
  readonly photoIds: readonly string[];
  /** The rule's figure: pixels, bytes, per cent or photos; null when it has none. */
  readonly figure: number | null;
  readonly fix: Fix | null;
  /** `pixels`: the photos have too few, whatever their files are. Missing: for another reason. */
  readonly cause?: 'pixels';
}

/** Returns by photo what speaks against it; photos without anything are left out. */
export function listAgainst(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const each = findings.flatMap((finding) => finding.photoIds.map((id) => ({ id, finding })));
  const against = new Map<string, Finding[]>();
  for (const { id, finding } of each) against.set(id, [...(against.get(id) ?? []), finding]);
  return against;
}

/** Least share of a file that is seen as a ground around the photo. */
const LEAST_MARGIN = 0.01;

const SEE: Fix = { kind: 'tool', tool: 'photo' };

/** Returns the findings of one output; rules that do not apply to it are left out. */
export function findingsFor(batch: ReadyBatch, output: ReadyOutput): Finding[] {
  // Photos that the output does not take, or beyond the marketplace's limit, are not published there.
  const most = output.rules.mostPhotos ?? Number.POSITIVE_INFINITY;
  const delivered = new Set(output.files.map(({ photoId }) => photoId));
  const taken = batch.photos.filter((_, at) => takesPhoto(output.rules, at === 0));
  const photos = taken.filter(({ id }) => delivered.has(id)).slice(0, most);
  const byPhoto = groupBy(output.files, ({ photoId }) => photoId);
  const files = photos.flatMap(({ id }) => byPhoto.get(id) ?? []);
  return RULES.flatMap((rule) => CHECKS[rule]({ batch, output, taken, photos, files }) ?? []);
}

interface RuleInput {
  readonly batch: ReadyBatch;
  readonly output: ReadyOutput;
  /** Photos that the output takes. */
  readonly taken: readonly ReadyPhoto[];
  /** Photos that are published there. */
  readonly photos: readonly ReadyPhoto[];
  readonly files: readonly ReadyFile[];
}

const CHECKS: Readonly<Record<RuleId, (about: RuleInput) => Finding | null>> = {
  delivered: ({ output, taken, photos }) => {
    const done = new Set(output.files.map(({ photoId }) => photoId));
    const missing = taken.filter(({ id }) => !done.has(id));
    const failed = missing.filter((photo) => photo.failed);
    return failed.length > 0
      ? buildFinding('delivered', failed, { figure: photos.length, fix: { kind: 'run-again' } })
      : buildFinding('delivered', missing, { figure: photos.length, fix: { kind: 'run-rest' } });
  },
  count: ({ batch, output, taken }) => {
    const { mostPhotos } = output.rules;
    const half = output.rules.photos === undefined ? null : otherHalf(output.spec.key);
    if (half !== null && !batch.outputKeys.includes(half) && taken.length < batch.photos.length) {
      const left = batch.photos.filter((photo) => !taken.includes(photo));
      return buildFinding('count', left, { figure: mostPhotos, fix: { kind: 'add-output', preset: half } });
    }
    if (mostPhotos === null) return half === null ? null : buildFinding('count', [], { fix: SEE });
    return buildFinding('count', taken.slice(mostPhotos), { figure: mostPhotos, fix: SEE });
  },
  size: ({ batch, output, files }) => {
    const least = output.rules.leastSide;
    if (least === null) return null;
    const small = findSmallFiles(files, least);
    const cropped = batch.recipe.crop !== 'original' && batch.recipe.cropBy !== 'margins';
    return buildFinding('size', small, {
      figure: least,
      isOfPixels: small.some((file) => longSide(file) >= least),
      fix: cropped ? { kind: 'recipe', change: { crop: 'original' } } : { kind: 'tool', tool: 'photo' },
    });
  },
  shape: ({ output, files }) => {
    const [{ width, height } = { width: 1, height: 1 }] = output.spec.renditions;
    const shareOf = ({ margin, facts }: ReadyFile) => margin ?? facts?.margin ?? 0;
    const added = files.filter((file) => shareOf(file) > LEAST_MARGIN);
    if (added.length === 0 && files.every(({ margin }) => margin === undefined)) return null;
    const figure = Math.round(100 * Math.max(0, ...added.map(shareOf)));
    return buildFinding('shape', added, { figure, fix: { kind: 'crop', aspect: width / height } });
  },
  weight: ({ output, files }) => {
    const limits = new Map(output.spec.renditions.map(({ suffix, maxBytes }) => [suffix, maxBytes]));
    const [most = null] = limits.values();
    if (most === null) return null;
    const heavy = files.filter(
      ({ suffix, bytes }) => bytes > (limits.get(suffix) ?? Number.POSITIVE_INFINITY),
    );
    return buildFinding('weight', heavy, { figure: most, fix: { kind: 'run-again' } });
  },
  background: ({ batch, output, photos, files }) => {
    if (!output.rules.whiteBackground) return null;
    const { background } = batch.recipe;
    const behind = createBackgroundLookup(batch.recipe, photos);
    const coloured = files.filter(({ photoId, facts }) =>
      facts === null ? ![null, 'white'].includes(behind(photoId)) : !isOnWhite(facts, behind(photoId)),
    );
    return buildFinding('background', coloured, {
      fix:
        background.kind === 'white'
          ? { kind: 'tool', tool: 'background' }
          : { kind: 'recipe', change: { background: { ...background, kind: 'white' } } },
    });
  },
  object: ({ files }) => {
    const cutOut = files.filter(({ facts }) => facts?.replaced === true && facts.object !== undefined);
    if (cutOut.length === 0) return null;
    const broken = cutOut.filter(({ facts }) => facts?.object && !isWholeObject(facts.object));
    const bad = cutOut.filter((file) => broken.includes(file) || file.facts?.object?.cut === true);
    // A pair of shoes needs no look, and still is not one whole object; of photos that kept their ground nothing is known.
    if (bad.length === 0 && !files.every(({ facts }) => facts?.object?.whole === true)) return null;
    const figure = new Set(broken.map(({ photoId }) => photoId)).size;
    return buildFinding('object', bad, { figure, fix: { kind: 'tool', tool: 'background' } });
  },
  fill: ({ output, files }) => {
    const { leastFill } = output.rules;
    if (leastFill === null) return null;
    // The object's edge is only known on white; the `background` rule asks for that first.
    const seen = files.filter(({ facts }) => facts !== null && facts.whiteEdge >= WHITE_EDGE);
    if (seen.length === 0) return null;
    const loose = seen.filter(({ facts }) => (facts?.fill ?? 100) < leastFill);
    const short = loose.filter((file) => isShortOfPixels(file, output.spec.renditions[0]));
    // No better cut-out gives an object more pixels.
    return buildFinding('fill', loose, {
      figure: leastFill,
      isOfPixels: short.length === loose.length,
      fix: { kind: 'tool', tool: short.length === 0 ? 'background' : 'photo' },
    });
  },
  overlays: ({ output, files }) => {
    if (output.spec.overlays) return null;
    const marked = files.filter(({ facts }) => facts?.marked === true);
    if (marked.length === 0 && !isMeasured(files)) return null;
    return buildFinding('overlays', marked, { fix: { kind: 'run-again' } });
  },
  'real-background': ({ batch, output, photos, files }) => {
    if (!output.rules.realBackground) return null;
    const { background } = batch.recipe;
    const behind = createBackgroundLookup(batch.recipe, photos);
    const replaced = files.filter(({ photoId, facts }) =>
      facts === null ? ![null, 'keep'].includes(behind(photoId)) : facts.replaced,
    );
    // A photo that came without a ground has no true one.
    if (replaced.length === 0 && files.some(({ facts }) => facts?.isClear)) return null;
    return buildFinding('real-background', replaced, {
      fix:
        background.kind === 'keep'
          ? { kind: 'tool', tool: 'background' }
          : { kind: 'recipe', change: { background: { ...background, kind: 'keep' } } },
    });
  },
  plates: ({ batch: { recipe }, photos, files }) => {
    const found = platesInFiles(photos, files, recipe.plates);
    if (!found.isAboutCars) return null;
    if (found.unseen.length > 0)
      return buildFinding('plates', found.unseen, { fix: { kind: 'tool', tool: 'plates' } });
    const change = { plates: { ...recipe.plates, kind: 'solid' } } as const;
    const fix: Fix = recipe.plates.kind === 'off' ? { kind: 'recipe', change } : { kind: 'run-again' };
    if (found.covered + found.bare.length + found.none.length === 0 && found.isTold) return null;
    // Nothing is ticked where a look is still needed: these photos are named by themselves.
    const isOpen = found.bare.length === 0 && (found.none.length > 0 || !found.isTold);
    return isOpen ? null : buildFinding('plates', found.bare, { fix });
  },
  metadata: ({ files }) => {
    const withMetadata = files.filter(({ facts }) => facts?.metadata);
    if (withMetadata.length === 0 && !isMeasured(files)) return null;
    return buildFinding('metadata', withMetadata, { fix: { kind: 'run-again' } });
  },
  twins: ({ photos }) => {
    if (photos.length < 2) return null;
    const ids = new Set(photos.map(({ id }) => id));
    return buildPhotoFinding('twins', photos, {
      isBad: ({ twinOf }) => twinOf !== null && ids.has(twinOf),
      fix: { kind: 'leave-out' },
    });
  },
  blurry: ({ photos }) =>
    buildPhotoFinding('blurry', photos, {
      isBad: ({ blurry }) => blurry,
      fix: { kind: 'tool', tool: 'photo' },
    }),
  dark: ({ photos }) =>
    buildPhotoFinding('dark', photos, { isBad: ({ dark }) => dark, fix: { kind: 'lighten' } }),
  bright: ({ photos }) =>
    buildPhotoFinding('bright', photos, {
      isBad: ({ bright }) => bright,
      fix: { kind: 'tool', tool: 'photo' },
    }),
};

/** True when every file was measured: nothing is ticked without that. */
function isMeasured(files: readonly ReadyFile[]): boolean {
  return files.every(({ facts }) => facts !== null);
}

function buildPhotoFinding(
  rule: RuleId,
  photos: readonly ReadyPhoto[],
  { isBad, fix }: { isBad: (checks: PhotoChecks) => boolean; fix: Fix },
): Finding | null {
  if (photos.every(({ checks }) => checks === null)) return null;
  const bad = photos.filter(({ checks }) => checks !== null && isBad(checks));
  return buildFinding(rule, bad, { fix });
}

function buildFinding(
  rule: RuleId,
  bad: readonly (ReadyFile | ReadyPhoto)[],
  { figure = null, fix, isOfPixels = false }: { figure?: number | null; fix: Fix; isOfPixels?: boolean },
): Finding {
  const photoIds = [...new Set(bad.map((each) => ('photoId' in each ? each.photoId : each.id)))];
  const passes = photoIds.length === 0;
  if (passes) return { rule, passes, photoIds, figure, fix: null };
  return { rule, passes, photoIds, figure, fix, ...(isOfPixels && { cause: 'pixels' }) };
}
