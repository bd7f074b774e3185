/**
 * Finds a second vehicle, or a post, that came along with the one for sale. Where the two touch in the picture every model sees one thing,
 * and is certain of it; but it has more wheels, roofs, colours or spurs than a vehicle has. Lengths are shares of the object's height.
 */
import { nearEdge } from '#imaging/cutout/edge.ts';
import type { Lab } from '#imaging/cutout/lab.ts';
import { computeAreaShare, computeMaskBounds, type Mask, withoutHoles } from '#imaging/cutout/mask.ts';
import { archesIn } from '#imaging/cutout/wheels/wheels.ts';

/** Two vehicles are at least this much wider than high, unless one hides the other; from `SIDE_ON` on they are seen from the side. */
const [WIDE, SIDE_ON] = [1.25, 2.25];
/** Share of what the outline encloses that may be open: a bicycle is, a body is not. */
const MOST_OPEN = 0.05;
/** How far tyres stand below what is beside them, the height in which they are looked at, and the lightness that they stay below. */
const [FOOT, TYRE, DARK] = [0.05, 0.08, 45];
/** Arches and tyres on the side of one vehicle; a third wheel may be seen where its front or back is as well. */
const [SIDE, MOST_WHEELS] = [2, 3];
/** Depth of a dip between two roofs; half the width, as a share of the object's, of what is no part of one: mirrors, aerials. */
const [MOST_DIP, NARROW] = [0.06, 0.03];
/** Share of a disc of this radius on the upper outline that is object: 0.62 at a windscreen's foot, more in a corner of two bodies. */
const [DISC, MOST_CORNER] = [0.1, 0.635];
/** Of a vehicle no end of this share of the width hangs that high: seen from the side, and else. */
const HANGING = { sideOn: { end: 0.15, high: 0.28 }, else: { end: 0.2, high: 0.4 } };
/** Least chroma of a paint, how many hues are told apart, pixels along the edge that are mixed, and what may have another hue. */
const [CHROMA, HUES, SEAM, MOST_OTHER_PAINT] = [14, 12, 3, 0.1];
/** Height of the strip under the upper outline that shows a roof, bounds of grey and of a paint there, and what may be painted otherwise. */
const [ROOF, GREY, STRONG, MOST_OTHER_ROOF] = [0.03, 10, 18, 0.15];
/** Half the thickness of a spur, and how far it may reach from the body: mirrors reach 0.07, posts 0.16 and more. */
const [THIN, MOST_SPUR] = [0.04, 0.1];
/** Vehicles seen from the front or behind are this wide for their height; one behind the other has a still sharper corner. */
const [NARROWEST, MOST_CORNER_BEHIND] = [0.85, 0.66];

interface Outline {
  readonly left: number;
  readonly top: number;
  readonly tall: number;
  /** For each column, how high above the lowest row the object begins and ends. */
  readonly tops: readonly number[];
  readonly feet: readonly number[];
}

export function hasSecondVehicle(lab: Lab, mask: Mask): boolean {
  const solid = withoutHoles(mask);
  const outline = measureOutline(solid);
  if (outline === null || outline.tops.length < NARROWEST * outline.tall) return false;
  if (computeAreaShare(mask) < (1 - MOST_OPEN) * computeAreaShare(solid)) return false;
  const tyres = countTyres(lab, outline);
  if (tyres > 0 && hasSpur(mask, outline)) return true;
  if (tyres < 2) return false;
  if (outline.tops.length < WIDE * outline.tall) return measureCorner(solid, outline) > MOST_CORNER_BEHIND;
  const isSideOn = outline.tops.length > SIDE_ON * outline.tall;
  return (
    Math.max(tyres, archesIn(lab, mask)) > (isSideOn ? SIDE : MOST_WHEELS) ||
    measureDip(outline) > MOST_DIP ||
    hasHangingEnd(outline, isSideOn ? HANGING.sideOn : HANGING.else) ||
    measureCorner(solid, outline) > MOST_CORNER ||
    measureOtherPaint(lab, mask) > MOST_OTHER_PAINT ||
    measureOtherRoof(lab, mask, outline) > MOST_OTHER_ROOF
  );
}

