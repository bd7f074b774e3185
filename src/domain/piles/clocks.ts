/**
 * Lays the photos of several phones onto one clock. The clocks of two phones may be apart, mostly by whole hours. Where both were at the
 * same things, the photos of one lie in the stretches of the other. Where at no shift they do, two people were at different things, and
 * each phone stays by itself.
 */
import { cutAtBorders } from './borders.ts';
import type { TimedExposure } from './exposures.ts';
import { learnLooks } from './likeness.ts';
import { learnPauses } from './pauses.ts';

/** Photos in the order of one clock; each has its second. */
export type Timeline = readonly TimedExposure[];

const HOUR = 3600;
const FARTHEST = 14 * HOUR;
/** Seconds around a stretch that still belong to it. */
const AROUND = 15;
/**
 * A stretch ends where a pause is so many times as long as most. A phone's own ones are rather too short than too long, and those of a phone
 * that takes a photo now and then are told by the pauses of the other.
 */
const LONG = { base: 6, own: 2.5 } as const;
const MOST_LONG = 1.2;
const LEAST_LONG = 15;
/** Seconds by which a shift is looked at more closely. */
const NEARBY = 30;
/** Share of a phone's stretches that lie within one of the other's where both were at the same things. */
const INSIDE = 0.85;
/** Log odds of a shift before anything is seen: an hour, some hours, any other. */
const SHIFTS = { hour: -2, hours: -3, other: -5 };
/** What a shift must exceed in log odds: where photos of both were taken at the same time without one, and where they never were. */
const LEAST = { together: 1, disjoint: -1.5 } as const;
/** Log odds of a shift from which photos that one phone may have taken are of two. */
const TWO_PHONES = 6;
/** So many photos may be left out between two that one phone took. */
const MOST_LEFT_OUT = 1000;
/** Log odds below which two phones were at different things. */
const APART = -1;

export function layOntoClocks(tracks: readonly Timeline[]): Timeline[] {
  const timelines: Timeline[] = [];
  for (const track of bySize(joinOnePhone(tracks))) {
    const [base] = timelines;
    if (base === undefined) {
      timelines.push(track);
      continue;
    }
    const { shift, weight } = findShift(base, track);
    if (weight < APART) timelines.push(track);
    else timelines[0] = mergeTimelines(base, track, shift);
  }
  return timelines;
}

/** Joins tracks that may be of one phone, of which photos are left out, unless they clearly belong beside each other. */
function joinOnePhone(tracks: readonly Timeline[]): Timeline[] {
  const joined: Timeline[] = [];
  for (const track of bySize(tracks)) {
    const at = joined.findIndex(
      (other) => mayBeOnePhone(other, track) && findShift(other, track).weight < TWO_PHONES,
    );
    if (at === -1) joined.push(track);
    else joined[at] = mergeTimelines(joined[at] ?? [], track, 0);
  }
  return joined;
}

function bySize(tracks: readonly Timeline[]): Timeline[] {
  return [...tracks].sort((a, b) => b.length - a.length);
}

/** Cuts one phone's photos into things. */
export function cutTimeline(timeline: Timeline): TimedExposure[][] {
  const read = timeline.slice(1).flatMap((exposure, i) => {
    const before = timeline[i];
    return before?.told === 'read' && exposure.told === 'read' ? [exposure.at - before.at] : [];
  });
  const weighPause = learnPauses(read);
  return cutAtBorders(timeline, (before, after) =>
    before.told === 'unsure' || after.told === 'unsure'
      ? Number.NEGATIVE_INFINITY
      : weighPause(after.at - before.at),
  );
}

function mergeTimelines(one: Timeline, other: Timeline, shift: number): Timeline {
  const shifted = other.map((exposure) => ({ ...exposure, at: exposure.at + shift }));
  return [...one, ...shifted].sort((a, b) => a.at - b.at);
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly exposures: readonly TimedExposure[];
}

/** Two phones' photos in stretches, and how little a stretch of one looks like one of the other, in log odds. */
interface Compared {
  readonly base: readonly Stretch[];
  readonly own: readonly Stretch[];
  readonly looks: (base: number, own: number) => number;
}

function findShift(timeline: Timeline, track: Timeline): { shift: number; weight: number } {
  const long = findLong(timeline, LONG.base);
  const base = listStretches(timeline, long);
  const own = listStretches(track, Math.min(MOST_LONG * long, findLong(track, LONG.own)));
  const weighLooks = learnLooks(timeline);
  const known = new Map<number, number>();
  const looks = (a: number, b: number) => {
    const key = a * own.length + b;
    const weight = known.get(key) ?? weighLooks(base[a]?.exposures ?? [], own[b]?.exposures ?? []);
    known.set(key, weight);
    return weight;
  };
  const compared = { base, own, looks };
  const unshifted = weighShift(compared, 0);
  const isApart = isDisjoint(base, own);
  const least = isApart ? LEAST.disjoint : LEAST.together;
  let best = { shift: 0, weight: isApart ? least : unshifted };
  for (const shift of listShifts(base, own)) {
    const weight = weighShift(compared, shift) + getPrior(shift);
    if (weight > Math.max(best.weight, least)) best = { shift, weight };
  }
  return best.shift === 0 ? best : { ...best, shift: refineShift(compared, best.shift) };
}

