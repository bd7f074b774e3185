/**
 * A vehicle casts a shadow as dark as its tyres, and GrabCut takes both. Its body tells where the wheels are: its lower edge
 * arches over them. Between them all that hangs below the body's sill is ground, and under each the tyre is round.
 */
import type { Lab } from '#imaging/cutout/lab.ts';
import { computeMaskBounds, labelComponents, type Mask } from '#imaging/cutout/mask.ts';
import { tidyMask } from '#imaging/cutout/tidy.ts';
import { groundBelow } from './ground-shadow.ts';
import { type Arch, roundTyre } from './tyres.ts';

/** Shares of the object's height. The strip below it that shows the ground. */
const GROUND = 0.2;
/** An arch's depth at least, its width (at the object's end it must be wider). */
const ARCH_DEEP = 0.1;
const [ARCH_NARROW, END_NARROW, ARCH_WIDE] = [0.12, 0.3, 0.75];
/** Widest gap that may interrupt an arch (a spoke, a trim). */
const SPOKE = 0.03;
/** Nothing that stands on the ground is this narrow. */
const SLIVER = 0.06;
/** Farthest distance of the single sill of an arch at the object's end: on a slope all is low further down. */
const END_FAR = 0.4;
/** Columns by which a tyre may be wider than what is seen of its arch. */
const SLACK = 2;
/** A wheel's height with its arch; how much higher than another one it may stand in the picture. */
const WHEEL = 0.25;
const UNEVEN = 0.25;
/** A part that ends this far above the ground under the wheels hangs in the air. */
const CLEAR = 0.1;
/** A sill's own height when its lower edge is not seen, and at most. */
const [SILL, MOST_SILL] = [0.025, 0.1];
/** Sills are straight over this far. */
const EVEN = 0.12;
/** Beyond the wheels only what is this thin can be shadow. */
const THIN = 0.13;
/** Bodies end above this. */
const LOWER_PART = 0.65;
/** Share of the ground's lightness below which it lies in shadow; colour (ΔE without lightness) that is still the ground's. */
const DARK = 0.6;
const SAME_COLOUR = 14;
/** Lightness by which the ground under a sill is brighter. */
const BRIGHTER = 5;
/** Share of the object from which a part of it that is not dark is body. */
const LEAST_BODY = 0.04;
const MOST_TAKEN = 0.2;

/** How many wheels' arches the object's lower edge shows. */
export function archesIn(lab: Lab, mask: Mask): number {
  const box = computeMaskBounds(mask);
  return box === null ? 0 : findArches(measureColumns(lab, mask, box), box.height).length;
}

interface Columns {
  /** The object's lowest row, and its body's; -1 where there is none. */
  readonly bottoms: Int32Array;
  readonly sills: Int32Array;
  /** Parts that are not dark; 0 where it is. */
  readonly lit: Int32Array;
}

export function withoutGroundUnderWheels(lab: Lab, mask: Mask): Mask {
  const box = computeMaskBounds(mask);
  if (box === null || box.y + box.height >= mask.height - 2) return mask;
  const tall = box.height;
  const { data, width } = mask;
  const columns = measureColumns(lab, mask, box);
  const arches = findArches(columns, tall);
  if (arches.length < 2) return mask;
  const ends = findColumnEnds(lab, mask, { columns, arches, tall });
  const kept = Uint8Array.from(data);
  for (let x = 0; x < width; x++) {
    for (let y = columns.bottoms[x]; y > ends[x]; y--) kept[y * width + x] = 0;
  }
  for (const arch of arches) roundTyre({ ...mask, data: kept }, columns.lit, { arch, ends });
  const without = tidyMask({ ...mask, data: kept });
  return countObjectPixels(without) < (1 - MOST_TAKEN) * countObjectPixels(mask) ? mask : without;
}

