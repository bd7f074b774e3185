/** The pieces of the object in a delivered file, read off the alpha that cuts it out. */
import type { ObjectFacts, Piece } from '#domain/batches/object-pieces.ts';
import type { Placement } from '#domain/recipes/placement.ts';
import { computeMaskBounds, labelComponents, type Mask } from '#imaging/cutout/mask.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { pixelBox } from '#imaging/render/framing.ts';

const SIDE = 256;
/** Share of the object below which an area is a crumb. */
const LEAST = 0.02;
const MOST_PIECES = 8;
/** Share of a side up to which what touches it is an aerial's or a strap's end. */
const TIP = 0.015;
/** Share of the object up to which an area is a speck too small to be seen. */
const SPECK = 0.001;
/** Share of a side within which the object is so near to the edge that its end may be beyond it. */
const NEAR = 0.006;

/** The object on the framed photo, small. A place belongs to it where any of its pixels does, so that no strap is torn by the shrinking. */
export function shrinkAlphaToMask({ data, width, height, channels }: Raw): Mask | null {
  if (channels !== 4) return null;
  const scale = Math.min(1, SIDE / Math.max(width, height));
  const small = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) };
  const mask = new Uint8Array(small.width * small.height);
  for (let y = 0, at = 3; y < height; y++) {
    const row = Math.floor(y * scale) * small.width;
    for (let x = 0; x < width; x++, at += 4) if (data[at] > 127) mask[row + Math.floor(x * scale)] = 255;
  }
  return { data: mask, ...small };
}

/** Measures the part of the object that a file shows. */
export function objectFacts(
  object: Mask,
  { cut, photo, canvas }: Pick<Placement, 'cut' | 'photo' | 'canvas'>,
): ObjectFacts {
  const shown = cropMask(object, cut);
  const ofFile = (photo.width * photo.height) / (canvas.width * canvas.height * shown.width * shown.height);
  const { labels, sizes } = labelComponents(shown, (i) => shown.data[i] > 127);
  const all = sizes.reduce((a, b) => a + b, 0);
  const pieces = sizes
    .flatMap((size, label) => (size > LEAST * all ? { label, size } : []))
    .sort((a, b) => b.size - a.size)
    .slice(0, MOST_PIECES);
  const kept = new Set(pieces.map(({ label }) => label));
  const bounds = computeMaskBounds({
    ...shown,
    data: Uint8Array.from(labels, (label) => (kept.has(label) ? 255 : 0)),
  });
  const isPart = (i: number) => kept.has(labels[i] as number);
  const areas = sizes.filter((size) => size > SPECK * all).length;
  return {
    cut: isCutOff(isPart, shown),
    whole: areas === 1 && !isNearEdge((i) => (sizes[labels[i] as number] as number) > SPECK * all, shown),
    pieces: pieces.map(
      ({ label, size }): Piece => ({
        share: roundToFourDigits(size * ofFile),
        length: roundToFourDigits(measureElongation(labels, label, shown.width)),
      }),
    ),
    box: roundToFourDigits(bounds === null ? 0 : bounds.width * bounds.height * ofFile),
  };
}

/** True when more than a tip of it ends at one of the sides. */
function isCutOff(isPart: (index: number) => boolean, { width, height }: Mask): boolean {
  const ends = (first: number, step: number, count: number) => {
    let touching = 0;
    for (let i = 0; i < count; i++) if (isPart(first + i * step)) touching++;
    return touching > Math.max(1, TIP * count);
  };
  return (
    ends(0, 1, width) ||
    ends((height - 1) * width, 1, width) ||
    ends(0, width, height) ||
    ends(width - 1, width, height)
  );
}

/** True when any of it is in the rows and columns along the sides. */
function isNearEdge(isObject: (index: number) => boolean, { width, height }: Mask): boolean {
  const [across, down] = [width, height].map((side) => Math.ceil(NEAR * side)) as [number, number];
  for (let i = 0; i < width * height; i++) {
    const x = i % width;
    const y = (i - x) / width;
    const isInside = x >= across && x < width - across && y >= down && y < height - down;
    if (!isInside && isObject(i)) return true;
  }
  return false;
}

function cropMask({ data, ...size }: Mask, cut: Placement['cut']): Mask {
  const { x, y, width, height } = pixelBox(size, cut);
  const part = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const from = (y + row) * size.width + x;
    part.set(data.subarray(from, from + width), row * width);
  }
  return { data: part, width, height };
}

/** Longer than wide, by the spread of its pixels along and across. */
function measureElongation(labels: Int32Array, wanted: number, width: number): number {
  let [n, sx, sy, sxx, syy, sxy] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] !== wanted) continue;
    const x = i % width;
    const y = (i - x) / width;
    n++;
    sx += x;
    sy += y;
    sxx += x * x;
    syy += y * y;
    sxy += x * y;
  }
  // A pixel by itself is as long as wide.
  const [xx, yy] = [sxx / n - (sx / n) ** 2 + 1 / 12, syy / n - (sy / n) ** 2 + 1 / 12];
  const xy = sxy / n - (sx / n) * (sy / n);
  const spread = Math.hypot(xx - yy, 2 * xy);
  return Math.sqrt((xx + yy + spread) / Math.max(1 / 12, xx + yy - spread));
}

const roundToFourDigits = (n: number) => Math.round(n * 1e4) / 1e4;
