import sharp from 'sharp';
import { between, randomFrom } from './random.ts';

export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Bytes per pixel a phone's JPEG takes (quality 90): what the grain is tuned to. */
const PHONE_BYTES_PER_PIXEL = 0.205;
const TILE = 512;
const STRENGTHS = 160;

/** Light that falls off to one side, the lens's darker corners and, when dull, dusk: little contrast, a warm cast, lifted blacks. */
export function exposeLight(pixels: Pixels, seed: number, dull: boolean): void {
  const { data, width, height } = pixels;
  const random = randomFrom(seed + 77);
  const angle = between(random, -0.9, 0.9);
  const slopeX = Math.sin(angle) * between(random, 0.1, 0.24);
  const slopeY = -0.12 * Math.cos(angle);
  const curves = toneCurves(dull, between(random, 0.9, 1.08));
  for (let y = 0; y < height; y += 1) {
    const v = y / height - 0.5;
    for (let x = 0; x < width; x += 1) {
      const u = x / width - 0.5;
      const radius = u * u + v * v;
      const gain = Math.round(256 * (1 + slopeX * u * 2 + slopeY * v * 2) * (1 - 0.42 * radius));
      const i = (y * width + x) * 3;
      for (let c = 0; c < 3; c += 1) {
        const lit = ((data[i + c] ?? 0) * gain) >> 8;
        data[i + c] = curves[c]?.[lit > 255 ? 255 : lit] ?? 0;
      }
    }
  }
}

function toneCurves(dull: boolean, exposure: number): Uint8Array[] {
  const cast = dull ? [0.73, 0.665, 0.56] : [1, 1, 0.985];
  const lift = dull ? [20, 18, 16] : [3, 3, 3];
  return cast.map((gain, c) =>
    Uint8Array.from({ length: 256 }, (_, v) =>
      Math.max(0, Math.min(255, (lift[c] ?? 0) + Math.round(v * gain * exposure * (1 - (v / 255) * 0.05)))),
    ),
  );
}

/** Band-limited noise (white noise softened once, as a phone's demosaicing and denoising leave it), bytes around 0. */
let made: Int8Array | null = null;
function grainTile(): Int8Array {
  if (made !== null) return made;
  const random = randomFrom(991);
  const white = Float32Array.from({ length: TILE * TILE }, () => random() + random() + random() - 1.5);
  const at = (x: number, y: number): number => white[((y + TILE) % TILE) * TILE + ((x + TILE) % TILE)] ?? 0;
  const tile = new Int8Array(TILE * TILE);
  for (let y = 0; y < TILE; y += 1) {
    for (let x = 0; x < TILE; x += 1) {
      const near = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1);
      tile[y * TILE + x] = Math.round((at(x, y) * 0.46 + near * 0.16) * 74);
    }
  }
  made = tile;
  return tile;
}

/** Adds grain to part or all of a picture; stronger in the shadows, a little of it in colour. */
function addGrain(source: Pixels, seed: number, strength: number): Pixels {
  const { width, height } = source;
  const tile = grainTile();
  const start = seed * 7919;
  const data = new Uint8Array(source.data.length);
  const gains = Int16Array.from({ length: 256 }, (_, v) => Math.round(strength * (1.25 - v / 380) * 4));
  for (let y = 0; y < height; y += 1) {
    const row = ((y + start) & (TILE - 1)) * TILE;
    const colourRow = ((y + start + 171) & (TILE - 1)) * TILE;
    const shift = (y >> 9) * 197;
    for (let x = 0; x < width; x += 1) {
      const i = (y * width + x) * 3;
      const g = source.data[i + 1] ?? 0;
      const column = (x + shift + (x >> 9) * 83) & (TILE - 1);
      const luma = (tile[row + column] ?? 0) * (gains[g] ?? 0);
      const colour = (tile[colourRow + column] ?? 0) * (gains[g] ?? 0) * 0.22;
      data[i] = clamp((source.data[i] ?? 0) + ((luma + colour) >> 10));
      data[i + 1] = clamp(g + (luma >> 10));
      data[i + 2] = clamp((source.data[i + 2] ?? 0) + ((luma - colour) >> 10));
    }
  }
  return { data, width, height };
}

const clamp = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value);

/** Grain just strong enough that the JPEG weighs what a phone's would; measured on a few windows of the picture itself. */
export async function grainLikePhone(
  source: Pixels,
  seed: number,
  bytesPerPixel = PHONE_BYTES_PER_PIXEL,
): Promise<Pixels> {
  const sample = patches(source);
  let low = 0;
  let high = STRENGTHS;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const bytes = (await encoded(addGrain(sample, seed, middle))).length - 620;
    if (bytes / (sample.width * sample.height) < bytesPerPixel) low = middle;
    else high = middle;
  }
  return addGrain(source, seed, high);
}

function encoded(pixels: Pixels): Promise<Buffer> {
  const { data, width, height } = pixels;
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Seventy 64-pixel squares spread over the picture, stacked into one strip. */
function patches({ data, width, height }: Pixels): Pixels {
  const side = 64;
  const strip = new Uint8Array(side * side * 70 * 3);
  for (let n = 0; n < 70; n += 1) {
    const left = Math.round(((n % 10) + 0.5) * (width / 10) - side / 2);
    const top = Math.round((Math.floor(n / 10) + 0.5) * (height / 7) - side / 2);
    for (let y = 0; y < side; y += 1) {
      const from = (Math.max(0, top + y) * width + Math.max(0, left)) * 3;
      strip.set(data.subarray(from, from + side * 3), (n * side + y) * side * 3);
    }
  }
  return { data: strip, width: side, height: side * 70 };
}
