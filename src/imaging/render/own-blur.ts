/** A photo as the ground around itself: as large as the file, so far blurred that no thing in it can be told. */
import { blurPlane } from '#imaging/pixels/blur.ts';
import type { Raw, Size } from '#imaging/pixels/raw.ts';

/** Long side on which it is blurred: far finer than anything that is left. */
const SIDE = 64;
/** Of the Gaussian, as a share of the long side. */
const SIGMA = 0.1;
/** What is left of its differences from the mean. */
const CONTRAST = 0.75;

export interface Ground extends Size {
  /** Red, green, blue; the first and last places lie on the file's edges. */
  readonly planes: readonly Float32Array[];
}

export function blurPhoto(photo: Raw, canvas: Size): Ground {
  const scale = SIDE / Math.max(canvas.width, canvas.height);
  const size = {
    width: Math.max(2, Math.round(canvas.width * scale)),
    height: Math.max(2, Math.round(canvas.height * scale)),
  };
  const weights = blurPlane(new Float32Array(size.width * size.height).fill(1), size, SIGMA * SIDE);
  const planes = [0, 1, 2].map((channel) =>
    // Beyond the edges there is nothing to mix with.
    blurPlane(reduceChannel(photo, channel, size), size, SIGMA * SIDE).map((value, i) => value / weights[i]),
  );
  return { ...size, planes: softenPlanes(planes) };
}

/** One channel of the photo's middle in this shape, each place a mean. */
function reduceChannel({ data, width, height, channels }: Raw, channel: number, size: Size): Float32Array {
  const scale = Math.max(size.width / width, size.height / height);
  const [left, top] = [(width * scale - size.width) / 2, (height * scale - size.height) / 2];
  const plane = new Float32Array(size.width * size.height);
  for (let y = 0, i = 0; y < size.height; y++) {
    const [y0, y1] = findSpan(y + top, scale, height);
    for (let x = 0; x < size.width; x++, i++) {
      const [x0, x1] = findSpan(x + left, scale, width);
      let sum = 0;
      for (let v = y0; v < y1; v++)
        for (let u = x0; u < x1; u++) sum += data[(v * width + u) * channels + channel];
      plane[i] = sum / ((y1 - y0) * (x1 - x0));
    }
  }
  return plane;
}

function findSpan(start: number, scale: number, most: number): readonly [number, number] {
  const from = Math.min(most - 1, Math.max(0, Math.floor(start / scale)));
  return [from, Math.min(most, Math.max(from + 1, Math.floor((start + 1) / scale)))];
}

function softenPlanes(planes: readonly Float32Array[]): Float32Array[] {
  const [r, g, b] = planes as [Float32Array, Float32Array, Float32Array];
  const mean = r.reduce((sum, value, i) => sum + 0.3 * value + 0.59 * g[i] + 0.11 * b[i], 0) / r.length;
  return planes.map((plane) => plane.map((value) => mean + (value - mean) * CONTRAST));
}

/** Its colour at a place of a file of this size, between the places that it is known at. */
export function readGround(
  { planes, width, height }: Ground,
  file: Size,
): (x: number, y: number, c: number) => number {
  const [across, down] = [
    (width - 1) / Math.max(1, file.width - 1),
    (height - 1) / Math.max(1, file.height - 1),
  ];
  return (x, y, c) => {
    const [u, v] = [x * across, y * down];
    const [left, top] = [Math.min(width - 2, Math.floor(u)), Math.min(height - 2, Math.floor(v))];
    const plane = planes[c];
    const i = top * width + left;
    const upper = plane[i] + (plane[i + 1] - plane[i]) * (u - left);
    const lower = plane[i + width] + (plane[i + width + 1] - plane[i + width]) * (u - left);
    return upper + (lower - upper) * (v - top);
  };
}