/** True where names are alike, and all photos of one are later and have higher numbers. */
function mayBeOnePhone(one: Timeline, other: Timeline): boolean {
  const [early, late] = (one[0]?.at ?? 0) < (other[0]?.at ?? 0) ? [one, other] : [other, one];
  const [last, first] = [early.at(-1), late[0]];
  if (last === undefined || first === undefined || last.phone !== first.phone || last.at > first.at)
    return false;
  const leftOut = (first.number ?? 0) - (last.number ?? 0);
  return leftOut >= 0 && leftOut <= MOST_LEFT_OUT;
}

function isDisjoint(base: readonly Stretch[], own: readonly Stretch[]): boolean {
  return (own[0]?.from ?? 0) > (base.at(-1)?.to ?? 0) || (own.at(-1)?.to ?? 0) < (base[0]?.from ?? 0);
}

/** Returns the shift nearby at which the stretches stand out least from those around them. */
function refineShift({ base, own }: Compared, shift: number): number {
  let best = { shift, out: Number.POSITIVE_INFINITY };
  for (let by = 0; by <= 2 * NEARBY; by += 2) {
    // 0, 2, −2, 4 …: of equal ones the nearest counts.
    const near = shift + (by % 4 === 2 ? (by + 2) / 2 : -by / 2);
    let out = 0;
    for (const { from, to } of own) {
      const around = base[findAround(base, from + near, to + near) ?? -1];
      if (around !== undefined)
        out += Math.max(0, around.from - from - near) + Math.max(0, to + near - around.to);
      else out += AROUND;
    }
    if (out < best.out) best = { shift: near, out };
  }
  return best.shift;
}

/** Returns so many times what most pauses last. */
function findLong(timeline: Timeline, times: number): number {
  const pauses = timeline.slice(1).map(({ at }, i) => at - (timeline[i]?.at ?? at));
  const middle = [...pauses].sort((a, b) => a - b)[pauses.length >> 1] ?? 0;
  return Math.max(LEAST_LONG, times * middle);
}

/** Cuts where a pause is longer. */
function listStretches(timeline: Timeline, longest: number): Stretch[] {
  const stretches: { from: number; to: number; exposures: TimedExposure[] }[] = [];
  for (const exposure of timeline) {
    const open = stretches.at(-1);
    if (open === undefined || exposure.at - open.to > longest)
      stretches.push({ from: exposure.at, to: exposure.at, exposures: [exposure] });
    else {
      open.to = exposure.at;
      open.exposures.push(exposure);
    }
  }
  return stretches;
}

/** Whole hours, and what lays the beginning of a stretch onto that of another, to ten seconds. */
function listShifts(base: readonly Stretch[], own: readonly Stretch[]): Set<number> {
  const shifts = new Set([1, -1, 2, -2, 3, -3].map((hours) => hours * HOUR));
  for (const a of base) {
    for (const b of own) {
      const shift = Math.round((a.from - b.from) / 10) * 10;
      if (Math.abs(shift) <= FARTHEST && shift !== 0) shifts.add(shift);
    }
  }
  return shifts;
}

function getPrior(shift: number): number {
  if (Math.abs(shift) === HOUR) return SHIFTS.hour;
  return shift % HOUR === 0 && Math.abs(shift) <= 3 * HOUR ? SHIFTS.hours : SHIFTS.other;
}

/** Returns how much speaks for both having been at the same things at this shift, in log odds. */
function weighShift({ base, own, looks }: Compared, shift: number): number {
  const [start, end] = [(base[0]?.from ?? 0) - AROUND, (base.at(-1)?.to ?? 0) + AROUND];
  let weight = 0;
  for (const [n, { from, to }] of own.entries()) {
    if (from + shift < start || to + shift > end) continue;
    const around = findAround(base, from + shift, to + shift);
    const chance = chanceToLieWithin(base, to - from, end - start);
    weight +=
      around === null ? Math.log((1 - INSIDE) / (1 - chance)) : Math.log(INSIDE / chance) - looks(around, n);
  }
  return weight;
}

/** Returns the chance that a stretch so long, put anywhere, lies within one of these. */
function chanceToLieWithin(base: readonly Stretch[], length: number, range: number): number {
  const room = base.reduce((sum, { from, to }) => sum + Math.max(0, to - from + 2 * AROUND - length), 0);
  return Math.max(0.05, Math.min(0.9, room / Math.max(1, range - length)));
}

/** Returns the place of the stretch that these seconds lie within. */
function findAround(stretches: readonly Stretch[], from: number, to: number): number | null {
  let [low, high] = [0, stretches.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const stretch = stretches[middle];
    if (stretch === undefined) return null;
    if (from < stretch.from - AROUND) high = middle - 1;
    else if (from > stretch.to + AROUND) low = middle + 1;
    else return to <= stretch.to + AROUND ? middle : null;
  }
  return null;
}