/** True for what stands on tyres, or has wheel arches, and is no narrower than a vehicle from the front: a vehicle nearly always. */
export function hasWheels(lab: Lab, mask: Mask): boolean {
  const outline = measureOutline(withoutHoles(mask));
  if (outline === null || outline.tops.length < NARROWEST * outline.tall) return false;
  return countTyres(lab, outline) > 0 || archesIn(lab, mask) > 0;
}

/** True where something thin reaches far out of the body: a post, a beam or a door's pillar behind it. */
function hasSpur(mask: Mask, { tall }: Outline): boolean {
  const thin = Math.max(1, Math.round(THIN * tall));
  const edge = nearEdge(mask, thin);
  const core: Mask = { ...mask, data: mask.data.map((value, i) => (value > 127 && edge[i] === 0 ? 255 : 0)) };
  const near = nearEdge(core, thin + Math.round(MOST_SPUR * tall));
  return mask.data.some((value, i) => value > 127 && core.data[i] === 0 && near[i] === 0);
}

function measureOutline(mask: Mask): Outline | null {
  const box = computeMaskBounds(mask);
  if (box === null) return null;
  const { x: left, y: top, width, height: tall } = box;
  const rows = Array.from({ length: tall }, (_, row) => row);
  const columns = Array.from({ length: width }, (_, x) =>
    rows.filter((row) => mask.data[(top + row) * mask.width + left + x] > 127),
  );
  const tops = columns.map(([first = tall]) => tall - first);
  return { left, top, tall, tops, feet: columns.map((column) => tall - 1 - (column.at(-1) ?? tall - 1)) };
}

/** Counts the places of the lower outline that stand lower than what is beside them, and are dark. */
function countTyres({ l, width }: Lab, { left, top, tall, feet }: Outline): number {
  const lows: number[] = [];
  let [edge, isLow] = [feet[0], false];
  feet.forEach((foot, x) => {
    if (isLow && foot < feet[lows[lows.length - 1]]) lows[lows.length - 1] = x;
    if (!isLow && foot < edge - FOOT * tall) lows.push(x);
    const turns = isLow ? foot > edge + FOOT * tall : foot < edge - FOOT * tall;
    edge = turns ? foot : isLow ? Math.min(edge, foot) : Math.max(edge, foot);
    isLow = isLow !== turns;
  });
  const high = Math.max(1, Math.round(TYRE * tall));
  return lows.filter((x) => {
    const foot = (top + tall - 1 - feet[x]) * width + left + x;
    const light = Array.from({ length: high }, (_, n) => l[foot - n * width]);
    return light.reduce((sum, one) => sum + one, 0) < DARK * high;
  }).length;
}

/** Returns the depth of the deepest place between two higher ones. */
function measureDip({ tops, tall }: Outline): number {
  const roof = withoutNarrow(tops);
  const after = new Float64Array(roof.length + 1);
  for (let x = roof.length - 1; x >= 0; x--) after[x] = Math.max(after[x + 1], roof[x]);
  let [before, dip] = [0, 0];
  roof.forEach((height, x) => {
    before = Math.max(before, height);
    dip = Math.max(dip, Math.min(before, after[x]) - height);
  });
  return dip / tall;
}

function withoutNarrow(tops: readonly number[]): number[] {
  const reach = Math.round(NARROW * tops.length);
  const near = (heights: readonly number[], x: number) =>
    heights.slice(Math.max(0, x - reach), x + reach + 1);
  const least = tops.map((_, x) => Math.min(...near(tops, x)));
  return least.map((_, x) => Math.max(...near(least, x)));
}

/** True for a part at one end that reaches behind the vehicle: it ends far above the ground. */
function hasHangingEnd({ feet, tall }: Outline, { end, high }: typeof HANGING.sideOn): boolean {
  const stands = feet.map((foot) => foot < high * tall);
  return Math.max(stands.indexOf(true), feet.length - 1 - stands.lastIndexOf(true)) > end * feet.length;
}