function measureColumns(lab: Lab, mask: Mask, box: { y: number; height: number }): Columns {
  const { data, width } = mask;
  const isDark = createDarkTest(lab, mask, Math.max(3, Math.round(GROUND * box.height)));
  const { labels, sizes } = labelComponents(mask, (i) => data[i] > 127 && !isDark(i));
  const least = LEAST_BODY * countObjectPixels(mask);
  const top = box.y + Math.round((1 - LOWER_PART) * box.height);
  const lowest = (x: number, is: (index: number) => boolean) => {
    for (let y = box.y + box.height - 1; y >= top; y--) if (is(y * width + x)) return y;
    return -1;
  };
  const bottoms = new Int32Array(width);
  const sills = new Int32Array(width);
  for (let x = 0; x < width; x++) {
    bottoms[x] = lowest(x, (i) => data[i] > 127);
    sills[x] = lowest(x, (i) => labels[i] !== 0 && sizes[labels[i]] >= least);
  }
  return { bottoms, sills, lit: labels };
}

/** The ground's colour, but with much less light. */
function createDarkTest(lab: Lab, mask: Mask, deep: number): (index: number) => boolean {
  const ground = groundBelow(lab, mask, deep);
  const { l, a, b, width } = lab;
  return (i) => {
    const at = (i % width) * 3;
    const [gl, ga, gb] = [ground[at], ground[at + 1], ground[at + 2]];
    const share = l[i] / Math.max(1, gl);
    // NaN, where no ground is seen, is not dark.
    if (!(share < DARK)) return false;
    return Math.hypot(a[i] - ga * share, b[i] - gb * share) < SAME_COLOUR;
  };
}

/** Finds the rises of the body's lower edge over something on the ground: between two low places, or at the object's end. */
function findArches({ bottoms, sills: ragged }: Columns, tall: number): Arch[] {
  const sills = applyMedianFilter(ragged, Math.round(0.025 * tall));
  const ground = Math.max(...bottoms);
  const spoke = Math.round(SPOKE * tall);
  const arches = (
    { narrow, far }: { narrow: number; far: number },
    known: readonly Arch[],
    of: (a: number, b: number) => number,
  ): Arch[] => {
    const found: Arch[] = [];
    const depth = (x: number) => {
      const sill = sills[x] ?? -1;
      return sill < 0 || isUnder(known, x)
        ? 0
        : of(
            lowestBeside(sills, x, { side: -1, far: far * tall }),
            lowestBeside(sills, x, { side: 1, far: far * tall }),
          ) - sill;
    };
    for (let x = 0; x < sills.length; x++) {
      const left = x;
      let [deepest, top, bottom] = [0, ground, -1];
      const isIn = (at: number) => depth(at) >= 0.5 * ARCH_DEEP * tall;
      for (; x < sills.length && (isIn(x) || (x > left && isIn(x + spoke))); x++) {
        deepest = Math.max(deepest, depth(x));
        if (sills[x] >= 0) top = Math.min(top, sills[x]);
        bottom = Math.max(bottom, bottoms[x]);
      }
      const wide = x - left;
      const stands = bottom >= ground - UNEVEN * tall && bottom - top >= WHEEL * tall;
      if (stands && deepest >= ARCH_DEEP * tall && wide >= narrow * tall && wide <= ARCH_WIDE * tall)
        found.push({ left: left - SLACK, right: x - 1 + SLACK, top, bottom });
    }
    return found;
  };
  const whole = arches({ narrow: ARCH_NARROW, far: ARCH_WIDE }, [], Math.min);
  const ends = arches({ narrow: END_NARROW, far: END_FAR }, whole, Math.max);
  const [first, last] = [sills.findIndex((sill) => sill >= 0), sills.findLastIndex((sill) => sill >= 0)];
  const others = ends.filter(
    ({ left, right }) => left - first < ARCH_NARROW * tall || last - right < ARCH_NARROW * tall,
  );
  return [...whole, ...others].sort((a, b) => a.left - b.left);
}

function isUnder(arches: readonly Arch[], x: number): boolean {
  return arches.some(({ left, right }) => x >= left && x <= right);
}

function lowestBeside(sills: Int32Array, x: number, { side, far }: { side: number; far: number }): number {
  let most = sills[x];
  for (let n = 1; n <= far; n++) most = Math.max(most, sills[x + side * n] ?? -1);
  return most;
}

