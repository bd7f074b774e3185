/** A logo on white, as a JPEG has it: the white that reaches the edge becomes nothing, and the letters' rims lose the white in them. */
import type { Raw } from '#imaging/pixels/raw.ts';

/** Least of a pixel's channels, and most that they differ by: white as a JPEG writes it. */
const WHITE = 232;
const MOST_TINT = 16;
/** Share of the rim that has to be white: else it is a picture that fills its frame. */
const RIM_WHITE = 0.9;
/** Pixels from the ground on in which ink and white are mixed, the JPEG's ripples included. */
const BAND = 3;
const SEEN = 8;
/** Less than this, of 765, is no ink but a ripple of the JPEG's. */
const FAINT = 100;

/** Null where the picture does not stand on white. Holes that the ink closes in stay white. */
export function liftWhite(raw: Raw): Raw | null {
  if (rimWhite(raw) < RIM_WHITE) return null;
  const { width, height } = raw;
  const distance = distanceFromGround(raw);
  const data = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    if (distance[at] === 0) continue;
    const own = at * raw.channels;
    const to = at * 4;
    if (distance[at] > BAND) {
      data.set(raw.data.subarray(own, own + 3), to);
      data[to + 3] = 255;
    } else unmixPixel(raw, { at, distance, to: data });
  }
  return { data, width, height, channels: 4 };
}

function isWhite({ data, channels }: Raw, at: number): boolean {
  const i = at * channels;
  const least = Math.min(data[i], data[i + 1], data[i + 2]);
  return least >= WHITE && Math.max(data[i], data[i + 1], data[i + 2]) - least <= MOST_TINT;
}

function* listBorderPixels({ width, height }: Raw): Generator<number> {
  for (let x = 0; x < width; x++) yield* [x, (height - 1) * width + x];
  for (let y = 1; y < height - 1; y++) yield* [y * width, y * width + width - 1];
}

function rimWhite(raw: Raw): number {
  let [white, all] = [0, 0];
  for (const at of listBorderPixels(raw)) {
    all += 1;
    if (isWhite(raw, at)) white += 1;
  }
  return white / Math.max(1, all);
}

/** 0 on the white that reaches the edge; steps from it up to BAND; beyond, one more. */
function distanceFromGround(raw: Raw): Uint8Array {
  const { width, height } = raw;
  const distance = new Uint8Array(width * height).fill(BAND + 1);
  let ring: number[] = [];
  for (const at of listBorderPixels(raw))
    if (distance[at] !== 0 && isWhite(raw, at)) [distance[at]] = [0, ring.push(at)];
  const ground = ring.slice();
  for (let at = ground.pop(); at !== undefined; at = ground.pop()) {
    for (const next of listNeighbourPixels(at, raw)) {
      if (distance[next] === 0 || !isWhite(raw, next)) continue;
      distance[next] = 0;
      ring.push(next);
      ground.push(next);
    }
  }
  for (let step = 1; step <= BAND; step++) {
    const further: number[] = [];
    for (const at of ring)
      for (const next of listNeighbourPixels(at, raw)) {
        if (distance[next] <= step) continue;
        distance[next] = step;
        further.push(next);
      }
    ring = further;
  }
  return distance;
}

function listNeighbourPixels(at: number, { width, height }: Raw): number[] {
  const x = at % width;
  const found: number[] = [];
  if (x > 0) found.push(at - 1);
  if (x < width - 1) found.push(at + 1);
  if (at >= width) found.push(at - width);
  if (at < width * (height - 1)) found.push(at + width);
  return found;
}

/** A pixel of the rim is ink and white: how much ink is read off the inkiest pixel near it, and the white is taken out. */
function unmixPixel(
  raw: Raw,
  { at, distance, to }: { at: number; distance: Uint8Array; to: Uint8Array },
): void {
  const { data, width, height, channels } = raw;
  const [x, y] = [at % width, Math.floor(at / width)];
  let [inkiest, most] = [at, 0];
  for (let v = Math.max(0, y - BAND); v <= Math.min(height - 1, y + BAND); v++)
    for (let u = Math.max(0, x - BAND); u <= Math.min(width - 1, x + BAND); u++) {
      const near = v * width + u;
      const ink = distance[near] === 0 ? 0 : computeInkAmount(data, near * channels);
      if (ink > most) [inkiest, most] = [near, ink];
    }
  if (most < FAINT) return;
  const [own, ink] = [at * channels, inkiest * channels];
  let [along, all] = [0, 0];
  for (let c = 0; c < 3; c++) {
    along += (255 - data[own + c]) * (255 - data[ink + c]);
    all += (255 - data[ink + c]) ** 2;
  }
  const alpha = Math.min(1, all === 0 ? 0 : along / all);
  if (alpha * 255 < SEEN) return;
  for (let c = 0; c < 3; c++) {
    const pure = (data[own + c] - (1 - alpha) * 255) / alpha;
    to[at * 4 + c] = Math.max(0, Math.min(255, Math.round(pure)));
  }
  to[at * 4 + 3] = Math.round(alpha * 255);
}

function computeInkAmount(data: Uint8Array, i: number): number {
  return 765 - data[i] - data[i + 1] - data[i + 2];
}
