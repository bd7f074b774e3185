/** Regions of an object that edges bound: panels, panes, lamps. */
import type { Lab } from '#imaging/cutout/lab.ts';
import { labelComponents, type Mask } from '#imaging/cutout/mask.ts';
import type { Size } from '#imaging/pixels/raw.ts';

/** Change of colour (ΔE per pixel) that is an edge. */
const EDGE = 5;

export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

export interface Region {
  size: number;
  left: number;
  right: number;
  bottom: number;
  /** Mean colour. */
  l: number;
  a: number;
  b: number;
  /** Its pixels along the object's own rim. */
  rim: number;
}

/** A region's number per pixel, 0 on edges and beyond the object; the first region is none. */
export function findRegions(
  lab: Lab,
  mask: Mask,
  { box: { x: left, y: top, width: wide, height: tall }, rim }: { box: Box; rim: Uint8Array },
): { labels: Int32Array; regions: Region[] } {
  const { l, a, b, width } = lab;
  const isEven = findEvenPixels(lab);
  const { labels, sizes } = labelComponents(mask, (i) => mask.data[i] > 127 && isEven[i] === 1);
  const regions = sizes.map(
    (size): Region => ({ size, left: width, right: 0, bottom: 0, l: 0, a: 0, b: 0, rim: 0 }),
  );
  for (let y = top; y < top + tall; y++) {
    for (let x = left; x < left + wide; x++) {
      const i = y * width + x;
      const region = labels[i] === 0 ? undefined : regions[labels[i]];
      if (region === undefined) continue;
      region.left = Math.min(region.left, x);
      region.right = Math.max(region.right, x);
      region.bottom = y;
      region.rim += rim[i];
      region.l += l[i] / region.size;
      region.a += a[i] / region.size;
      region.b += b[i] / region.size;
    }
  }
  return { labels, regions };
}

function findEvenPixels({ l, a, b, width, height }: Lab): Uint8Array {
  const even = new Uint8Array(width * height);
  const most = (2 * EDGE) ** 2;
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const lightness = (l[i + 1] - l[i - 1]) ** 2 + (l[i + width] - l[i - width]) ** 2;
      if (lightness >= most) continue;
      const red = (a[i + 1] - a[i - 1]) ** 2 + (a[i + width] - a[i - width]) ** 2;
      const yellow = (b[i + 1] - b[i - 1]) ** 2 + (b[i + width] - b[i - width]) ** 2;
      if (lightness + red + yellow < most) even[i] = 1;
    }
  }
  return even;
}

/** What is set, narrower by `reach` pixels all around, but not along the picture's sides. */
export function erodePixels(set: Uint8Array, size: Size, reach: number): Uint8Array {
  return dilatePixels(set, size, -reach);
}

/** What is set, wider by `reach` pixels all around; narrower where that is below 0. Nothing lies beyond the picture. */
export function dilatePixels(set: Uint8Array, { width, height }: Size, reach: number): Uint8Array {
  const across = dilateAlongLines(set, { lines: height, length: width, step: 1, apart: width }, reach);
  return dilateAlongLines(across, { lines: width, length: height, step: width, apart: 1 }, reach);
}

interface Lines {
  readonly lines: number;
  readonly length: number;
  readonly step: number;
  readonly apart: number;
}

function dilateAlongLines(set: Uint8Array, { lines, length, step, apart }: Lines, reach: number): Uint8Array {
  const [far, wanted] = [Math.abs(reach), reach > 0 ? 1 : 0];
  const to = set.slice();
  for (let line = 0; line < lines; line++) {
    const start = line * apart;
    for (let n = 0, next = 0; n < length; n++) {
      if (set[start + n * step] !== wanted) continue;
      const end = Math.min(length - 1, n + far);
      for (let m = Math.max(next, n - far); m <= end; m++) to[start + m * step] = wanted;
      next = end + 1;
    }
  }
  return to;
}
