/** GrabCut without anybody's help: several independent starts at small size, what they agree on, then the edge at full mask size. */
import type { Box } from '#domain/recipes/geometry.ts';
import { type OpenCv, openCv } from '#imaging/opencv.ts';
import type { Raw } from '#imaging/raw.ts';
import { nearEdge } from './edge.ts';
import { grabCut, MAYBE_BACKGROUND, MAYBE_OBJECT, SURE_BACKGROUND, SURE_OBJECT } from './grabcut.ts';
import { withoutGroundShadow } from './ground-shadow.ts';
import { labOf } from './lab.ts';
import { emptyMask, type Mask, overlap } from './mask.ts';
import { scaledMask } from './mask-file.ts';
import { saliency } from './saliency.ts';
import { MASK_SIDE, type Segmenter } from './segmenter.ts';
import { boxStart, ellipseStart, hullStart, salientStart, within } from './starts.ts';
import { tidied } from './tidy.ts';

const ITERATIONS = 4;

interface Found {
  readonly mask: Mask;
  /** How far tries that know nothing of each other agree, 0–1 (intersection over union). */
  readonly agreement: number;
}

/** Long side of the picture that objects are looked for in. */
const SEARCH_SIDE = 256;
/** Pixels of the mask by which the edge may move when it is looked at more closely. */
const EDGE_REACH = 8;

export const byGrabCut: Segmenter = async ({ at, box }) => {
  const cv = await openCv();
  const { mask, agreement } = findObject(cv, await at(SEARCH_SIDE), box);
  const picture = await at(MASK_SIDE);
  const whole = withFinerEdge(cv, picture, await scaledMask(mask, picture), EDGE_REACH);
  return { engine: 'grabcut', mask: withoutGroundShadow(labOf(picture), whole), agreement };
};

/** `picture`: about 256 px, three channels. Nothing outside of `box` (the person's) is object. */
function findObject(cv: OpenCv, picture: Raw, box: Box | null): Found {
  const attempt = (labels: Uint8Array) => {
    const mask = grabCut(cv, picture, box === null ? labels : within(box, picture, labels), ITERATIONS);
    return mask === null ? emptyMask(picture) : tidied(mask);
  };
  const middle = attempt(box === null ? ellipseStart(picture) : boxStart(picture, box));
  const salient = attempt(salientStart(saliency(labOf(picture))));
  const whole = attempt(hullStart(salient));
  const [a, b] = [overlap(middle, salient), overlap(middle, whole)];
  return b >= a ? { mask: whole, agreement: b } : { mask: salient, agreement: a };
}

/** The edge of `mask` found anew in a larger picture: only pixels within `reach` of it may change sides. */
function withFinerEdge(cv: OpenCv, picture: Raw, mask: Mask, reach: number): Mask {
  const labels = new Uint8Array(mask.data.length);
  const near = nearEdge(mask, reach);
  for (let i = 0; i < labels.length; i++) {
    const object = (mask.data[i] as number) > 127;
    if (near[i]) labels[i] = object ? MAYBE_OBJECT : MAYBE_BACKGROUND;
    else labels[i] = object ? SURE_OBJECT : SURE_BACKGROUND;
  }
  const finer = grabCut(cv, picture, labels, 2);
  return finer === null ? mask : tidied(finer);
}
