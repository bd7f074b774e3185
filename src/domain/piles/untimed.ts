/** Photos without a time: where no photo has one, numbers and looks tell; else they fall in between the photos of their phone that have one. */
import { cutAtBorders } from './borders.ts';
import { type Exposure, isTimed, type Track } from './exposures.ts';
import { BESIDE, findNearest } from './likeness.ts';

/** Log odds of a border by how many numbers are left out between two photos. */
const NUMBERS_LEFT_OUT = [
  { most: 0, weight: -2 },
  { most: 2, weight: -1.5 },
  { most: 14, weight: -0.3 },
  { most: Number.POSITIVE_INFINITY, weight: 0.4 },
];
const UNKNOWN = -1.5;
/** Rank of the pause that photos without a time are given. */
const SHORT = 0.4;
/** Distance by which photos look clearly rather like those on one side. */
const CLEARLY = 0.04;

/** Cuts photos of which none has a time. */
export function cutUntimed(tracks: readonly Track[]): Exposure[][] {
  return cutAtBorders(tracks.flat(), (before, after) => {
    if (before.number === null || after.number === null) return UNKNOWN;
    const leftOut = after.number - before.number - 1;
    if (leftOut < 0) return UNKNOWN;
    return NUMBERS_LEFT_OUT.find(({ most }) => leftOut <= most)?.weight ?? UNKNOWN;
  });
}

/** Gives photos without a time one, where their phone's others have some: in the midst of the photos before and after them. */
export function guessTimes(track: Track): Track {
  const timed = track.filter(isTimed);
  const pauses = timed.slice(1).map(({ at }, i) => at - (timed[i]?.at ?? at));
  // Photos left out make pauses longer: a pause of the shorter half is meant.
  const pause = Math.max(0, pauses.sort((a, b) => a - b)[Math.floor(pauses.length * SHORT)] ?? 0);
  const filled: Exposure[] = [];
  let run: Exposure[] = [];
  for (const exposure of track) {
    if (!isTimed(exposure)) {
      run.push(exposure);
      continue;
    }
    filled.push(...fillRun(run, { filled, after: track.slice(track.indexOf(exposure)), pause }), exposure);
    run = [];
  }
  return [...filled, ...fillRun(run, { filled, after: [], pause })];
}

interface Around {
  readonly filled: readonly Exposure[];
  /** What comes after the run, the first one with a time. */
  readonly after: readonly Exposure[];
  readonly pause: number;
}

/** Some of a run follow the photo before it, the others lead to the one after it, as looks say. */
function fillRun(run: readonly Exposure[], { filled, after, pause }: Around): Exposure[] {
  const [begin, end] = [filled.at(-1)?.at ?? null, after[0]?.at ?? null];
  if (begin === null && end === null) return [...run];
  const step =
    begin === null || end === null ? pause : Math.min(pause, Math.max(0, end - begin) / (run.length + 1));
  const split = splitRun(run, filled.slice(-BESIDE), after.slice(0, BESIDE));
  const stay = begin === null ? 0 : end === null ? run.length : split.stay;
  return run.map((exposure, n) => ({
    ...exposure,
    told: split.margin < CLEARLY ? 'unsure' : 'guessed',
    at: n < stay ? (begin ?? 0) + (n + 1) * step : (end ?? 0) - (run.length - n) * step,
  }));
}

/** Returns how many of a run look rather like those before it, and by how much more than any other number of them. */
function splitRun(
  run: readonly Exposure[],
  before: readonly Exposure[],
  after: readonly Exposure[],
): { stay: number; margin: number } {
  let sum = 0;
  const sums = run.map((exposure) => {
    sum += (findNearest(before, [exposure]) ?? 0) - (findNearest(after, [exposure]) ?? 0);
    return sum;
  });
  const ways = [0, ...sums];
  const [best = 0, second = best] = ways.toSorted((a, b) => a - b);
  return { stay: ways.lastIndexOf(best), margin: second - best };
}
