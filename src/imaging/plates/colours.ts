/** Clues from colours: a plate's ground is white or yellow, or its characters light; most have a blue field before the number. */
import type { Point } from '#domain/recipes/geometry.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { BASE, CAP, type RectifiedRow, TEXT } from './rectified-row.ts';

export interface Colours {
  /** Colourfulness of the ground, 0–1; yellow counts little. */
  readonly tint: number;
  /** There is a blue field of the right width before the characters. */
  readonly band: boolean;
}

export function measureColours(picture: Raw, strip: RectifiedRow): Colours {
  const { data, width, left, right, ground, contrast } = strip;
  const light = [0, 0, 0];
  let count = 0;
  for (let y = CAP; y < BASE; y += 2) {
    for (let x = left; x < right; x += 2) {
      const value = data[y * width + x];
      const depth = ground[x] - value;
      if (depth > 0.25 * contrast) continue;
      const at = pixelAt(picture, strip, { x, y });
      for (let c = 0; c < 3; c++) light[c] = light[c] + picture.data[at + c];
      count += 1;
    }
  }
  const [r, g, b] = light.map((sum) => sum / Math.max(1, count));
  return {
    tint: measureTint(r, g, b),
    band: !isBlue(r, g, b) && hasBand(picture, strip),
  };
}

function pixelAt({ width, height, channels }: Raw, { pointAt }: RectifiedRow, { x, y }: Point): number {
  const at = pointAt(x + 0.5, y + 0.5);
  const px = Math.min(width - 1, Math.max(0, Math.floor(at.x)));
  const py = Math.min(height - 1, Math.max(0, Math.floor(at.y)));
  return (py * width + px) * channels;
}

function measureTint(r: number, g: number, b: number): number {
  const most = Math.max(r, g, b, 1);
  const tint = (most - Math.min(r, g, b)) / most;
  const isYellow = r >= g && g > b && (g - b) / Math.max(1, r - b) > 0.5;
  return isYellow ? Math.min(0.2, tint) : tint;
}

const isBlue = (r: number, g: number, b: number) => b > 40 && b > 1.35 * r && b > 1.12 * g;

function hasBand(picture: Raw, strip: RectifiedRow): boolean {
  const blueRows = (x: number, rows: readonly number[]) =>
    rows.filter((y) => {
      const at = pixelAt(picture, strip, { x, y });
      const [r = 0, g = 0, b = 0] = picture.data.subarray(at, at + 3);
      return isBlue(r, g, b);
    }).length;
  // The field is as tall as the plate: a blue character before the row, of a number or of a word, is not.
  const isField = (x: number) => blueRows(x, AMID) >= 4 && blueRows(x, OVER) + blueRows(x, UNDER) > 1;
  let run = 0;
  for (let x = strip.left - 1; x > strip.left - 2 * TEXT; x--) {
    if (isField(x)) run += 1;
    else if (run > 0) return run > 0.22 * TEXT && run < 1.1 * TEXT;
    else if (x < strip.left - 1.1 * TEXT) return false;
  }
  return false;
}

const AMID = Array.from({ length: TEXT / 3 }, (_, n) => CAP + 3 * n);
/** Rows of the margins above and below the characters. */
const OVER = [CAP - 4, CAP - 2];
const UNDER = [BASE + 1, BASE + 3];
