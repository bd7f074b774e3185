import type { Size } from './raw.ts';

/** Three box blurs are nearly a Gaussian. */
export function blurPlane(plane: Float32Array, { width, height }: Size, sigma: number): Float32Array {
  const reach = Math.max(1, Math.round(sigma));
  let from = plane;
  for (let pass = 0; pass < 3; pass++) {
    from = boxBlurLines(from, { lines: height, length: width, step: 1, apart: width }, reach);
    from = boxBlurLines(from, { lines: width, length: height, step: width, apart: 1 }, reach);
  }
  return from;
}

interface Lines {
  readonly lines: number;
  readonly length: number;
  readonly step: number;
  readonly apart: number;
}

/** Means along lines: `lines` of `length` pixels, `step` apart, the lines `apart`; nothing lies beyond the ends. */
function boxBlurLines(
  from: Float32Array,
  { lines, length, step, apart }: Lines,
  reach: number,
): Float32Array {
  const to = new Float32Array(from.length);
  for (let n = 0; n < lines; n++) {
    const start = n * apart;
    let sum = 0;
    for (let k = -reach; k < length; k++) {
      const [enters, leaves] = [k + reach, k - reach - 1];
      if (enters < length) sum += from[start + enters * step];
      if (leaves >= 0) sum -= from[start + leaves * step];
      if (k >= 0) to[start + k * step] = sum / (2 * reach + 1);
    }
  }
  return to;
}
