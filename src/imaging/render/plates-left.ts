/** Tells how much of a plate is left in a file: the object is cut out of its ground, and the file is a part of the photo. */
import { type Box, boxAround, type Point, type Quad } from '#domain/recipes/geometry.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import type { SeenPlate } from '#imaging/steps/state.ts';

const LOOKS = 12;
/**
 * Shares of the places looked at: above the first something of the plate is left, from the second on so much that the cover is drawn whole.
 */
export const LEFT = 0.05;
export const WHOLE = 0.6;

/** Returns how much of the plate is still on the object, 0–1. */
export function shareLeft({ data, width, height, channels }: Raw, [a, b, c, d]: Quad): number {
  let left = 0;
  for (let i = 0; i < LOOKS * LOOKS; i++) {
    const u = ((i % LOOKS) + 0.5) / LOOKS;
    const v = (Math.floor(i / LOOKS) + 0.5) / LOOKS;
    const along = (from: Point, to: Point) => ({
      x: from.x + (to.x - from.x) * u,
      y: from.y + (to.y - from.y) * u,
    });
    const [top, bottom] = [along(a, b), along(d, c)];
    const x = Math.floor((top.x + (bottom.x - top.x) * v) * width);
    const y = Math.floor((top.y + (bottom.y - top.y) * v) * height);
    if (x < 0 || y < 0 || x >= width || y >= height) continue;
    if (data[(y * width + x) * channels + channels - 1] > 12) left++;
  }
  return left / (LOOKS * LOOKS);
}

/** True when a file with the part `cut` of the framed photo shows nothing of the plate. */
export function isPlateHidden({ quad, left }: SeenPlate, cut: Box): boolean {
  const box = boxAround(quad);
  const isBeside =
    box.x >= cut.x + cut.width ||
    box.x + box.width <= cut.x ||
    box.y >= cut.y + cut.height ||
    box.y + box.height <= cut.y;
  return isBeside || left <= LEFT;
}
