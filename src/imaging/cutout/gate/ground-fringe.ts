/**
 * Finds a hem of the ground that came along: on a coloured ground it has its colour, shaded, just within the edge and no longer deeper in.
 */
import type { Lab } from '#imaging/cutout/lab.ts';
import type { Mask } from '#imaging/cutout/mask.ts';

type Colour = readonly [l: number, a: number, b: number];
type Span = readonly [from: number, to: number];

/** Pixels from the edge, outwards: the ground clear of the object's own shadow, the hem, and the object behind it. */
const GROUND: Span = [9, 13];
const HEM: Span = [-4, -2];
const DEEP: Span = [-11, -9];
/** Least colourfulness of a hem: every dark grey looks like a grey ground in the shade. */
const COLOURED = 12;
/** ΔE of colour alone within which a darker place is the ground in the shade. */
const SHADED = 9;
/** ΔE from the object behind it over which a hem is seen. */
const SEEN = 10;

/** Returns the hem as a share of the edge that runs up and down or across with room on both sides. */
export function groundFringe(lab: Lab, { data, width, height }: Mask): number {
  const [within, beyond] = [-DEEP[0], GROUND[1]];
  const isObject = (at: number) => data[at] > 127;
  const isClear = (at: number, step: number) => {
    for (let k = -within; k <= beyond; k++) if (isObject(at + k * step) !== k <= 0) return false;
    return true;
  };
  let [edge, hem] = [0, 0];
  for (let y = beyond; y < height - beyond; y++)
    for (let x = beyond; x < width - beyond; x++) {
      const at = y * width + x;
      if (!isObject(at)) continue;
      for (const step of [1, -1, width, -width]) {
        if (isObject(at + step) || !isClear(at, step)) continue;
        edge++;
        const [ground, near, deep] = [GROUND, HEM, DEEP].map((span) => meanColour(lab, { at, step, span }));
        if (isShaded(near, ground) && !isShaded(deep, ground) && measureDifference(near, deep) > SEEN) hem++;
      }
    }
  return edge === 0 ? 0 : hem / edge;
}

function meanColour(
  { l, a, b }: Lab,
  { at, step, span: [from, to] }: { at: number; step: number; span: Span },
): Colour {
  const mean: [number, number, number] = [0, 0, 0];
  for (let k = from; k <= to; k++) {
    const i = at + k * step;
    mean[0] += l[i];
    mean[1] += a[i];
    mean[2] += b[i];
  }
  const count = to - from + 1;
  return [mean[0] / count, mean[1] / count, mean[2] / count];
}

/** Tells a shaded ground: less light takes lightness, counted from −16, and both colours away alike. */
function isShaded([l, a, b]: Colour, ground: Colour): boolean {
  const part = (l + 16) / (ground[0] + 16);
  const isItsColour = Math.hypot(a - part * ground[1], b - part * ground[2]) < SHADED;
  return part < 1 && isItsColour && Math.hypot(a, b) > COLOURED;
}

function measureDifference(p: Colour, q: Colour): number {
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}
