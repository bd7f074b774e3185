/** Cuts out by an ONNX model. */
import { refuseCertainty } from '#domain/photos/model-limits.ts';
import { guidedEdge } from '#imaging/cutout/guided-edge.ts';
import { toLab } from '#imaging/cutout/lab.ts';
import { computeAreaShare, type Mask } from '#imaging/cutout/mask.ts';
import { scaledMask } from '#imaging/cutout/mask-file.ts';
import { MASK_SIDE, type Segmenter } from '#imaging/cutout/segmenter.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { computeCertainty } from './certainty.ts';
import { answersAsKnown } from './known-answers.ts';
import { oneObject } from './one-object.ts';
import { type CutoutModel, openModel, runModel } from './open-model.ts';

/** Shares of the picture beyond which the model has seen no single object. */
const [LEAST_AREA, MOST_AREA] = [0.005, 0.9];

/**
 * Returns an engine that cuts out by the model of this manifest; it returns null where the model sees no single object. The engine throws
 * what `openModel` and `runModel` throw.
 */
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
    const { limits } = model.manifest;
    const agreement = computeCertainty(plane, side, limits);
    return {
      engine: 'model',
      mask,
      agreement,
      limits: (await answersAsKnown(model)) ? limits : refuseCertainty(limits),
    };
  };
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
  const again = await runModel(model, { ...picture, data: mirrored });
  return plane.map((share, i) => (share + again[mirroredPlace(i, input)]) / 2);
}

/** Returns where a number of the mirror image stands in the picture, whose rows have `width` places of `channels` numbers. */
function mirroredPlace(index: number, width: number, channels = 1): number {
  const place = Math.floor(index / channels);
  return (place + width - 1 - 2 * (place % width)) * channels + (index % channels);
}

function binariseMask(mask: Mask): Mask {
  return { ...mask, data: Uint8Array.from(mask.data, (value) => (value > 127 ? 255 : 0)) };
}
