/**
 * Finds the panes of a car that is cut out: regions that edges bound on all sides, close under the roof and above the belt line, of another
 * colour than the panels or framed by rubber. What is not surely a pane is none: paint must not be touched.
 */
import { type Lab, toLab } from '#imaging/cutout/lab.ts';
import { computeMaskBounds, labelComponents, type Mask } from '#imaging/cutout/mask.ts';
import { archesIn } from '#imaging/cutout/wheels/wheels.ts';
import { cropToBox, type Raw, type Size } from '#imaging/pixels/raw.ts';
import { clampToUnit } from '#imaging/pixels/unit.ts';
import { type Box, dilatePixels, erodePixels, findRegions, type Region } from './regions.ts';

/** A car's least height in pixels of the mask: on a smaller one pillars are too thin to be told from panes. */
const LEAST_TALL = 70;
const WHEELS = 2;
/** Margin looked at around the car: pixels, and a share of its height below it. */
const MARGIN = 4;
const GROUND = 0.25;
/**
 * Shares of the car's height: panes end above the first; they begin, and the roof over them lies, above the second; the roof's least and
 * largest thickness.
 */
const [BELT, ROOF] = [0.62, 0.3];
const [ROOF_LEAST, ROOF_MOST] = [0.03, 0.16];
/** Share of a pane's columns in which the roof is right over it. */
const LEAST_ROOF_SHARE = 0.6;
/** Largest share of a part that may lie where the roof is: what it alone bounds is roof. */
const MOST_RIM = 0.1;
/** Pixels between parts of one pane, which a headrest's edge or a branch keeps apart. */
const APART = 2;
/** Shares of the car's area: the least of a part, the least and the most of a pane, a panel. */
const LEAST_PART = 0.0006;
const [LEAST_PANE, MOST_PANE] = [0.006, 0.2];
const LEAST_PANEL = 0.015;
/** Share of its parts, the least sure ones, that a pane may be surer than. */
const MOST_OF = 0.25;
/** Least height of a pane as a share of the car's; how full its box is where it begins to be believed, and where it is. */
const LEAST_HIGH = 0.1;
const FULL = [0.35, 0.5] as const;
/** Distances (ΔE) from all panels: up to the first no pane, from the second on one. */
const UNLIKE = [12, 22] as const;
/** Rubber is darker than this share of the pane's lightness, within these pixels of it, along this share of the pane's rim. */
const RUBBER = 0.66;
const REACH = 5;
const RUBBER_SHARES = [0.58, 0.68] as const;
/** Distances from the panels from which rubber alone makes it a pane: between shut lines a panel is framed too. */
const BESIDE = [2, 8] as const;

export interface Pane {
  /** How sure it is that this is a pane, above 0 up to 1. */
  readonly sure: number;
  /** Its pixels in the mask. */
  readonly pixels: readonly number[];
}

/** Returns none where the object is not surely a car with wheels and a roof. `picture`: three channels, of the mask's size. */
export function findPanes(picture: Raw, mask: Mask): Pane[] {
  const box = computeMaskBounds(mask);
  if (box === null || box.height < LEAST_TALL || box.width < box.height) return [];
  const around = withGround(box, mask);
  const near = { ...cropToBox(picture, around), channels: 3 as const };
  const found = panesNear(near, cropMask(mask, around), { ...box, x: box.x - around.x, y: box.y - around.y });
  return found.map(({ sure, pixels }) => ({ sure, pixels: pixels.map((i) => placeIn(mask, around, i)) }));
}

/** Returns the object's box with the ground below it, which tells where the wheels are. */
function withGround({ x, y, width, height }: Box, whole: Size): Box {
  const [left, top] = [Math.max(0, x - MARGIN), Math.max(0, y - MARGIN)];
  return {
    x: left,
    y: top,
    width: Math.min(whole.width, x + width + MARGIN) - left,
    height: Math.min(whole.height, y + Math.ceil((1 + GROUND) * height)) - top,
  };
}

function cropMask({ data, width: wide }: Mask, { x, y, width, height }: Box): Mask {
  const part = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const from = (y + row) * wide + x;
    part.set(data.subarray(from, from + width), row * width);
  }
  return { data: part, width, height };
}

/** Returns the index in the whole of a pixel of its part. */
function placeIn(whole: Size, { x, y, width }: Box, i: number): number {
  return (y + Math.floor(i / width)) * whole.width + x + (i % width);
}

function panesNear(picture: Raw, mask: Mask, box: Box): Pane[] {
  const lab = toLab(picture);
  const rim = findMaskRim(mask, Math.max(4, Math.round(ROOF_LEAST * box.height)));
  const { labels, regions } = findRegions(lab, mask, { box, rim });
  const object = mask.data.reduce((sum, value) => sum + (value >> 7), 0);
  const roof = findRoofRows(mask, box);
  const isPanel = (region: Region) =>
    region.size >= LEAST_PANEL * object && region.bottom > box.y + BELT * box.height;
  const car = { lab, box, roof, object, panels: regions.filter(isPanel) };
  const isCandidate = regions.map((region) => isPartOfPane(region, car));
  const kept = new Float32Array(labels.length);
  for (const pixels of groupPixelsByLabel(labels, isCandidate)) {
    const sure = measureGlassiness(pixels, car);
    if (sure > 0) for (const i of pixels) if (rim[i] === 0) kept[i] = sure;
  }
  const found = groupCloseParts(mask, kept).flatMap((pixels) => {
    const sure = computePaneSureness(pixels, kept, car);
    return sure > 0 ? [{ sure, pixels }] : [];
  });
  return found.length > 0 && archesIn(lab, mask) >= WHEELS ? found : [];
}

