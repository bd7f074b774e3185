/** Photos without a time: alone they are told by numbers and looks; among photos with one they fall in where name and looks say. */
import { cutAtBorders } from './borders.ts';
import { BESIDE, findNearest } from './likeness.ts';
import { isTimed, type Shot, type Track } from './shots.ts';

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
/** A run of fewer photos says nothing of how far its phone had come. */
const FEW = 5;
/** What a share of all photos costs by which a photo is astray, squared, against the logarithm of a distance. */
const ASTRAY = 30;
const NO_DISTANCE = 0.1;

/** Cuts photos of which none has a time. */
export function cutUntimed(tracks: readonly Track[]): Shot[][] {
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
  const filled: Shot[] = [];
  let run: Shot[] = [];
  for (const shot of track) {
    if (!isTimed(shot)) {
      run.push(shot);
      continue;
    }
    filled.push(...fillRun(run, { filled, after: track.slice(track.indexOf(shot)), pause }), shot);
    run = [];
  }
  return [...filled, ...fillRun(run, { filled, after: [], pause })];
}

interface Around {
  readonly filled: readonly Shot[];
  /** What comes after the run, the first one with a time. */
  readonly after: readonly Shot[];
  readonly pause: number;
}

/** Some of a run follow the photo before it, the others lead to the one after it, as looks say. */
function fillRun(run: readonly Shot[], { filled, after, pause }: Around): Shot[] {
  const [begin, end] = [filled.at(-1)?.at ?? null, after[0]?.at ?? null];
  if (begin === null && end === null) return [...run];
  const step =
    begin === null || end === null ? pause : Math.min(pause, Math.max(0, end - begin) / (run.length + 1));
  const stay =
    begin === null
      ? 0
      : end === null
        ? run.length
        : splitRun(run, filled.slice(-BESIDE), after.slice(0, BESIDE));
  return run.map((shot, n) => ({
    ...shot,
    at: n < stay ? (begin ?? 0) + (n + 1) * step : (end ?? 0) - (run.length - n) * step,
  }));
}

/** Returns how many of a run look rather like those before it. */
function splitRun(run: readonly Shot[], before: readonly Shot[], after: readonly Shot[]): number {
  const leans = run.map((shot) => (findNearest(before, [shot]) ?? 0) - (findNearest(after, [shot]) ?? 0));
  let [sum, best, stay] = [0, 0, 0];
  for (const [n, lean] of leans.entries()) {
    sum += lean;
    if (sum <= best) [best, stay] = [sum, n + 1];
  }
  return stay;
}

/**
 * Adds the photos of a phone without any time to things: where they look most alike in all, in the order of their names. Who had taken half
 * of the photos with one phone had taken about half of those with the other.
 */
export function addUntimed(things: readonly Shot[][], run: Track): void {
  const candidates = things.map((shots) => [...shots]);
  const shares = listShares(candidates);
  let costs = candidates.map(() => 0);
  const ways: number[][] = [];
  for (const [i, shot] of run.entries()) {
    const way: number[] = [];
    let best = 0;
    costs = costs.map((cost, n) => {
      if (cost < (costs[best] ?? 0)) best = n;
      way.push(best);
      const [begin = 0, end = 1] = shares[n] ?? [];
      const share = (i + 0.5) / run.length;
      const astray = run.length < FEW ? 0 : Math.max(0, begin - share, share - end);
      const nearest = findNearest(candidates[n] ?? [], [shot]) ?? 0;
      return (costs[best] ?? 0) + Math.log(nearest + NO_DISTANCE) + ASTRAY * astray ** 2;
    });
    ways.push(way);
  }
  let at = costs.indexOf(Math.min(...costs));
  for (let i = run.length - 1; i >= 0; i--) {
    const shot = run[i];
    if (shot !== undefined) things[at]?.push(shot);
    at = ways[i]?.[at] ?? 0;
  }
}

/** Returns from which to which share of all photos each thing's photos are. */
function listShares(things: readonly (readonly Shot[])[]): [begin: number, end: number][] {
  const all = things.reduce((sum, { length }) => sum + length, 0);
  let before = 0;
  return things.map(({ length }) => {
    const begin = before / all;
    before += length;
    return [begin, before / all];
  });
}
