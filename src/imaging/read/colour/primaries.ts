/** Primaries and whites of colour spaces, and the way from one of them to sRGB in linear light. */
import { invertMatrix, type Matrix } from '#imaging/pixels/matrix.ts';

/** CIE 1931 x and y of red, green, blue and white. */
export type Chromaticities = readonly [
  redX: number,
  redY: number,
  greenX: number,
  greenY: number,
  blueX: number,
  blueY: number,
  whiteX: number,
  whiteY: number,
];

type Triple = readonly [number, number, number];

const D65 = [0.3127, 0.329] as const;
const ILLUMINANT_C = [0.31, 0.316] as const;
const SRGB: Chromaticities = [0.64, 0.33, 0.3, 0.6, 0.15, 0.06, ...D65];
const DISPLAY_P3: Chromaticities = [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, ...D65];
export const ADOBE_RGB: Chromaticities = [0.64, 0.33, 0.21, 0.71, 0.15, 0.06, ...D65];

/** By code points of ITU-T H.273; what has no row here is taken for sRGB. */
const BY_CODE: Readonly<Record<number, Chromaticities>> = {
  4: [0.67, 0.33, 0.21, 0.71, 0.14, 0.08, ...ILLUMINANT_C],
  5: [0.64, 0.33, 0.29, 0.6, 0.15, 0.06, ...D65],
  6: [0.63, 0.34, 0.31, 0.595, 0.155, 0.07, ...D65],
  7: [0.63, 0.34, 0.31, 0.595, 0.155, 0.07, ...D65],
  8: [0.681, 0.319, 0.243, 0.692, 0.145, 0.049, ...ILLUMINANT_C],
  9: [0.708, 0.292, 0.17, 0.797, 0.131, 0.046, ...D65],
  10: [1, 0, 0, 1, 0, 0, 1 / 3, 1 / 3],
  11: [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.314, 0.351],
  12: DISPLAY_P3,
  22: [0.63, 0.34, 0.295, 0.605, 0.155, 0.077, ...D65],
};

/** Colours of sRGB stay as they are. */
export const SAME: Matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Bradford's cone responses. */
const CONES: Matrix = [0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296];

/** The code stands for primaries, and not for „unspecified”. */
export const hasPrimaries = (code: number) => code === 1 || code in BY_CODE;

export function toSrgbFromCode(primaries: number): Matrix {
  const found = BY_CODE[primaries];
  return found === undefined ? SAME : (toSrgbFrom(found) ?? SAME);
}

/** SAME for the primaries of sRGB, rounded or not; null for primaries that span no colours. */
export function toSrgbFrom(primaries: Chromaticities): Matrix | null {
  if (primaries.every((value, i) => Math.abs(value - SRGB[i]) < 0.001)) return SAME;
  const [from, to] = [primaries, SRGB].map((space) => transformTriple(CONES, xyzAt(space[6], space[7])));
  const adapted = multiplyMatrices(
    invertMatrix(CONES),
    scaledRows(CONES, [to[0] / from[0], to[1] / from[1], to[2] / from[2]]),
  );
  const matrix = multiplyMatrices(invertMatrix(toXyz(SRGB)), multiplyMatrices(adapted, toXyz(primaries)));
  return matrix.every(Number.isFinite) ? matrix : null;
}

/** From linear red, green and blue; white has a luminance of 1. */
function toXyz([redX, redY, greenX, greenY, blueX, blueY, whiteX, whiteY]: Chromaticities): Matrix {
  const [r, g, b] = [xyzAt(redX, redY), xyzAt(greenX, greenY), xyzAt(blueX, blueY)];
  const [x, y, z] = transformTriple(
    invertMatrix([r[0], g[0], b[0], r[1], g[1], b[1], r[2], g[2], b[2]]),
    xyzAt(whiteX, whiteY),
  );
  return [x * r[0], y * g[0], z * b[0], x * r[1], y * g[1], z * b[1], x * r[2], y * g[2], z * b[2]];
}

/** Of luminance 1; of no luminance where y is 0, as the red and the blue of XYZ itself are. */
const xyzAt = (x: number, y: number): Triple => (y === 0 ? [x, 0, 1 - x] : [x / y, 1, (1 - x - y) / y]);

function transformTriple([a, b, c, d, e, f, g, h, i]: Matrix, [x, y, z]: Triple): Triple {
  return [a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z];
}

function scaledRows([a, b, c, d, e, f, g, h, i]: Matrix, [x, y, z]: Triple): Matrix {
  return [x * a, x * b, x * c, y * d, y * e, y * f, z * g, z * h, z * i];
}

function multiplyMatrices(m: Matrix, [a, b, c, d, e, f, g, h, i]: Matrix): Matrix {
  const [p, q, r] = [
    transformTriple(m, [a, d, g]),
    transformTriple(m, [b, e, h]),
    transformTriple(m, [c, f, i]),
  ];
  return [p[0], q[0], r[0], p[1], q[1], r[1], p[2], q[2], r[2]];
}