/** Marks the object's pixels that lie within `deep` of what is not the object. */
function findMaskRim(mask: Mask, deep: number): Uint8Array {
  const rim = new Uint8Array(mask.data.length);
  for (let i = 0; i < rim.length; i++) rim[i] = mask.data[i] >> 7;
  const inner = erodePixels(rim, mask, deep);
  for (let i = 0; i < rim.length; i++) rim[i] = rim[i] - inner[i];
  return rim;
}

/** Returns the car's highest row in each column; the mask's height where there is none. */
function findRoofRows({ data, width, height }: Mask, { x, y, width: wide, height: tall }: Box): Int32Array {
  const roof = new Int32Array(width).fill(height);
  for (let row = y + tall - 1; row >= y; row--)
    for (let at = x; at < x + wide; at++) if (data[row * width + at] > 127) roof[at] = row;
  return roof;
}

interface Car {
  readonly lab: Lab;
  readonly box: Box;
  readonly roof: Int32Array;
  /** Number of its pixels. */
  readonly object: number;
  readonly panels: readonly Region[];
}

function isPartOfPane({ size, bottom, left, right, rim }: Region, { box, roof, object }: Car): boolean {
  if (size < LEAST_PART * object || size > MOST_PANE * object) return false;
  if (bottom > box.y + BELT * box.height || rim > MOST_RIM * size) return false;
  const above = roof.subarray(left, right + 1);
  return above.filter((row) => row <= box.y + ROOF * box.height).length >= LEAST_ROOF_SHARE * above.length;
}

function groupPixelsByLabel(labels: Int32Array, isWanted: readonly boolean[]): number[][] {
  const lists = isWanted.map((): number[] => []);
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i];
    if (label > 0 && isWanted[label]) lists[label].push(i);
  }
  return lists.filter(({ length }) => length > 0);
}

/** Returns 0–1: of another colour than all panels, or, where it is large, framed by rubber. */
function measureGlassiness(pixels: readonly number[], { lab, object, panels }: Car): number {
  const colour = computeMeanColour(lab, pixels);
  const unlike = panels.reduce((least, panel) => Math.min(least, computeDeltaE(panel, colour)), 100);
  const isLarge = pixels.length >= LEAST_PANE * object;
  const byFrame = isLarge
    ? rescaleToUnit(unlike, BESIDE) * rescaleToUnit(measureRubberShare(lab, pixels, colour.l), RUBBER_SHARES)
    : 0;
  return Math.max(rescaleToUnit(unlike, UNLIKE), byFrame);
}

/** Groups parts that lie close to each other, with the edges between them: the pixels of each group. */
function groupCloseParts({ width, height }: Size, parts: Float32Array): number[][] {
  const set = new Uint8Array(parts.length);
  for (let i = 0; i < set.length; i++) if (parts[i] > 0) set[i] = 1;
  const size = { width, height };
  const closed = erodePixels(dilatePixels(set, size, APART), size, APART);
  const { labels, sizes } = labelComponents(size, (i) => closed[i] === 1);
  return groupPixelsByLabel(
    labels,
    sizes.map((_, label) => label > 0),
  );
}

function computePaneSureness(
  pixels: readonly number[],
  parts: Float32Array,
  { lab, box, roof, object }: Car,
): number {
  if (pixels.length < LEAST_PANE * object || pixels.length > MOST_PANE * object) return 0;
  const { width } = lab;
  const tops = new Map<number, number>();
  let [top, bottom] = [lab.height, 0];
  const believed: number[] = [];
  for (const i of pixels) {
    const [x, y] = [i % width, Math.floor(i / width)];
    tops.set(x, Math.min(tops.get(x) ?? y, y));
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    if (parts[i] > 0) believed.push(parts[i]);
  }
  const high = bottom - top + 1;
  const under = [...tops].filter(([x, y]) => y - roof[x] <= ROOF_MOST * box.height);
  // What a bonnet mirrors is bounded like a pane, and begins below the windscreen.
  if (top > box.y + ROOF * box.height) return 0;
  if (high < LEAST_HIGH * box.height || under.length < LEAST_ROOF_SHARE * tops.size) return 0;
  // A pane is as sure as most of its parts: specks of another colour make no pane of a panel.
  const most = believed.sort((a, b) => a - b)[Math.floor(MOST_OF * believed.length)];
  return rescaleToUnit(pixels.length / (high * tops.size), FULL) * most;
}

function rescaleToUnit(value: number, [from, to]: readonly [number, number]): number {
  return clampToUnit((value - from) / (to - from));
}

interface Colour {
  readonly l: number;
  readonly a: number;
  readonly b: number;
}

function computeMeanColour({ l, a, b }: Lab, pixels: readonly number[]): Colour {
  const sum = (plane: Float32Array) => pixels.reduce((all, i) => all + plane[i], 0) / pixels.length;
  return { l: sum(l), a: sum(a), b: sum(b) };
}

function computeDeltaE(one: Colour, other: Colour): number {
  return Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b);
}

/** Returns the share of the pane's rim that has rubber beyond it. */
function measureRubberShare({ l, width }: Lab, pixels: readonly number[], lightness: number): number {
  const own = new Set(pixels);
  let [rim, dark] = [0, 0];
  for (const i of pixels) {
    for (const step of [1, -1, width, -width]) {
      if (own.has(i + step) || own.has(i + REACH * step)) continue;
      rim++;
      let least = lightness;
      for (let n = 1; n <= REACH; n++) least = Math.min(least, l[i + n * step] ?? lightness);
      if (least < RUBBER * lightness) dark++;
    }
  }
  return dark / rim;
}
