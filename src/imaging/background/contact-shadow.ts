/**
 * The shadow that sets an object down on its new ground: a soft pool around its foot and a darker line where it touches. Made small and
 * enlarged, so that it is the same at every size.
 */
import { sharp } from '#imaging/hardened-sharp.ts';
import type { Raw } from '#imaging/raw.ts';

const SIDE = 256;
/** Shares of the object's height: how far above its lowest point it still counts as foot, how flat the pool is. */
const FOOT = 0.3;
const FLATNESS = 0.12;
const POOL = 0.75;
const LINE = 0.9;
/** Share of the picture's height over which it fades at the end. */
const FADE = 0.06;

/** Darkness 0–255 per pixel of a picture whose alpha is the object's; null when it would show nothing. */
export async function contactShadow(object: Raw): Promise<Uint8Array | null> {
  const { width, height } = object;
  const scale = SIDE / Math.max(width, height);
  const size = {
    width: Math.max(8, Math.round(width * scale)),
    height: Math.max(8, Math.round(height * scale)),
  };
  const alpha = await sharp(object.data, { raw: { width, height, channels: 4 } })
    .extractChannel(3)
    .resize(size.width, size.height, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer();
  const drawn = drawShadow(alpha, size.width, size.height);
  if (drawn === null) return null;
  return sharp(drawn, { raw: { ...size, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer();
}

/** `alpha`: the small mask. Each column's lowest pixel tells where the object stands. */
function drawShadow(alpha: Uint8Array, width: number, height: number): Uint8Array | null {
  const foot = new Int32Array(width).fill(-1);
  let [top, bottom] = [height, -1];
  for (let i = 0; i < alpha.length; i++) {
    if ((alpha[i] as number) <= 127) continue;
    const y = Math.floor(i / width);
    foot[i % width] = y;
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const tall = bottom - top + 1;
  if (bottom < 0 || bottom >= height - 1) return null;
  const [pool, line] = [new Float32Array(alpha.length), new Float32Array(alpha.length)];
  for (let x = 0; x < width; x++) {
    const y = foot[x] as number;
    if (y < 0 || bottom - y > FOOT * tall) continue;
    const nearness = 1 - (bottom - y) / (FOOT * tall);
    const half = Math.max(1, FLATNESS * tall * 0.5);
    for (let d = -half; d <= half; d++) add(pool, x, bottom - half * 0.3 + d, nearness);
    // Under what hangs over the ground it is dark up to there.
    for (let row = y; row < bottom - half; row++) add(pool, x, row, nearness);
    for (let d = -1.5; d <= 1; d++) add(line, x, y + d, nearness ** 2);
  }
  const [soft, hard] = [
    blurred(pool, width, height, 0.06 * tall),
    blurred(line, width, height, Math.max(0.8, 0.012 * tall)),
  ];
  // It ends with the photo, and never in a line.
  const fade = (i: number) => Math.min(1, (height - 1 - Math.floor(i / width)) / Math.max(1, FADE * height));
  return Uint8Array.from(soft, (value, i) =>
    Math.min(255, Math.round(255 * fade(i) * (1 - (1 - POOL * value) * (1 - LINE * (hard[i] as number))))),
  );

  function add(plane: Float32Array, x: number, y: number, value: number) {
    const row = Math.round(y);
    if (row >= 0 && row < height) plane[row * width + x] = Math.max(plane[row * width + x] as number, value);
  }
}

/** Three box blurs are nearly a Gaussian. */
function blurred(plane: Float32Array, width: number, height: number, sigma: number): Float32Array {
  const reach = Math.max(1, Math.round(sigma));
  let from = plane;
  for (let pass = 0; pass < 3; pass++) {
    from = boxed(from, height, width, 1, width, reach);
    from = boxed(from, width, height, width, 1, reach);
  }
  return from;
}

/** Means along lines: `lines` of `length` pixels, `step` apart, the lines `apart`; nothing lies beyond the ends. */
function boxed(
  from: Float32Array,
  lines: number,
  length: number,
  step: number,
  apart: number,
  reach: number,
): Float32Array {
  const to = new Float32Array(from.length);
  for (let n = 0; n < lines; n++) {
    const start = n * apart;
    let sum = 0;
    for (let k = -reach; k < length; k++) {
      const [enters, leaves] = [k + reach, k - reach - 1];
      if (enters < length) sum += from[start + enters * step] as number;
      if (leaves >= 0) sum -= from[start + leaves * step] as number;
      if (k >= 0) to[start + k * step] = sum / (2 * reach + 1);
    }
  }
  return to;
}
