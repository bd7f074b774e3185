/**
 * Tells that an object was photographed from above: the ground around it is a carpet, a cloth or wood of one tone from the photo's lower
 * edge up to its upper one. A wall, a sky or a street that goes off into the distance ends that; a plain grey or white ground says nothing,
 * and neither does a car's.
 */
import type { Turn } from '#domain/recipes/recipe.ts';
import { dilatePixels } from '#imaging/background/windows/regions.ts';
import { type Lab, toLab } from '#imaging/cutout/lab.ts';
import { computeMaskBounds, type Mask } from '#imaging/cutout/mask.ts';
import { scaledMask } from '#imaging/cutout/mask-file.ts';
import { archesIn } from '#imaging/cutout/wheels/wheels.ts';
import { flattenOnto, type Raw, rotateByQuarters, withAlpha } from '#imaging/pixels/raw.ts';
import { decodePicture } from '#imaging/read/decode.ts';
import type { Header } from '#imaging/read/header.ts';

/** Long side of the copy that is looked at: small enough for a photo's noise to be gone, as in the smallest preview. */
const SIDE = 280;
const BANDS = 10;
/** Shares of a band that must be ground: of those whose texture is read, of the outer two, and of those that an object may fill. */
const [GROUND, OUTER, REST] = [0.25, 0.14, 0.1];
/** Bands that must be known, and of a white or grey ground. */
const [LEAST_BANDS, LEAST_PLAIN] = [4, 6];
/** Share of the long side around the object that may be its shadow. */
const SHADOW = 0.05;
/**
 * Lightness from one pixel to the next but one. Seams, folds and fibres, the strongest 3 % of a ground, have more than the first in the
 * middle one of its bands and than the second in all; the mean of the faintest band is at least that share of the strongest one's, above a
 * photo's noise.
 */
const [SEAM, FAINTEST, ALIKE, NOISE] = [1.6, 1, 0.35, 0.5];
const SEAMS = 0.97;
/** Distances from grey: from the first a ground is no studio's, from the second it is a cloth, whose folds are anywhere, and no road. */
const [COLOURED, CLOTH] = [20, 45];
/**
 * Largest differences between a band and the next: lightness and colour, less than a wall's foot makes; of all of them: lightness, as a lamp
 * or a flash is nearer to one place.
 */
const [LIGHT, COLOUR, ALL_LIGHT] = [14, 9, 40];
/**
 * Upper bands whose left and right half are compared, the share of a band that a half must have, and from which difference of their
 * lightness the band is no ground: behind a thing that stands lie a wall here and a dark doorway there, of one tone in the middle.
 */
const [UPPER, HALF, UNLIKE] = [3, 0.03, 30];

interface Band {
  /** Share of it that is ground. */
  readonly share: number;
  readonly l: number;
  readonly a: number;
  readonly b: number;
  readonly texture: number;
  /** What its seams have at least. */
  readonly seam: number;
  /** Difference of lightness between its left and its right half; 0 where one of them is covered. */
  readonly sides: number;
}

/** Returns the photo after the `turn`, with the object's alpha, as small as it is looked at. `copy`: the photo's file. */
export async function readSmallObject(copy: Header, mask: Mask, turn: Turn): Promise<Raw> {
  const scale = SIDE / Math.max(copy.width, copy.height);
  const side = (n: number) => Math.max(BANDS, Math.round(n * scale));
  const size = { width: side(copy.width), height: side(copy.height) };
  const object = withAlpha(flattenOnto(await decodePicture(copy, size), [255, 255, 255]));
  const { data } = await scaledMask(mask, size);
  for (const [i, alpha] of data.entries()) object.data[i * 4 + 3] = alpha;
  return rotateByQuarters(object, turn);
}

