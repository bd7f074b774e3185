/**
 * GrabCut without a person's hints: several independent starts at small size, the part that they agree on, then the edge at full mask size.
 */
import type { Box } from '#domain/recipes/geometry.ts';
import { type OpenCv, openCv } from '#imaging/pixels/opencv.ts';
import { cropToBox, type Raw, type Size } from '#imaging/pixels/raw.ts';
import { pixelBox } from '#imaging/render/framing.ts';
import { nearEdge } from './edge.ts';
import { seenEdge } from './gate/seen-edge.ts';
import { grabCut, MAYBE_BACKGROUND, MAYBE_OBJECT, SURE_BACKGROUND, SURE_OBJECT } from './grabcut.ts';
import { boxSeed, coreSeed, ellipseSeed, hullSeed, limitLabelsToBox, salientSeed } from './grabcut-seeds.ts';
import { getLab, toLab } from './lab.ts';
import { computeMaskBounds, computeMaskIou, emptyMask, type Mask } from './mask.ts';
import { scaledMask } from './mask-file.ts';
import { computeSaliency } from './saliency.ts';
import { type Look, MASK_SIDE, type Segmenter } from './segmenter.ts';
import { tidyMask } from './tidy.ts';
import { withoutGroundShadow } from './wheels/ground-shadow.ts';
import { withoutGroundUnderWheels } from './wheels/wheels.ts';

const ITERATIONS = 4;

interface FoundMask {
  readonly mask: Mask;
  /** Agreement of independent tries, 0–1 (intersection over union). */
  readonly agreement: number;
}

/** Long side of the picture in which objects are searched. */
const SEARCH_SIDE = 256;
const MOST_SIDE = 1600;
/** Margin around a box, as a share of its sides, that is looked at too. */
const MARGIN = 0.18;
/** Share of a box that its object fills; below the least a part of the object was not found. */
const FULL_FILL = 0.85;
const LEAST_FILLED = 0.7;
const BY_CORE = 0.75;
/** Levels of a difference that is hardly seen, and the share of a picture that may be specks. */
const SAME_COLOUR = 6;
const SPECKS = 0.01;
/** Pixels of the mask by which the edge may move in the closer look. */
const EDGE_REACH = 8;

export const autoSegment: Segmenter = async ({ at, box }) => {
  const cv = await openCv();
  const picture = await at(MASK_SIDE);
  const { mask, agreement } =
    box === null
      ? await segmentWithoutBox(cv, await at(SEARCH_SIDE), picture)
      : await inBox(cv, { at, box, picture });
  return { engine: 'grabcut', mask: refineMask(cv, picture, mask), agreement };
};

function refineMask(cv: OpenCv, picture: Raw, mask: Mask): Mask {
  const whole = withFinerEdge(cv, picture, { mask, reach: EDGE_REACH });
  const lab = getLab(picture);
  return withoutGroundUnderWheels(lab, withoutGroundShadow(lab, whole));
}

/** Returns the mask that a start in the middle and one by salience agree on. */
async function segmentWithoutBox(cv: OpenCv, small: Raw, picture: Size): Promise<FoundMask> {
  const attempt = attemptsOn(cv, small);
  // Where all is one colour this start finds nothing, and only after twenty seconds: no step anywhere holds the flow back.
  const middle = isOneColour(small) ? emptyMask(small) : attempt(ellipseSeed(small));
  const salient = attempt(salientSeed(computeSaliency(toLab(small))));
  const whole = attempt(hullSeed(salient));
  const [a, b] = [computeMaskIou(middle, salient), computeMaskIou(middle, whole)];
  const [mask, agreement] = b >= a ? [whole, b] : [salient, a];
  return { mask: await scaledMask(mask, picture), agreement };
}

/**
 * Searches only the box and a margin around it, which shows what the ground looks like there. Of several starts the one counts whose object
 * fills the box with a clear edge.
 */
