import sharp from 'sharp';
import { type Random, randomFrom } from './random.ts';

/** Tileable noise in −1…1: `octaves` layers of value noise on a torus, `cellsX`×`cellsY` cells in the coarsest. */
function tileNoise(
  random: Random,
  side: number,
  { cellsX, cellsY, octaves }: { cellsX: number; cellsY: number; octaves: number },
): Float32Array {
  const out = new Float32Array(side * side);
  let amplitude = 0.5;
  for (let octave = 0; octave < octaves; octave += 1) {
    addLayer(out, random, { side, nx: cellsX << octave, ny: cellsY << octave, amplitude: amplitude * 2 });
    amplitude *= 0.55;
  }
  return out;
}

function addLayer(
  out: Float32Array,
  random: Random,
  { side, nx, ny, amplitude }: { side: number; nx: number; ny: number; amplitude: number },
): void {
  const lattice = Float32Array.from({ length: nx * ny }, () => (random() - 0.5) * amplitude);
  for (let y = 0; y < side; y += 1) {
    const v = (y / side) * ny;
    const y0 = Math.floor(v) % ny;
    const y1 = (y0 + 1) % ny;
    const fy = smooth(v - Math.floor(v));
    for (let x = 0; x < side; x += 1) {
      const u = (x / side) * nx;
      const x0 = Math.floor(u) % nx;
      const x1 = (x0 + 1) % nx;
      const fx = smooth(u - Math.floor(u));
      const top = mix(at(lattice, y0 * nx + x0), at(lattice, y0 * nx + x1), fx);
      const bottom = mix(at(lattice, y1 * nx + x0), at(lattice, y1 * nx + x1), fx);
      out[y * side + x] = at(out, y * side + x) + mix(top, bottom, fy);
    }
  }
}

const at = (values: Float32Array, index: number): number => values[index] ?? 0;
const mix = (a: number, b: number, t: number): number => a + (b - a) * t;
const smooth = (t: number): number => t * t * (3 - 2 * t);

/** Kinds of surface a scene may lay over a flat colour as a pattern of light and dark. */
const SURFACES = {
  plaster: { cellsX: 24, cellsY: 24, octaves: 4, contrast: 0.5 },
  gravel: { cellsX: 90, cellsY: 90, octaves: 2, contrast: 1 },
  wood: { cellsX: 3, cellsY: 60, octaves: 3, contrast: 0.9 },
  cloth: { cellsX: 5, cellsY: 5, octaves: 5, contrast: 0.55 },
  leaves: { cellsX: 22, cellsY: 22, octaves: 4, contrast: 1.5 },
} as const;
export type Surface = keyof typeof SURFACES;

const SIDE = 384;
const made = new Map<Surface, Promise<string>>();

/** A `<pattern id="surface">` whose tile is `size` units wide. */
export async function surfacePattern(surface: Surface, size: number): Promise<string> {
  const tile = made.get(surface) ?? surfaceTile(surface);
  made.set(surface, tile);
  return `<pattern id="${surface}" width="${size}" height="${size}" patternUnits="userSpaceOnUse"><image width="${size}" height="${size}" href="${await tile}"/></pattern>`;
}

async function surfaceTile(surface: Surface): Promise<string> {
  const { cellsX, cellsY, octaves, contrast } = SURFACES[surface];
  const noise = tileNoise(randomFrom(cellsX * 31 + cellsY), SIDE, { cellsX, cellsY, octaves });
  const pixels = new Uint8Array(SIDE * SIDE * 2);
  for (let i = 0; i < noise.length; i += 1) {
    const value = at(noise, i) * contrast;
    pixels[i * 2] = value > 0 ? 255 : 0;
    pixels[i * 2 + 1] = Math.min(255, Math.abs(value) * 255);
  }
  const png = await sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 2 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}
