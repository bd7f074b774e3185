/**
 * A model sees a few hundred pixels: its mask's edge is rounded and lies beside the object's. The guided filter (He et al. 2010) explains
 * the mask around each pixel by the picture's own colours there, and so moves its edge to theirs; where the mask is even nothing changes.
 */
import { boxMeans } from '#imaging/pixels/box-means.ts';
import type { Lab } from './lab.ts';
import type { Mask } from './mask.ts';

/** Pixels around each that are looked at together. */
const REACH = 8;
/** Variance (ΔE²) of colours below which they are even: grain is no edge. */
const EVEN = 20;

type Plane = Float32Array;

/** `soft` has the picture's size; so has what comes back, 0–255. */
export function guidedEdge({ l, a, b, width, height }: Lab, soft: Mask): Mask {
  const mean = (plane: Plane) => boxMeans(plane, { width, height }, REACH);
  const colours = [l, a, b];
  const shares = Float32Array.from(soft.data);
  const means = colours.map(mean);
  const share = mean(shares);
  const withShares = colours.map((plane) => mean(multiplyPlanes(plane, shares)));
  const squares = [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 1],
    [1, 2],
    [2, 2],
  ].map(([p, q]) => mean(multiplyPlanes(colours[p], colours[q])));
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
    // The inverse of the colours' covariance, times how each goes with the mask.
    const [i0, i1, i2] = [aa * bb - ab * ab, lb * ab - la * bb, la * ab - aa * lb];
    const [i3, i4, i5] = [ll * bb - lb * lb, la * lb - ll * ab, ll * aa - la * la];
    const whole = ll * i0 + la * i1 + lb * i2;
    slopeL[i] = (i0 * cl + i1 * ca + i2 * cb) / whole;
    slopeA[i] = (i1 * cl + i3 * ca + i4 * cb) / whole;
    slopeB[i] = (i2 * cl + i4 * ca + i5 * cb) / whole;
    rest[i] = ms - slopeL[i] * ml - slopeA[i] * ma - slopeB[i] * mb;
  }
  const [sl, sa, sb, sr] = [...slopes, rest].map(mean);
  const data = Uint8Array.from(shares, (_, i) =>
    Math.max(0, Math.min(255, sl[i] * l[i] + sa[i] * a[i] + sb[i] * b[i] + sr[i])),
  );
  return { data, width, height };
}

function multiplyPlanes(a: Plane, b: Plane): Plane {
  return a.map((value, i) => value * b[i]);
}