/** `object`: the photo, with the object's alpha. */
export function isSeenFromAbove(object: Raw): boolean {
  const { width, height } = object;
  const mask = { data: object.data.filter((_, i) => i % 4 === 3), width, height };
  const box = computeMaskBounds(mask);
  if (box === null) return false;
  const lab = toLab(object);
  const reach = Math.ceil(SHADOW * Math.max(width, height));
  const near = dilatePixels(
    mask.data.map((alpha) => alpha >> 7),
    mask,
    reach,
  );
  const bands = Array.from({ length: BANDS }, (_, n) => measureBand(lab, near, n));
  const known = bands.filter(({ share }) => share >= REST);
  const areOuterKnown = [bands[0], bands.at(-1)].every((band) => band !== undefined && band.share >= OUTER);
  if (known.length < LEAST_BANDS || !areOuterKnown || !areOneTone(known)) return false;
  if (bands.slice(0, UPPER).some(({ sides }) => sides >= UNLIKE)) return false;
  const colour = known.reduce((sum, { a, b }) => sum + Math.hypot(a, b), 0) / known.length;
  if (colour >= CLOTH) return true;
  const isPlain = colour < COLOURED;
  if (isPlain && known.length < LEAST_PLAIN) return false;
  // A pair of shoes has one arch, and so has a car from its corner; that one stands on grey.
  return areOneTexture(known, { isPlain }) && archesIn(lab, mask) <= (isPlain ? 0 : 1);
}

function areOneTone(bands: readonly Band[]): boolean {
  const lights = bands.map(({ l }) => l);
  if (Math.max(...lights) - Math.min(...lights) >= ALL_LIGHT) return false;
  return bands.every(({ l, a, b }, n) => {
    const next = bands[n + 1];
    if (next === undefined) return true;
    return Math.abs(next.l - l) < LIGHT && Math.hypot(next.a - a, next.b - b) < COLOUR;
  });
}

/** `isPlain`: true for a white or grey ground, which must have seams. */
function areOneTexture(bands: readonly Band[], { isPlain }: { isPlain: boolean }): boolean {
  const seen = bands.filter(({ share }) => share >= GROUND);
  const seams = seen.map(({ seam }) => seam).sort((one, other) => one - other);
  if (isPlain && (getShare(seams, 0) < FAINTEST || getShare(seams, 0.5) < SEAM)) return false;
  const textures = seen.map(({ texture }) => texture);
  return Math.min(...textures) + NOISE >= ALIKE * (Math.max(...textures) + NOISE);
}

/** `n`: its number, from the photo's upper edge. Its tone is the middle one: what else lies at the photo's side does not count. */
function measureBand({ l, a, b, width, height }: Lab, near: Uint8Array, n: number): Band {
  const [from, to] = [n, n + 1].map((at) => Math.floor((at * height) / BANDS)) as [number, number];
  const places: number[] = [];
  for (let y = from; y < Math.min(to, height - 2); y++)
    for (let x = 0; x < width - 2; x++) if (near[y * width + x] === 0) places.push(y * width + x);
  const steps = places.map((i) => (Math.abs(l[i] - l[i + 2]) + Math.abs(l[i] - l[i + 2 * width])) / 2);
  const middleOf = (plane: Float32Array, at = places) =>
    getShare(
      at.map((i) => plane[i]).sort((one, other) => one - other),
      0.5,
    );
  const texture = steps.reduce((sum, step) => sum + step, 0) / Math.max(1, steps.length);
  const all = (to - from) * width;
  const halves = [true, false].map((isLeft) => places.filter((i) => i % width < width / 2 === isLeft));
  const [left, right] = halves.map((half) => middleOf(l, half)) as [number, number];
  return {
    share: places.length / all,
    l: middleOf(l),
    a: middleOf(a),
    b: middleOf(b),
    texture,
    seam: getShare(
      steps.sort((one, other) => one - other),
      SEAMS,
    ),
    sides: halves.every(({ length }) => length >= HALF * all) ? Math.abs(left - right) : 0,
  };
}

function getShare(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(share * sorted.length)] ?? 0;
}
