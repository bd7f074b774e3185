/** The best quality that fits a target size, in few encodes: ln(bytes) is nearly a straight line in x(quality). */
import type { Encoder } from './encode.ts';

/** Below this even a small file helps nobody. */
export const LOWEST_QUALITY = 45;
const MOST_ENCODES = 5;
const AIM = 0.985;
const GOOD_ENOUGH = 0.95;

/** Measured models: JPEG by its quantiser scale, WebP by libwebp's two linear ranges, AVIF straight. */
const MODELS: Readonly<Record<Encoder, { x: (q: number) => number; slope: number }>> = {
  jpeg: { x: jpegScale, slope: -0.63 },
  mozjpeg: { x: jpegScale, slope: -0.63 },
  webp: { x: (q) => Math.log(q < 75 ? (2 * q) / 3 : 2 * q - 100), slope: 1.35 },
  avif: { x: (q) => q, slope: 0.045 },
  png: { x: (q) => q, slope: 1 },
};

function jpegScale(q: number): number {
  return Math.log((q < 50 ? 5000 / q : 200 - 2 * q) + 2);
}

interface Try {
  readonly quality: number;
  readonly bytes: Buffer;
}

/**
 * Encodes at `quality`, and lower only if the result has more than `maxBytes`; never higher. Secant steps inside a bracket of
 * whole quality points, at most five encodes. Over the target even at the lowest quality: that smallest file.
 */
export async function encodeWithin(
  encoder: Encoder,
  quality: number,
  maxBytes: number | null,
  encode: (quality: number) => Promise<Buffer>,
): Promise<Buffer> {
  let high: Try = { quality, bytes: await encode(quality) };
  if (maxBytes === null || high.bytes.length <= maxBytes || encoder === 'png') return high.bytes;
  let fitting: Try | null = null;
  const lowest = Math.min(quality, LOWEST_QUALITY);
  for (let encodes = 1; encodes < MOST_ENCODES; encodes++) {
    const floor = fitting === null ? lowest : fitting.quality + 1;
    if (high.quality <= floor && (fitting !== null || high.quality === lowest)) break;
    const lastChance = encodes === MOST_ENCODES - 1 && fitting === null;
    const next: number = lastChance ? lowest : guess(encoder, high, fitting, AIM * maxBytes, floor);
    const made: Try = { quality: next, bytes: await encode(next) };
    if (made.bytes.length > maxBytes) {
      high = made;
    } else {
      fitting = made;
      if (made.bytes.length >= GOOD_ENOUGH * maxBytes) break;
    }
  }
  return (fitting ?? high).bytes;
}

/** Quality in [floor, high) whose file the model puts at `aim` bytes. */
function guess(encoder: Encoder, high: Try, fitting: Try | null, aim: number, floor: number): number {
  const { x, slope } = MODELS[encoder];
  const size = (a: Try) => Math.log(a.bytes.length);
  const run = fitting === null ? 0 : x(high.quality) - x(fitting.quality);
  const measured = fitting === null || run === 0 ? slope : (size(high) - size(fitting)) / run;
  const wanted = x(high.quality) + (Math.log(aim) - size(high)) / (measured || slope);
  let best = floor;
  for (let q = floor; q < high.quality; q++) {
    if (Math.abs(x(q) - wanted) < Math.abs(x(best) - wanted)) best = q;
  }
  return best;
}
