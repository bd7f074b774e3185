/** How pale an object's outline is, which a light wall would be lost behind. */
import type { PixelBox, Raw } from '#imaging/pixels/raw.ts';
import { unit } from '#imaging/pixels/unit.ts';
import { LINEAR } from './tones.ts';

/** Rows and columns into the outline that its light is read at, as a share of the box; at its very edge the old ground still shines through. */
const WITHIN = 0.012;
/** Mean light of an outline that is pale at all, and of one that is wholly: silver is seen better before a white wall. */
const [PALE, WHOLLY] = [0.42, 0.58];

/** 0–1, from the light just inside its outline over all columns and rows: above it and at both sides, since below it stands. */
export function paleness({ data, width }: Raw, box: PixelBox): number {
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  const within = Math.max(2, Math.round(WITHIN * Math.max(box.width, box.height)));
  let [sum, count] = [0, 0];
  const read = (x: number, y: number, inwards: { x: number; y: number }) => {
    while (x >= box.x && x < right && y < bottom && data[(y * width + x) * 4 + 3] <= 127) {
      x += inwards.x;
      y += inwards.y;
    }
    const [column, row] = [x + within * inwards.x, y + within * inwards.y];
    if (column < box.x || column >= right || row >= bottom) return;
    const at = (row * width + column) * 4;
    if (data[at + 3] < 250) return;
    // What has a colour is told from a wall by that.
    sum += LINEAR[Math.min(data[at], data[at + 1], data[at + 2])];
    count++;
  };
  for (let x = box.x; x < right; x += 2) read(x, box.y, { x: 0, y: 1 });
  for (let y = box.y; y < box.y + 0.7 * box.height; y += 2) {
    read(box.x, y, { x: 1, y: 0 });
    read(right - 1, y, { x: -1, y: 0 });
  }
  return count === 0 ? 0 : unit((sum / count - PALE) / (WHOLLY - PALE));
}