/** Returns the largest share of a disc on the upper outline that is object. */
function measureCorner({ data, width, height }: Mask, { left, top, tall, tops }: Outline): number {
  const reach = Math.max(3, Math.round(DISC * tall));
  const roof = withoutNarrow(tops);
  let most = 0;
  for (let at = reach; at < tops.length - reach; at += 2) {
    if (tops[at] - roof[at] > 0.02 * tall) continue;
    let [all, object] = [0, 0];
    for (let y = -reach; y <= reach; y++) {
      const half = Math.floor(Math.sqrt(reach * reach - y * y));
      const row = top + tall - tops[at] + y;
      all += 2 * half + 1;
      if (row < 0 || row >= height) continue;
      for (let x = left + at - half; x <= left + at + half; x++) object += data[row * width + x] >> 7;
    }
    most = Math.max(most, object / all);
  }
  return most;
}

/** Returns the share of the object that is painted in another hue than most of its paint. */
function measureOtherPaint({ a, b }: Lab, mask: Mask): number {
  const seam = nearEdge(mask, SEAM);
  const counts = new Array<number>(HUES).fill(0);
  let all = 0;
  mask.data.forEach((value, i) => {
    if (value <= 127 || seam[i] === 1) return;
    all++;
    if (Math.hypot(a[i], b[i]) < CHROMA) return;
    const hue = getHue(a[i], b[i]);
    counts[hue] = counts[hue] + 1;
  });
  const main = counts.reduce(
    (best, _, hue) => (sumHues(counts, hue, 3) > sumHues(counts, best, 3) ? hue : best),
    0,
  );
  const others = [4, 5, 6, 7, 8, 9].map((off) => sumHues(counts, main + off, 2));
  return all === 0 ? 0 : Math.max(...others) / all;
}

/** Returns the longest stretch of the upper outline, as a share of it, in a hue that most of it has not: another roof. */
function measureOtherRoof(lab: Lab, mask: Mask, outline: Outline): number {
  const paints = outline.tops.map((_, x) => readRoof(lab, mask, { ...outline, x }));
  const counts = new Array<number>(HUES).fill(0);
  for (const { hue } of paints) if (hue !== null) counts[hue] = counts[hue] + 1;
  const main = counts.indexOf(Math.max(...counts));
  const isGrey = paints.filter(({ chroma }) => chroma < GREY).length >= 0.5 * paints.length;
  if (!isGrey && sumHues(counts, main - 1, 3) < 0.5 * paints.length) return 0;
  let [run, longest] = [0, 0];
  for (const { hue } of paints) {
    const off = hue === null ? 0 : (hue - main + HUES) % HUES;
    run = hue !== null && (isGrey || Math.min(off, HUES - off) >= 3) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest / paints.length;
}

/** Returns the colourfulness of the object just under its upper outline, and its hue where it is painted. */
function readRoof(
  { a, b }: Lab,
  { data, width }: Mask,
  { left, top, tall, tops, x }: Outline & { x: number },
): { chroma: number; hue: number | null } {
  const first = top + tall - tops[x] + SEAM;
  const rows = Array.from({ length: Math.max(4, Math.round(ROOF * tall)) }, (_, n) => first + n);
  const places = rows.map((row) => row * width + left + x).filter((i) => (data[i] ?? 0) > 127);
  const mean = (of: Float32Array) => places.reduce((sum, i) => sum + of[i], 0) / Math.max(1, places.length);
  const [red, yellow] = [mean(a), mean(b)];
  const chroma = Math.hypot(red, yellow);
  return { chroma, hue: chroma < STRONG ? null : getHue(red, yellow) };
}

function getHue(a: number, b: number): number {
  return Math.floor((Math.atan2(b, a) / Math.PI + 1) * (HUES / 2)) % HUES;
}

/** Returns how often `wide` hues are seen, counted from `from`. */
function sumHues(counts: readonly number[], from: number, wide: number): number {
  return Array.from({ length: wide }, (_, n) => counts[(from + n + HUES) % HUES]).reduce(
    (sum, count) => sum + count,
    0,
  );
}
