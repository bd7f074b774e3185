/**
 * Moves a mask's edge to the object's. A model sees a few hundred pixels, so its mask's edge is rounded and lies beside the object's. The
 * guided filter (He et al. 2010) explains the mask around each pixel by the picture's own colours there; where the mask is even nothing
 * changes.
 */
import { boxMeans } from '#imaging/pixels/box-means.ts';
import { toBytes } from '#imaging/pixels/to-bytes.ts';
import type { Lab } from './lab.ts';
import type { Mask } from './mask.ts';

/** Pixels of a usual mask to each side that are looked at together. */
const REACH = 8;
/** Variance (ΔE²) of colours below which they are even: grain is no edge. */
const EVEN = 20;

type Plane = Float32Array;

/** Means of a picture's colours and of their products around each pixel. */
interface Moments {
  readonly reach: number;
  readonly means: readonly Plane[];
  readonly squares: readonly Plane[];
}

/** A second model looks at the same picture. */
const known = new WeakMap<Lab, Moments>();

function getMoments(lab: Lab, reach: number): Moments {
  const last = known.get(lab);
  if (last?.reach === reach) return last;
  const moments = computeMoments(lab, reach);
  known.set(lab, moments);
  return moments;
}

function computeMoments(lab: Lab, reach: number): Moments {
  const colours = [lab.l, lab.a, lab.b];
  const mean = (plane: Plane) => boxMeans(plane, lab, reach);
  const pairs = [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 1],
    [1, 2],
    [2, 2],
  ] as const;
  return {
    reach,
    means: colours.map(mean),
    squares: pairs.map(([p, q]) => mean(multiplyPlanes(colours[p], colours[q]))),
  };
}

/**
 * Returns a mask of the picture's size, 0–255. `soft` has that size too. `enlarged`: how many pixels the picture has for one of a usual mask.
 */
export function guidedEdge(lab: Lab, soft: Mask, enlarged = 1): Mask {
  const { l, a, b, width, height } = lab;
  const reach = Math.round(REACH * enlarged);
  const mean = (plane: Plane) => boxMeans(plane, lab, reach);
  const colours = [l, a, b];
  const shares = new Float32Array(soft.data);
  const { means, squares } = getMoments(lab, reach);
  const share = mean(shares);
  const withShares = colours.map((plane) => mean(multiplyPlanes(plane, shares)));
  const slopes = colours.map(() => new Float32Array(shares.length));
  const rest = new Float32Array(shares.length);
  const [slopeL, slopeA, slopeB] = slopes;
  for (let i = 0; i < shares.length; i++) {
    const [ml, ma, mb, ms] = [means[0][i], means[1][i], means[2][i], share[i]];
    const [cl, ca, cb] = [withShares[0][i] - ml * ms, withShares[1][i] - ma * ms, withShares[2][i] - mb * ms];
    const [ll, la, lb] = [squares[0][i] - ml * ml + EVEN, squares[1][i] - ml * ma, squares[2][i] - ml * mb];
    const [aa, ab, bb] = [
      squares[3][i] - ma * ma + EVEN,
      squares[4][i] - ma * mb,
      squares[5][i] - mb * mb + EVEN,
    ];
    // The inverse of the colours' covariance, times the covariance of each with the mask.
    const [i0, i1, i2] = [aa * bb - ab * ab, lb * ab - la * bb, la * ab - aa * lb];
    const [i3, i4, i5] = [ll * bb - lb * lb, la * lb - ll * ab, ll * aa - la * la];
    const whole = ll * i0 + la * i1 + lb * i2;
    slopeL[i] = (i0 * cl + i1 * ca + i2 * cb) / whole;
    slopeA[i] = (i1 * cl + i3 * ca + i4 * cb) / whole;
    slopeB[i] = (i2 * cl + i4 * ca + i5 * cb) / whole;
    rest[i] = ms - slopeL[i] * ml - slopeA[i] * ma - slopeB[i] * mb;
  }
  const [sl, sa, sb, sr] = [...slopes, rest].map(mean);
  const data = toBytes(shares, (_, i) =>
    Math.max(0, Math.min(255, sl[i] * l[i] + sa[i] * a[i] + sb[i] * b[i] + sr[i])),
  );
  return { data, width, height };
}

function multiplyPlanes(a: Plane, b: Plane): Plane {
  return a.map((value, i) => value * b[i]);
}
