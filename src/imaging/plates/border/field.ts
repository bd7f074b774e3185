/** The picture around a plate's number, laid straight, and what of it is the plate's ground or blue. */
import type { Point } from '#domain/recipes/geometry.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { TEXT } from '#imaging/plates/rectified-row.ts';

/** The number's box on a strip whose characters are `TEXT` tall, and what it is written on. */
export interface PlateNumber {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Brightness of the ground at the left end and at the right one, and how much darker the ink is; of the negative if `light`. */
  readonly ground: readonly [number, number];
  readonly contrast: number;
  readonly light: boolean;
  /** From a place on the strip to the picture's pixels: an affine map. */
  pointAt(x: number, y: number): Point;
}

/** The picture around a number, laid straight. */
export interface Field {
  /** Place of the first pixel on the strip. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Of the negative where characters are light. */
  readonly bright: Float32Array;
  /** 1 where the plate's ground may be. */
  readonly ground: Uint8Array;
  /** How blue it is, in shares of white; 0 where it is of another hue. */
  readonly blue: Float32Array;
}

/** How far around the number there is something to see, in heights of a character. */
const ROOM = { beside: 3.2, above: 1.5 };
/** Share of the contrast by which the ground's brightness may vary. */
const VARIES = 0.33;
/** Samples across a pixel of the strip, at most. */
const FINEST = 1;

export function fieldAround(picture: Raw, number: PlateNumber): Field {
  const { left, right, top, bottom, ground, contrast, light, pointAt } = number;
  const [x, y] = [Math.floor(left - ROOM.beside * TEXT), Math.floor(top - ROOM.above * TEXT)];
  const width = Math.ceil(right + ROOM.beside * TEXT) - x;
  const height = Math.ceil(bottom + ROOM.above * TEXT) - y;
  const bright = new Float32Array(width * height);
  const isGround = new Uint8Array(width * height);
  const blue = new Float32Array(width * height);
  const [o, e, s] = [pointAt(0, 0), pointAt(1, 0), pointAt(0, 1)];
  const fine = Math.max(1, Math.min(FINEST, Math.round(Math.hypot(e.x - o.x, e.y - o.y))));
  // How bright the plate's light parts are; in the dark blue is hardly any.
  const white = light ? 255 - ground[0] + contrast : ground[0];
  const colour = new Float32Array(3);
  for (let row = 0, to = 0; row < height; row++) {
    for (let column = 0; column < width; column++, to++) {
      colour.fill(0);
      for (let n = 0; n < fine * fine; n++) {
        const px = x + column + ((n % fine) + 0.5) / fine;
        const py = y + row + (Math.floor(n / fine) + 0.5) / fine;
        const at = {
          x: o.x + px * (e.x - o.x) + py * (s.x - o.x),
          y: o.y + px * (e.y - o.y) + py * (s.y - o.y),
        };
        addColour(picture, at, colour);
      }
      for (let c = 0; c < 3; c++) colour[c] = colour[c] / (fine * fine);
      const value = 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2];
      bright[to] = light ? 255 - value : value;
      const share = Math.max(0, Math.min(1, (x + column - left) / (right - left)));
      const off = bright[to] - ground[0] - (ground[1] - ground[0]) * share;
      blue[to] = measureBlueness(colour) / white;
      if (Math.abs(off) < VARIES * contrast) isGround[to] = 1;
    }
  }
  return { x, y, width, height, bright, ground: isGround, blue };
}

function measureBlueness([r, g, b]: Float32Array): number {
  return b > 1.3 * r && b > 1.1 * g ? b - (r + g) / 2 : 0;
}

function addColour({ data, width, height, channels }: Raw, at: Point, sum: Float32Array): void {
  const x = Math.min(width - 1.001, Math.max(0, at.x - 0.5));
  const y = Math.min(height - 1.001, Math.max(0, at.y - 0.5));
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - x0, y - y0];
  const from = (y0 * width + x0) * channels;
  const beside = x0 + 1 < width ? channels : 0;
  const below = y0 + 1 < height ? width * channels : 0;
  for (let c = 0; c < 3; c++) {
    const upper = data[from + c] * (1 - fx) + data[from + beside + c] * fx;
    const lower = data[from + below + c] * (1 - fx) + data[from + below + beside + c] * fx;
    sum[c] = sum[c] + upper + (lower - upper) * fy;
  }
}