async function inBox(
  cv: OpenCv,
  { at, box, picture }: { at: Look['at']; box: Box; picture: Size },
): Promise<FoundMask> {
  const region = growBox(box, MARGIN);
  const large = await at(Math.min(MOST_SIDE, SEARCH_SIDE / Math.max(region.width, region.height)));
  const small = cropToBox(large, pixelBox(large, region));
  const inner = {
    x: (box.x - region.x) / region.width,
    y: (box.y - region.y) / region.height,
    width: box.width / region.width,
    height: box.height / region.height,
  };
  const attempt = attemptsOn(cv, small);
  const all = attempt(boxSeed(small, inner));
  const salient = attempt(limitLabelsToBox(inner, small, salientSeed(computeSaliency(toLab(small)))));
  const whole = attempt(limitLabelsToBox(inner, small, hullSeed(salient)));
  const area = pixelBox(picture, region);
  const mask = emptyMask(picture);
  const lab = toLab(small);
  const worth = (mask: Mask) => measureBoxFill(mask, inner) * seenEdge(lab, mask);
  const better = (a: Mask, b: Mask) => (worth(b) > worth(a) ? b : a);
  const byItself = [salient, whole].reduce(better, all);
  const isFilled = measureBoxFill(byItself, inner) >= LEAST_FILLED;
  const best = isFilled ? byItself : better(byItself, attempt(coreSeed(small, inner)));
  // An object that is found only when the box's middle is taken for granted is a proposal.
  const agreement = (isFilled ? 1 : BY_CORE) * scoreBoxFill(best, inner);
  const part = await scaledMask(best, area);
  for (let y = 0; y < area.height; y++) {
    const row = part.data.subarray(y * area.width, (y + 1) * area.width);
    mask.data.set(row, (area.y + y) * picture.width + area.x);
  }
  return { mask, agreement };
}

/** Returns 1 for an object that fills the box as one does that a person drew it around, less for one that does not. */
export function scoreBoxFill(mask: Mask, box: Box): number {
  return Math.min(1, measureBoxFill(mask, box) / FULL_FILL);
}

/** Returns how far the object fills the box, 0–1: people draw the box around the object. */
function measureBoxFill(mask: Mask, box: Box): number {
  const bounds = computeMaskBounds(mask);
  if (bounds === null) return 0;
  return (
    Math.min(1, bounds.width / (box.width * mask.width)) *
    Math.min(1, bounds.height / (box.height * mask.height))
  );
}

/** True when all but specks looks the same to the eye. */
function isOneColour({ data, channels }: Raw): boolean {
  const counts = new Map<number, number>();
  for (let at = 0; at < data.length; at += channels) {
    const colour = (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const [usual] = [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), [0, 0]);
  const off = (colour: number) =>
    Math.max(...[16, 8, 0].map((bits) => Math.abs(((colour >> bits) & 255) - ((usual >> bits) & 255))));
  let others = 0;
  for (const [colour, count] of counts) if (off(colour) > SAME_COLOUR) others += count;
  return others * channels < SPECKS * data.length;
}

function growBox({ x, y, width, height }: Box, share: number): Box {
  const [left, top] = [Math.max(0, x - share * width), Math.max(0, y - share * height)];
  const [right, bottom] = [Math.min(1, x + width * (1 + share)), Math.min(1, y + height * (1 + share))];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function attemptsOn(cv: OpenCv, picture: Raw): (labels: Uint8Array) => Mask {
  return (labels) => {
    const mask = grabCut(cv, picture, { labels, iterations: ITERATIONS });
    return mask === null ? emptyMask(picture) : tidyMask(mask);
  };
}

/** Finds the edge of `mask` anew in a larger picture: only pixels within `reach` of it may change sides. */
function withFinerEdge(cv: OpenCv, picture: Raw, { mask, reach }: { mask: Mask; reach: number }): Mask {
  const labels = new Uint8Array(mask.data.length);
  const near = nearEdge(mask, reach);
  for (let i = 0; i < labels.length; i++) {
    const object = mask.data[i] > 127;
    if (near[i]) labels[i] = object ? MAYBE_OBJECT : MAYBE_BACKGROUND;
    else labels[i] = object ? SURE_OBJECT : SURE_BACKGROUND;
  }
  const finer = grabCut(cv, picture, { labels, iterations: 2 });
  return finer === null ? mask : tidyMask(finer);
}
