/** An ONNX model that cuts out: square RGB in, a plane of "object" among those of its first output. */
import { guidedEdge } from '#imaging/cutout/guided-edge.ts';
import { toLab } from '#imaging/cutout/lab.ts';
import { computeAreaShare, type Mask } from '#imaging/cutout/mask.ts';
import { scaledMask } from '#imaging/cutout/mask-file.ts';
import { MASK_SIDE, type Segmenter } from '#imaging/cutout/segmenter.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { computeCertainty } from './certainty.ts';
import { createModelOpener, runOnPicture } from './model-runtime.ts';
import { oneObject } from './one-object.ts';

/** Certainty from which a second look would change nothing. */
const SEEN_AT_ONCE = 0.99;
/** Shares of the picture beyond which the model has seen no one object. */
const [LEAST_AREA, MOST_AREA] = [0.005, 0.9];

/** Loaded once in a process. */
export const openModel = createModelOpener(
  ({ activation = 'none', plane = 0 }) => {
    if (activation !== 'none' && activation !== 'sigmoid')
      throw new Error('activation must be none or sigmoid');
    if (!Number.isInteger(plane) || (plane as number) < 0)
      throw new Error('plane must be a whole number from 0');
    return { activation, plane: plane as number } as const;
  },
  // Nothing to try: the gate judges every mask.
  async () => {},
);

export function byModel(manifestPath: string): Segmenter {
  return async ({ at }) => {
    const model = await openModel(manifestPath);
    const picture = await at(MASK_SIDE);
    const side = model.manifest.input;
    const plane = await lookedAt(model, picture);
    const bytes = Uint8Array.from(plane, (share) => Math.round(share * 255));
    const soft = await scaledMask({ data: bytes, width: side, height: side }, picture);
    const lab = toLab(picture);
    const mask = oneObject(lab, binariseMask(guidedEdge(lab, soft)));
    const area = computeAreaShare(mask);
    if (area < LEAST_AREA || area > MOST_AREA) return null;
    return { engine: 'model', mask, agreement: computeCertainty(plane, side) };
  };
}

/** Where one look leaves doubts, the mean with a look at the mirror image: what the two see differently is in doubt. */
async function lookedAt(model: Awaited<ReturnType<typeof openModel>>, picture: Raw): Promise<Float32Array> {
  const plane = await runModel(model, picture);
  if (computeCertainty(plane, model.manifest.input) >= SEEN_AT_ONCE) return plane;
  const { data, width, channels } = picture;
  const mirrored = data.map((_, i) => data[mirroredPlace(i, width, channels)]);
  const again = await runModel(model, { ...picture, data: mirrored });
  return plane.map((share, i) => (share + again[mirroredPlace(i, model.manifest.input)]) / 2);
}

/** Where a number of the mirror image stands in the picture, whose rows have `width` places of `channels` numbers. */
function mirroredPlace(index: number, width: number, channels = 1): number {
  const place = Math.floor(index / channels);
  return (place + width - 1 - 2 * (place % width)) * channels + (index % channels);
}

/** The object's share per pixel of the model's square, 0–1. */
export async function runModel(
  model: Awaited<ReturnType<typeof openModel>>,
  picture: Raw,
): Promise<Float32Array> {
  const { input: side, activation, plane } = model.manifest;
  const planes = await runOnPicture(model, picture);
  const out = planes.subarray(plane * side * side, (plane + 1) * side * side);
  if (out.length < side * side)
    throw new Error(
      `plane ${plane} of ${side}×${side} is not in the ${planes.length} numbers of the first output`,
    );
  const shares = activation === 'sigmoid' ? out.map((value) => 1 / (1 + Math.exp(-value))) : out;
  return stretchToFullRange(shares);
}

/** To 0–1, as these models are meant to be read; a flat plane finds nothing. */
function stretchToFullRange(shares: Float32Array): Float32Array {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of shares) {
    if (!Number.isFinite(value)) throw new Error('the model returns no numbers');
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const range = high - low;
  return range < 1e-4 ? new Float32Array(shares.length) : shares.map((value) => (value - low) / range);
}

function binariseMask(mask: Mask): Mask {
  return { ...mask, data: Uint8Array.from(mask.data, (value) => (value > 127 ? 255 : 0)) };
}