/** The last row of each column that stays. */
function findColumnEnds(
  lab: Lab,
  mask: Mask,
  { columns, arches, tall }: { columns: Columns; arches: readonly Arch[]; tall: number },
): Int32Array {
  const { bottoms: lowest, sills } = columns;
  const [first, last] = [arches[0], arches.at(-1) as Arch];
  const air = Math.min(first.bottom, last.bottom) - CLEAR * tall;
  const isBetween = (x: number) => x > first.right && x < last.left;
  const bottoms = lowest.map((bottom, x) =>
    bottom < air || isBetween(x) || isUnder(arches, x) ? bottom : skipLooseStrip(mask, { x, bottom }, tall),
  );
  const stays = (x: number) => isUnder(arches, x) || bottoms[x] < air || bottoms[x] !== lowest[x];
  const ends = bottoms.map((bottom, x) => {
    const sill = sills[x];
    if (stays(x)) return bottom;
    if (isBetween(x) || (sill >= 0 && bottom - sill <= THIN * tall))
      return sill < 0 ? bottom : Math.min(bottom, sillEnd(lab, { x, sill }, tall));
    return bottom;
  });
  return smoothCutEnds(
    acrossOdd(ends, { ...columns, bottoms }, { stays, tall }),
    bottoms,
    Math.round(EVEN * tall),
  );
}

/** A thin strip that the body does not touch lies on the ground. */
function skipLooseStrip(
  { data, width }: Mask,
  { x, bottom }: { x: number; bottom: number },
  tall: number,
): number {
  let y = bottom;
  while (y >= 0 && data[y * width + x] > 127) y--;
  const isThin = bottom - y <= THIN * tall;
  while (y >= 0 && data[y * width + x] <= 127) y--;
  return isThin && y >= 0 ? y : bottom;
}

/** Dark parts too wide for a wheel, a grille say, or too narrow end where what is beside them does. */
function acrossOdd(
  ends: Int32Array,
  { bottoms, sills }: Columns,
  { stays, tall }: { stays: (x: number) => boolean; tall: number },
): Int32Array {
  const isOpen = (x: number) => ends[x] === bottoms[x] && bottoms[x] - sills[x] > THIN * tall && !stays(x);
  for (let x = 0; x < ends.length; x++) {
    const left = x - 1;
    while (x < ends.length && isOpen(x)) x++;
    const wide = x - left;
    const [from, to] = [ends[left] ?? -1, ends[x] ?? -1];
    const isNarrow = wide <= SLIVER * tall;
    if ((wide <= ARCH_WIDE * tall && !isNarrow) || from < 0 || to < 0) continue;
    for (let n = left + 1; n < x; n++) {
      const end = isNarrow ? Math.min(from, to) : from + ((to - from) * (n - left)) / wide;
      ends[n] = Math.min(bottoms[n], Math.round(end));
    }
  }
  return ends;
}

/** A sill of dark plastic ends where it gets brighter below. */
function sillEnd({ l, width, height }: Lab, { x, sill }: { x: number; sill: number }, tall: number): number {
  const across = (y: number) => {
    let sum = 0;
    for (let n = -4; n <= 4; n++)
      sum += l[Math.min(height - 1, y) * width + Math.min(width - 1, Math.max(0, x + n))];
    return sum / 9;
  };
  let least = across(sill + 2);
  for (let y = sill + 3; y <= sill + MOST_SILL * tall; y++) {
    const here = across(y);
    if (here > least + BRIGHTER) return y - 2;
    least = Math.min(least, here);
  }
  return sill + Math.round(SILL * tall);
}

/** Medians over neighbours that are cut too. */
function smoothCutEnds(ends: Int32Array, bottoms: Int32Array, reach: number): Int32Array {
  const cut = applyMedianFilter(
    ends.map((end, x) => (end === bottoms[x] ? -1 : end)),
    reach,
  );
  return ends.map((end, x) => (end === bottoms[x] ? end : cut[x]));
}

/** For each column with a value, the median of those within reach that have one. */
function applyMedianFilter(values: Int32Array, reach: number): Int32Array {
  return values.map((value, x) => {
    if (value < 0) return value;
    const near = values.subarray(Math.max(0, x - reach), x + reach + 1).filter((other) => other >= 0);
    return near.sort()[near.length >> 1];
  });
}

function countObjectPixels({ data }: Mask): number {
  return data.reduce((sum, value) => sum + (value >> 7), 0);
}
