/**
 * Confirmed plates are covered in the working picture, before it becomes any file. No cover keeps anything of the characters: not
 * even their averages, which would be enough to try all numbers of a known typeface against a mosaic.
 */
import type { Quad } from '#domain/recipes/geometry.ts';
import type { PlateCover } from '#domain/recipes/plates.ts';
import type { Raw, Rgb } from '#imaging/pixels/raw.ts';
import { logoPaint } from './logo-paint.ts';
import { mosaicPaint } from './mosaic-paint.ts';
import { computePlateBounds, type Paint, type PlateGeometry, plateGeometry } from './plate-geometry.ts';
import { plateLight } from './plate-light.ts';

/** In heights of the plate. The cover reaches out so far that its rounded corners leave no corner of the plate bare. */
export const MARGIN = 0.05;
const RADIUS = 0.1;

/** In place. `quads`: shares 0–1 of this picture's sides, outside them where the framing cut the plate. */
export async function coverPlates(
  picture: Raw,
  quads: readonly Quad[],
  { cover, logoPath }: { cover: PlateCover; logoPath: string | null },
): Promise<void> {
  if (cover.kind === 'off') return;
  for (const quad of quads) {
    const plate = plateGeometry(picture, quad);
    if (plate !== null) paintOver(picture, plate, await paintFor(picture, plate, { cover, logoPath }));
  }
}

async function paintFor(
  picture: Raw,
  plate: PlateGeometry,
  { cover: { kind, colour }, logoPath }: { cover: PlateCover; logoPath: string | null },
): Promise<Paint> {
  const { level, at } = plateLight(picture, plate);
  // A mosaic has the ground's own colour, so the light's level already.
  if (kind === 'pixelated') return multiplyByLight(mosaicPaint(picture, plate), (x, y) => at(x, y) / level);
  const flat = parseHexColour(colour);
  if (kind === 'logo' && logoPath !== null)
    return multiplyByLight(await logoPaint(logoPath, plate, flat), at);
  return multiplyByLight(() => flat, at);
}

function multiplyByLight(paint: Paint, light: (x: number, y: number) => number): Paint {
  return (x, y) => {
    const [r, g, b] = paint(x, y);
    const share = light(x, y);
    return [r * share, g * share, b * share];
  };
}

function parseHexColour(colour: string): Rgb {
  const value = Number.parseInt(colour, 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Samples of a pixel along each side, and how far apart the outer ones are in pixels: about as soft as a photo's own edges. */
const SAMPLES = 4;
const SPREAD = 1.4;

function paintOver(picture: Raw, plate: PlateGeometry, paint: Paint): void {
  const { data, width, channels } = picture;
  const { shape, pixels } = plate;
  // A pixel more than the margin: decoding spreads the characters' edges that far.
  const margin = MARGIN + 1 / pixels;
  const reach = 2 * margin * pixels * Math.max(1, shape / 3) + 1;
  const { left, right, top, bottom } = computePlateBounds(picture, plate, reach);
  const sample = createCoverSampler(plate, coverageIn(shape, margin), paint);
  for (let row = top; row < bottom; row++) {
    for (let column = left; column < right; column++) {
      const [r, g, b, share] = sample(column, row);
      if (share === 0) continue;
      const at = (row * width + column) * channels;
      const blend = (channel: number, sum: number) => {
        data[at + channel] = Math.round(data[at + channel] * (1 - share) + sum);
      };
      blend(0, r);
      blend(1, g);
      blend(2, b);
      if (channels === 4) data[at + 3] = Math.max(data[at + 3], Math.round(255 * share));
    }
  }
}

/** Returns the cover's colour in a pixel, weighed by the share of it that is covered, and that share. */
function createCoverSampler(
  { front: [a, b, c, d, e, f, g, h, i], shape }: PlateGeometry,
  coverage: (x: number, y: number) => number,
  paint: Paint,
): (column: number, row: number) => readonly [number, number, number, number] {
  const offs = Array.from({ length: SAMPLES }, (_, n) => 0.5 + SPREAD * ((n + 0.5) / SAMPLES - 0.5));
  const nothing = [0, 0, 0, 0] as const;
  return (column, row) => {
    let [red, green, blue, covered] = [0, 0, 0, 0];
    for (const oy of offs) {
      for (const ox of offs) {
        const [px, py] = [column + ox, row + oy];
        const w = g * px + h * py + i;
        if (w <= 0) continue;
        const x = ((a * px + b * py + c) / w) * shape;
        const y = (d * px + e * py + f) / w;
        if (coverage(x, y) < 0) continue;
        const colour = paint(x, y);
        red += colour[0];
        green += colour[1];
        blue += colour[2];
        covered += 1;
      }
    }
    if (covered === 0) return nothing;
    const all = SAMPLES * SAMPLES;
    return [red / all, green / all, blue / all, covered / all];
  };
}

/** Returns how far a place lies inside the rounded rectangle around the plate, in heights of the plate; below 0 outside. */
function coverageIn(shape: number, margin: number): (x: number, y: number) => number {
  return (x, y) => {
    const qx = Math.abs(x - shape / 2) - (shape / 2 + margin - RADIUS);
    const qy = Math.abs(y - 0.5) - (0.5 + margin - RADIUS);
    return RADIUS - Math.hypot(Math.max(qx, 0), Math.max(qy, 0)) - Math.min(Math.max(qx, qy), 0);
  };
}
