/** Cuts out by an ONNX model, or by two. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type ModelLimits, refuseCertainty } from '#domain/photos/model-limits.ts';
import { guidedEdge } from '#imaging/cutout/guided-edge.ts';
import { getLab } from '#imaging/cutout/lab.ts';
import { computeAreaShare, type Mask } from '#imaging/cutout/mask.ts';
import { scaledMask } from '#imaging/cutout/mask-file.ts';
import { FINE_SIDE, type Look, MASK_SIDE } from '#imaging/cutout/segmenter.ts';
import { LruCache } from '#imaging/lru-cache.ts';
import type { ModelTrouble } from '#imaging/messages.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { toBytes } from '#imaging/pixels/to-bytes.ts';
import { computeCertainty, computeCertaintyOfKept } from './certainty.ts';
import { refineEdge } from './fine-edge.ts';
import { answersAsKnown } from './known-answers.ts';
import { oneObject } from './one-object.ts';
import { type CutoutModel, openModel, runModel } from './open-model.ts';
import { cutAlone, cutByTwo, type ModelCut, type Sight } from './two-sights.ts';

/** Shares of the picture beyond which the model has seen no single object. */
const [LEAST_AREA, MOST_AREA] = [0.005, 0.9];

/** A sketch that was shown is the witness's word a moment later. */
const KEPT_LOOKS = 4;
const witnessLooks = new LruCache<Sight | null>(KEPT_LOOKS);

/** Manifests of the model that cuts out and of its witness: a second, cheaper model that is asked whether it sees the same. */
export interface ModelPaths {
  readonly manifest: string;
  /** Null without one, but for one that the manifest names. */
  readonly witness: string | null;
  /** Called for a witness that failed, and for a model that answers otherwise than it is known to; neither stops the cut-out. */
  readonly onTrouble?: (trouble: ModelTrouble) => void;
}

/** Returns the cuts to choose from, the best first; none where no single object is seen. */
export type ModelEngine = (look: Look) => Promise<readonly ModelCut[]>;

/**
 * Returns an engine that cuts out by the model of this manifest. The engine throws what `openModel` and `runModel` throw of the model; a
 * witness that fails, or answers otherwise than it is known to, is as none.
 */
export function byModel({ manifest, witness, onTrouble = () => {} }: ModelPaths): ModelEngine {
  return async ({ at }) => {
    const model = await openModel(manifest);
    const picture = await at(MASK_SIDE);
    const named = model.manifest.witness && join(model.manifest.folder, model.manifest.witness);
    const isKnown = await answersAsKnown(model);
    if (!isKnown) onTrouble({ manifest, kind: 'unlike' });
    const limits = isKnown ? model.manifest.limits : refuseCertainty(model.manifest.limits);
    const second = await lookByWitness(witness ?? named, picture, onTrouble);
    if (second === 'none') return cutByOne(model, picture, limits);
    return cutByTwo(await lookOnce(model, picture), second, limits);
  };
}

/** Returns what the witness sees, null where that is no single object, `none` where there is no witness or it fails. */
export async function lookByWitness(
  manifest: string | null,
  picture: Raw,
  onTrouble: (trouble: ModelTrouble) => void,
): Promise<Sight | null | 'none'> {
  if (manifest === null) return 'none';
  try {
    const witness = await openModel(manifest);
    if (await answersAsKnown(witness)) {
      const shown = createHash('sha1').update(picture.data).digest('hex');
      return await witnessLooks.get(`${witness.manifest.sha256} ${picture.width} ${shown}`, () =>
        lookOnce(witness, picture),
      );
    }
    onTrouble({ manifest, kind: 'unlike' });
  } catch (error) {
    onTrouble({ manifest, kind: 'failed', error: String(error).slice(0, 300) });
  }
  return 'none';
}

async function lookOnce(model: CutoutModel, picture: Raw): Promise<Sight | null> {
  return seeObject(await runModel(model, picture), model.manifest, picture);
}

type PlaneFields = Pick<CutoutModel['manifest'], 'input' | 'limits'>;

/** Returns the object in a model's plane; null where it sees no single object. */
export async function seeObject(
  plane: Float32Array,
  { input: side, limits }: PlaneFields,
  picture: Raw,
): Promise<Sight | null> {
  const seen = toSquareMask(plane, side);
  const mask = await findObject(seen, picture);
  if (mask === null) return null;
  const kept = await scaledMask(mask, { width: side, height: side });
  return {
    mask,
    measureCertainty: () => computeCertaintyOfKept(plane, kept, limits),
    measureCertaintyOfAll: () => computeCertainty(plane, side, limits),
    ...(side > MASK_SIDE && { refine: async (at) => refineEdge(await at(FINE_SIDE), mask, seen) }),
  };
}

async function cutByOne(model: CutoutModel, picture: Raw, limits: ModelLimits): Promise<readonly ModelCut[]> {
  const sight = await seeObject(await lookedAt(model, picture), model.manifest, picture);
  return sight === null ? [] : [cutAlone(sight, limits)];
}

function toSquareMask(plane: Float32Array, side: number): Mask {
  return { data: toBytes(plane, (share) => Math.round(share * 255)), width: side, height: side };
}

/** Returns the one object in what a model saw, with the picture's own edge; null where it sees no single object. */
async function findObject(seen: Mask, picture: Raw): Promise<Mask | null> {
  const soft = await scaledMask(seen, picture);
  const lab = getLab(picture);
  const mask = oneObject(lab, binariseMask(guidedEdge(lab, soft)));
  const area = computeAreaShare(mask);
  return area < LEAST_AREA || area > MOST_AREA ? null : mask;
}

/**
 * Returns the shares of one look or, where that leaves doubts, their mean with a look at the mirror image: what the two see differently is
 * in doubt.
 */
async function lookedAt(model: CutoutModel, picture: Raw): Promise<Float32Array> {
  const { input, limits } = model.manifest;
  const plane = await runModel(model, picture);
  if (computeCertainty(plane, input, limits) >= limits.seenAtOnce) return plane;
  const { data, width, channels } = picture;
  const mirrored = data.map((_, i) => data[mirroredPlace(i, width, channels)]);
  return averageWithMirror(plane, await runModel(model, { ...picture, data: mirrored }), input);
}

/** Returns the mean of a plane and that of the mirror image. */
export function averageWithMirror(plane: Float32Array, mirrored: Float32Array, side: number): Float32Array {
  return plane.map((share, i) => (share + mirrored[mirroredPlace(i, side)]) / 2);
}

/** Returns where a number of the mirror image stands in the picture, whose rows have `width` places of `channels` numbers. */
function mirroredPlace(index: number, width: number, channels = 1): number {
  const place = Math.floor(index / channels);
  return (place + width - 1 - 2 * (place % width)) * channels + (index % channels);
}

function binariseMask(mask: Mask): Mask {
  return { ...mask, data: toBytes(mask.data, (value) => (value > 127 ? 255 : 0)) };
}
