/**
 * Confirmed plates are covered in the working picture, before it becomes any file. No cover keeps anything of the characters: not
 * even their averages, which would be enough to try all numbers of a known typeface against a mosaic.
 */
import type { Quad } from '#domain/recipes/geometry.ts';
import type { PlateCover } from '#domain/recipes/plates.ts';
import type { Raw, Rgb } from '#imaging/pixels/raw.ts';
import { logoPaint } from './logo-paint.ts';
import { mosaicPaint } from './mosaic-paint.ts';
import { boundsOf, type Paint, type PlateGeometry, plateGeometry } from './plate-geometry.ts';

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
  if (kind === 'pixelated') return mosaicPaint(picture, plate);
  const flat = rgbOf(colour);
  if (kind === 'logo' && logoPath !== null) return logoPaint(logoPath, plate, flat);
  return () => flat;
}

function rgbOf(colour: string): Rgb {
  const value = Number.parseInt(colour, 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function paintOver(picture: Raw, plate: PlateGeometry, paint: Paint): void {
  const { data, width, channels } = picture;
  const { shape, pixels, front } = plate;
  const [a, b, c, d, e, f, g, h, i] = front;
  // A pixel more than the margin: decoding spreads the characters' edges that far.
  const margin = MARGIN + 1 / pixels;
  const coverage = coverageIn(shape, margin);
  const blend = (at: number, colour: Rgb, share: number) => {
    for (let channel = 0; channel < 3; channel++) {
      const under = data[at + channel];
      data[at + channel] = Math.round(under + (colour[channel] - under) * share);
    }
  };
  const { left, right, top, bottom } = boundsOf(picture, plate, 2 * margin * pixels * Math.max(1, shape / 3));
  for (let row = top; row < bottom; row++) {
    for (let column = left; column < right; column++) {
      const px = column + 0.5;
      const py = row + 0.5;
      const w = g * px + h * py + i;
      if (w <= 0) continue;
      const x = ((a * px + b * py + c) / w) * shape;
      const y = (d * px + e * py + f) / w;
      const share = coverage(x, y) * pixels + 0.5;
      if (share <= 0) continue;
      const at = (row * width + column) * channels;
      blend(at, paint(x, y), Math.min(1, share));
      if (channels === 4) data[at + 3] = Math.max(data[at + 3], Math.round(255 * Math.min(1, share)));
    }
  }
}

/** Returns how far a place lies inside the rounded rectangle around the plate, in heights of the plate; below 0 outside. */
function coverageIn(shape: number, margin: number): (x: number, y: number) => number {
  return (x, y) => {
    const qx = Math.abs(x - shape / 2) - (shape / 2 + margin - RADIUS);
    const qy = Math.abs(y - 0.5) - (0.5 + margin - RADIUS);
    return RADIUS - Math.hypot(Math.max(qx, 0), Math.max(qy, 0)) - Math.min(Math.max(qx, qy), 0);
  };
}
