/** A picture as planes of CIE Lab (D65) numbers, for steps that compare colours as eyes do. */
import type { Raw, Size } from '#imaging/pixels/raw.ts';

export interface Lab extends Size {
  readonly l: Float32Array;
  readonly a: Float32Array;
  readonly b: Float32Array;
}

const LINEAR = Float64Array.from({ length: 256 }, (_, v) => {
  const x = v / 255;
  return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
});
/** The cube root of Lab's curve as a table: 4096 steps are finer than a byte of sRGB. */
const STEPS = 4096;
const CURVE = Float32Array.from({ length: STEPS + 2 }, (_, i) => {
  const t = i / STEPS;
  return t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116;
});

const known = new WeakMap<Raw, Lab>();

/** Returns the planes of a picture that is looked at again and again. Nothing may write into either. */
export function getLab(picture: Raw): Lab {
  const lab = known.get(picture) ?? toLab(picture);
  known.set(picture, lab);
  return lab;
}

export function toLab({ data, width, height, channels }: Raw): Lab {
  const count = width * height;
  const [l, a, b] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  for (let i = 0, at = 0; i < count; i++, at += channels) {
    const red = LINEAR[data[at]];
    const green = LINEAR[data[at + 1]];
    const blue = LINEAR[data[at + 2]];
    const x = lookUpLabCurve((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047);
    const y = lookUpLabCurve(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    const z = lookUpLabCurve((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883);
    l[i] = 116 * y - 16;
    a[i] = 500 * (x - y);
    b[i] = 200 * (y - z);
  }
  return { l, a, b, width, height };
}

function lookUpLabCurve(t: number): number {
  const at = t * STEPS;
  const low = at | 0;
  const from = CURVE[low];
  return from + (CURVE[low + 1] - from) * (at - low);
}
