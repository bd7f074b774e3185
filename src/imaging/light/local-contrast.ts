/** Local contrast: equalised tiles, limited so that noise, night and white goods are left alone. */

import { computeLuma } from '#domain/photos/quality.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { clampToUnit } from '#imaging/pixels/unit.ts';

/** Tiles are fixed in number, not in pixels, so that a preview looks like the final file. */
const TILES_LONG = 8;
const TILES_SHORT = 6;
const CLIP = 2;
const RATIO = [0.75, 1.35] as const;
/** Levels that a tile may get darker on the whole. */
const MOST_DARKER = 1;

export interface TileGains {
  readonly columns: number;
  readonly rows: number;
  /** Per tile 256 factors by luma: tile after tile, row after row. */
  readonly gains: Float32Array;
}

/** `strength` 0–1 (0.3 is the recipe's 30), already lowered at night. */
export function tileGains(raw: Raw, strength: number): TileGains {
  const [columns, rows] = raw.width >= raw.height ? [TILES_LONG, TILES_SHORT] : [TILES_SHORT, TILES_LONG];
  const gains = new Float32Array(columns * rows * 256).fill(1);
  const histogram = new Uint32Array(256);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const tileStart = (part: number, parts: number, side: number) => Math.floor((part * side) / parts);
      histogram.fill(0);
      countLuma(raw, histogram, {
        left: tileStart(column, columns, raw.width),
        right: tileStart(column + 1, columns, raw.width),
        top: tileStart(row, rows, raw.height),
        bottom: tileStart(row + 1, rows, raw.height),
      });
      const at = (row * columns + column) * 256;
      const tile = gains.subarray(at, at + 256);
      fillGains(histogram, strength, tile);
      easeDarkening(histogram, tile);
    }
  }
  return { columns, rows, gains };
}

/** Lets contrast take no more light from a tile than it gives: what is darkened is darkened less. */
function easeDarkening(histogram: Uint32Array, gains: Float32Array): void {
  let [pixels, darker, brighter] = [0, 0, 0];
  for (let v = 0; v < 256; v++) {
    const levels = histogram[v] * v * (gains[v] - 1);
    pixels += histogram[v];
    if (levels > 0) brighter += levels;
    else darker -= levels;
  }
  const allowed = brighter + MOST_DARKER * pixels;
  if (darker <= allowed) return;
  const share = allowed / darker;
  for (let v = 0; v < 256; v++) if (gains[v] < 1) gains[v] = 1 - share * (1 - gains[v]);
}

interface TileBounds {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function countLuma({ data, width, channels }: Raw, histogram: Uint32Array, tile: TileBounds): void {
  const step = channels * 2;
  for (let y = tile.top; y < tile.bottom; y += 2) {
    const end = (y * width + tile.right) * channels;
    for (let at = (y * width + tile.left) * channels; at < end; at += step) {
      if (channels === 4 && data[at + 3] < 128) continue;
      const value = computeLuma(data[at], data[at + 1], data[at + 2]);
      histogram[value] = histogram[value] + 1;
    }
  }
}

/**
 * Fills the gains of a contrast-limited equalisation: clip at twice the even share, spread the excess, map to the middle of the cumulated
 * share.
 */
function fillGains(histogram: Uint32Array, strength: number, gains: Float32Array): void {
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (let v = 0; v < 256; v++) {
    const n = histogram[v];
    count += n;
    sum += n * v;
    squares += n * v * v;
  }
  if (count === 0) return;
  const mean = sum / count;
  const deviation = Math.sqrt(Math.max(0, squares / count - mean * mean));
  const k = strength * clampToUnit((deviation - 4) / 10) * clampToUnit((mean - 12) / 36);
  if (k === 0) return;
  const limit = (CLIP * count) / 256;
  let excess = 0;
  for (let v = 0; v < 256; v++) excess += Math.max(0, histogram[v] - limit);
  let below = 0;
  for (let v = 0; v < 256; v++) {
    const share = Math.min(histogram[v], limit) + excess / 256;
    const target = (255 * (below + share / 2)) / count;
    below += share;
    gains[v] = v === 0 ? 1 : computeContrastGain(v, target, k);
  }
}

/** Returns the factor on luma `v` towards `target`; weaker in blacks and near white, and bright tones are never darkened. */
function computeContrastGain(v: number, target: number, k: number): number {
  let strength = v < 24 ? (k * v) / 24 : v > 232 ? k * clampToUnit((252 - v) / 20) : k;
  if (target < v) strength *= clampToUnit((210 - v) / 90);
  return Math.min(RATIO[1], Math.max(RATIO[0], (v + strength * (target - v)) / v));
}
