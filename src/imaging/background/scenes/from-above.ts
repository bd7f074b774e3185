/**
 * Tells that an object was photographed from above: the ground around it has one texture and one tone from the photo's lower edge up to its
 * upper one. A wall, a sky or a street that goes off into the distance ends that; a plain ground says nothing, and neither does a car's.
 */
import type { Background } from '#domain/recipes/background.ts';
import type { Turn } from '#domain/recipes/recipe.ts';
import { dilatePixels } from '#imaging/background/windows/regions.ts';
import { type Lab, toLab } from '#imaging/cutout/lab.ts';
import { computeMaskBounds } from '#imaging/cutout/mask.ts';
import { readMask, scaledMask } from '#imaging/cutout/mask-file.ts';
import { archesIn } from '#imaging/cutout/wheels/wheels.ts';
import { flattenOnto, type Raw, rotateByQuarters, withAlpha } from '#imaging/pixels/raw.ts';
import { resizeTo } from '#imaging/read/decode.ts';

/** Long side of the copy that is looked at: small enough for a photo's noise to be gone, as in the smallest preview. */
const SIDE = 280;
const BANDS = 5;
/** Share of a band that must be ground, and of the long side around the object that may be its shadow. */
const [LEAST_GROUND, SHADOW] = [0.25, 0.05];
/** Lightness from one pixel to the next but one: the least of a texture, and the share of the strongest that the faintest band has. */
const [TEXTURED, ALIKE] = [2.5, 0.6];
/** Largest differences of lightness and of colour between two bands. */
const [LIGHT, COLOUR] = [12, 6];

interface Band {
  readonly l: number;
  readonly a: number;
  readonly b: number;
  readonly texture: number;
}

/**
 * Returns null where it is not asked: no scene, no cut-out, or a person has said whether it hangs. `turn`: quarter turns of the recipe.
 */
export async function readViewFromAbove(
  upright: Raw,
  { kind, onWall }: Background,
  { maskPath, turn }: { maskPath: string | null; turn: Turn },
): Promise<boolean | null> {
  if (kind !== 'scene' || onWall !== undefined || maskPath === null) return null;
  const scale = SIDE / Math.max(upright.width, upright.height);
  const side = (n: number) => Math.max(BANDS, Math.round(n * scale));
  const size = { width: side(upright.width), height: side(upright.height) };
  const object = withAlpha(flattenOnto(await resizeTo(upright, size), [255, 255, 255]));
  const mask = await scaledMask(await readMask(maskPath), size);
  for (const [i, alpha] of mask.data.entries()) object.data[i * 4 + 3] = alpha;
  return isSeenFromAbove(rotateByQuarters(object, turn));
}

/** `object`: the photo, with the object's alpha. */
export function isSeenFromAbove(object: Raw): boolean {
  const { width, height } = object;
  const mask = { data: object.data.filter((_, i) => i % 4 === 3), width, height };
  const box = computeMaskBounds(mask);
  if (box === null || box.y === 0) return false;
  const lab = toLab(object);
  const reach = Math.ceil(SHADOW * Math.max(width, height));
  const near = dilatePixels(
    mask.data.map((alpha) => alpha >> 7),
    mask,
    reach,
  );
  const known = Array.from({ length: BANDS }, (_, n) => measureBand(lab, near, n)).filter((b) => b !== null);
  if (known.length < BANDS) return false;
  const textures = known.map(({ texture }) => texture);
  const [faintest, strongest] = [Math.min(...textures), Math.max(...textures)];
  if (faintest < TEXTURED || faintest < ALIKE * strongest) return false;
  const isAlike = known.every((one) =>
    known.every(
      (other) => Math.abs(one.l - other.l) < LIGHT && Math.hypot(one.a - other.a, one.b - other.b) < COLOUR,
    ),
  );
  return isAlike && archesIn(lab, mask) === 0;
}

/** Returns null where too little of the band is ground. */
function measureBand({ l, a, b, width, height }: Lab, near: Uint8Array, n: number): Band | null {
  const [from, to] = [n, n + 1].map((at) => Math.floor((at * height) / BANDS)) as [number, number];
  const sum = { l: 0, a: 0, b: 0, texture: 0 };
  let count = 0;
  for (let y = from; y < Math.min(to, height - 2); y++)
    for (let x = 0; x < width - 2; x++) {
      const i = y * width + x;
      if (near[i] === 1) continue;
      count++;
      sum.l += l[i];
      sum.a += a[i];
      sum.b += b[i];
      sum.texture += (Math.abs(l[i] - l[i + 2]) + Math.abs(l[i] - l[i + 2 * width])) / 2;
    }
  if (count < LEAST_GROUND * (to - from) * width) return null;
  return { l: sum.l / count, a: sum.a / count, b: sum.b / count, texture: sum.texture / count };
}
