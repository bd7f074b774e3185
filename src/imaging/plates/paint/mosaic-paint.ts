/**
 * A mosaic that only looks like pixelated characters. Its cells follow a fixed pattern; all that comes from the photo is the colour
 * of the plate's ground, which is the same whatever is written on it.
 */
import type { Raw, Rgb } from '#imaging/pixels/raw.ts';
import { type Paint, type PlateGeometry, visitPixels } from './plate-geometry.ts';
import { isLight, shareAt } from './plate-light.ts';

/** Rows of cells: a third of one line of characters, so that a cell is as wide as most of a character. */
const ROWS = { one: 3, two: 5 } as const;
/** Cells are between the ground's colour and this share of the way to ink. */
const DARKEST = 0.72;
const INK: Rgb = [24, 24, 26];
const CHALK: Rgb = [236, 236, 232];

export function mosaicPaint(picture: Raw, plate: PlateGeometry): Paint {
  const { ground, pen } = pickMosaicColours(picture, plate);
  const rows = plate.shape > 2 ? ROWS.one : ROWS.two;
  const columns = Math.round(plate.shape * rows);
  const cells = Array.from({ length: rows * columns }, (_, n) =>
    mixColours(ground, pen, DARKEST * patternAt(n)),
  );
  const cell = (at: number, size: number, count: number) =>
    Math.min(count - 1, Math.max(0, Math.floor((at / size) * count)));
  return (x, y) => cells[cell(y, 1, rows) * columns + cell(x, plate.shape, columns)];
}

/** 0–1 for the nth cell, the same for every plate in the world. */
function patternAt(n: number): number {
  const mixed = Math.imul(n + 11, 0x9e3779b1) >>> 0;
  return ((mixed ^ (mixed >>> 15)) & 1023) / 1023;
}

function mixColours(a: Rgb, b: Rgb, share: number): Rgb {
  const channel = (i: 0 | 1 | 2) => Math.round(a[i] + (b[i] - a[i]) * share);
  return [channel(0), channel(1), channel(2)];
}

/** Characters take less than half of a plate: three quarters up (on a dark plate: down) the order of brightness all is ground. */
function pickMosaicColours(picture: Raw, plate: PlateGeometry): { ground: Rgb; pen: Rgb } {
  const counts = computeHistograms(picture, plate);
  const hasInk = isLight(counts[1]);
  const [r, g, b] = counts.map((channel) => shareAt(channel, hasInk ? 0.75 : 0.25));
  return { ground: [r, g, b], pen: hasInk ? INK : CHALK };
}

function computeHistograms(picture: Raw, plate: PlateGeometry): Uint32Array[] {
  const { data } = picture;
  const counts = [0, 1, 2].map(() => new Uint32Array(256));
  visitPixels(picture, plate, (at) => {
    for (const [n, channel] of counts.entries()) {
      const value = data[at + n];
      channel[value] = channel[value] + 1;
    }
  });
  return counts;
}
