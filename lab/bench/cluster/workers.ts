import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startCluster } from '../../cluster/cluster.ts';
import { treeSeconds } from '../processor.ts';
import { SIZE } from '../size.ts';
import { add, median, two } from '../table.ts';
import { type Lot, newLots, paceOf } from './lots.ts';

const OWNERS = Math.max(2, 10 * SIZE.share);
const HALF = 0.5;
const PERIOD_US = 100_000;
const CGROUPS = '/sys/fs/cgroup/cpu';
const HELD_WORKER = join(import.meta.dirname, 'held-worker.ts');
const RATIO_GOAL = 1.85;
const SPREAD_GOAL = 0.1;
/** Beyond what is held or possible by no more than what rounding and the ends of a lot explain. */
const TOLERANCE = 1.05;

/**
 * Two workers with half a core each against one, on the lots of ten people that begin together. Measured one after the other, with processes
 * moved into their half after their start, two were once 3.79 times one: another program may have come or gone between the two measurements,
 * and an image process that was just being forked may have kept a whole core. So both sides are there and warm from the beginning and take turns, there
 * and back; a worker is held before it has started anything; and what both took of the processor is told and checked.
 */
export async function workersAgainstOne(photosEach: number, rounds: number): Promise<void> {
  const ends = new AsyncDisposableStack();
  try {
    const [one, both] = [await openSide(1, { photosEach, ends }), await openSide(2, { photosEach, ends })];
    const turns: { one: Turn[]; both: Turn[] } = { one: [], both: [] };
    for (let round = 0; round < rounds; round++) {
      const crop = round % 2 === 0 ? '3:2' : '4:3';
      for (const side of round % 2 === 0 ? [one, both] : [both, one])
        turns[side === one ? 'one' : 'both'].push(await measureTurn(side, crop));
    }
    report(turns, { isHeld: one.isHeld && both.isHeld, photosEach });
  } finally {
    await ends.disposeAsync();
  }
}

interface Side {
  readonly workers: readonly { readonly pid: number }[];
  readonly isHeld: boolean;
  readonly lots: readonly Lot[];
}

/** An installation with so many workers, which have had each photo in their hands and have run all lots once. */
async function openSide(
  count: number,
  { photosEach, ends }: { photosEach: number; ends: AsyncDisposableStack },
): Promise<Side> {
  const all = await startCluster();
  const halves = Array.from({ length: count }, makeHalf);
  ends.defer(async () => {
    await all.close();
    for (const half of halves) await half?.remove();
  });
  const web = await all.start('web');
  const start = (half: Half | null) =>
    half === null
      ? all.start('worker')
      : all.start('worker', { main: HELD_WORKER, env: { HELD_IN: half.folder } });
  const workers = await Promise.all(halves.map(start));
  const lots = await newLots(web.url, { owners: OWNERS, photosEach });
  await paceOf(lots, '4:3');
  return { workers, isHeld: !halves.includes(null), lots };
}

interface Turn {
  /** Photos. */
  readonly perSecond: number;
  readonly spread: number;
  /** Processor seconds a second of each worker, with its image processes. */
  readonly cores: number;
  /** Processor seconds of the workers for a photo. */
  readonly cost: number;
}

async function measureTurn({ workers, lots }: Side, crop: '4:3' | '3:2'): Promise<Turn> {
  const spent = () => workers.reduce((sum, { pid }) => sum + (treeSeconds(pid) ?? 0), 0);
  const before = spent();
  const begun = performance.now();
  const { perSecond, spread } = await paceOf(lots, crop);
  const used = spent() - before;
  const photos = lots.reduce((sum, { photoIds }) => sum + photoIds.length, 0);
  const cores = used / ((performance.now() - begun) / 1000) / workers.length;
  return { perSecond, spread, cores, cost: used / photos };
}

/** Says why these figures cannot be; null for those that can. */
function findFault({ one, both }: { one: Turn[]; both: Turn[] }, isHeld: boolean): string | null {
  const most = Math.max(...[...one, ...both].map(({ cores }) => cores));
  if (isHeld && most > TOLERANCE * HALF) return `a worker took ${two(most)} of its ${two(HALF)} cores`;
  const ratios = both.map(({ perSecond }, n) => perSecond / (one[n]?.perSecond ?? 0));
  const highest = Math.max(...ratios);
  return highest > TOLERANCE * 2 ? `${two(highest)} times one, where two cannot be more than twice` : null;
}

function report(
  { one, both }: { one: Turn[]; both: Turn[] },
  { isHeld, photosEach }: { isHeld: boolean; photosEach: number },
): void {
  const ratios = both.map(({ perSecond }, n) => perSecond / (one[n]?.perSecond ?? 0));
  const lots = `${OWNERS} × ${photosEach} photos of 12 MP`;
  const all = (turns: Turn[], get: (turn: Turn) => number) => turns.map(get).map(two).join(' / ');
  add({
    measured: `two workers ${isHeld ? 'with half a core each' : 'that nothing holds to half a core here'} ÷ one, photos a second, ${lots}, S3 double`,
    ours: all(both, ({ perSecond }) => perSecond),
    other: all(one, ({ perSecond }) => perSecond),
    ratios,
    goal: isHeld ? `≥ ${RATIO_GOAL}` : null,
    met: isHeld ? median(ratios) >= RATIO_GOAL : null,
    unsound: findFault({ one, both }, isHeld),
  });
  add({
    measured: 'the same: cores that each worker took',
    ours: all(both, ({ cores }) => cores),
    other: all(one, ({ cores }) => cores),
    ratios: [],
    goal: null,
    met: null,
  });
  add({
    measured: 'the same: processor time of the workers for a photo, ms',
    ours: all(both, ({ cost }) => 1000 * cost),
    other: all(one, ({ cost }) => 1000 * cost),
    ratios: both.map(({ cost }, n) => cost / (one[n]?.cost ?? 0)),
    goal: null,
    met: null,
  });
  const turn = 1 / photosEach;
  const spread = median(both.map((each) => each.spread));
  add({
    measured: `the same: first end of a lot → last, as a share of the whole time`,
    ours: two(spread),
    other: two(median(one.map((each) => each.spread))),
    ratios: [],
    goal: `≤ ${SPREAD_GOAL} beyond one photo's turn of ${two(turn)}`,
    met: spread <= SPREAD_GOAL + turn,
  });
}

interface Half {
  readonly folder: string;
  remove(): Promise<void>;
}

/** Makes a group of processes that has half a core; null where the system has no cgroups of the first version, or lets us make none. */
function makeHalf(): Half | null {
  const folder = `${CGROUPS}/fotolot-bench-${process.pid}-${performance.now()}`;
  try {
    mkdirSync(folder);
    writeFileSync(`${folder}/cpu.cfs_period_us`, String(PERIOD_US));
    writeFileSync(`${folder}/cpu.cfs_quota_us`, String(PERIOD_US * HALF));
  } catch {
    return null;
  }
  const remove = async () => {
    for (let tries = 0; tries < 50; tries++) {
      try {
        return rmdirSync(folder);
      } catch {
        await wait(100);
      }
    }
  };
  return { folder, remove };
}
