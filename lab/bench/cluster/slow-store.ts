import { setTimeout as wait } from 'node:timers/promises';
import { previewPhoto } from '#contract/batches.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { type Cluster, startCluster } from '../../cluster/cluster.ts';
import { add, median, percentile, two } from '../table.ts';
import { type Lot, newLots, paceOf } from './lots.ts';

const OWNERS = 4;
const DELAY_MS = 300;
const PACE_GOAL = 0.6;
const PREVIEW_GOAL_MS = 300 + DELAY_MS;

/** A worker with four hands and previews over a store whose every reply comes 300 ms later, against the same store without that. */
export async function slowStore(photosEach: number, rounds: number): Promise<void> {
  const all = await startCluster();
  try {
    const env = { LOT_PROCESSES: '4' };
    const web = await all.start('web', { env });
    await all.start('worker', { env });
    const lots = await newLots(web.url, { owners: OWNERS, photosEach });
    await paceOf(lots, '4:3');
    const paces = { near: [] as number[], far: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      paces.near.push((await paceOf(lots, '3:2')).perSecond);
      paces.far.push(await delayed(all, async () => (await paceOf(lots, '4:3')).perSecond));
    }
    const previews = await previewTimes(all, lots);
    report(paces, previews, `${OWNERS} × ${photosEach} photos of 12 MP`);
  } finally {
    await all.close();
  }
}

async function delayed<T>({ store }: Cluster, work: () => Promise<T>): Promise<T> {
  await store.goesWrong({ delayMs: DELAY_MS });
  try {
    return await work();
  } finally {
    await store.goesWrong();
  }
}

interface Times {
  readonly near: number[];
  readonly far: number[];
}

/**
 * Milliseconds of each photo's first preview, whose files the process has yet to fetch: every other one with the store far away, so that
 * both meet the same machine. The first two, which start the image processes, do not count.
 */
async function previewTimes(all: Cluster, lots: readonly Lot[]): Promise<Times> {
  const [first, ...others] = lots.flatMap(({ owner, batchId, photoIds }) =>
    photoIds.map((photoId) => ({ owner, batchId, photoId })),
  );
  if (first) for (const crop of ['1:1', '4:3'] as const) await previewTime(first, crop);
  const times: Times = { near: [], far: [] };
  for (const [n, photo] of others.entries()) {
    if (n % 2) times.far.push(await delayed(all, () => previewTime(photo, '4:3')));
    else times.near.push(await previewTime(photo, '4:3'));
    await wait(30);
  }
  return times;
}

async function previewTime(
  { owner, batchId, photoId }: { owner: Lot['owner']; batchId: string; photoId: string },
  crop: '1:1' | '4:3',
): Promise<number> {
  const begun = performance.now();
  const reply = await owner.fetch(previewPhoto.path.replace('{batchId}', batchId), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      photoId,
      output: null,
      side: 1024,
      stage: 'after',
      recipe: { ...DEFAULT_RECIPE, crop },
    }),
  });
  await reply.arrayBuffer();
  if (reply.status !== 200) throw new Error(`no preview: ${reply.status}`);
  return performance.now() - begun;
}

function report({ near, far }: Times, previews: Times, lots: string): void {
  const ratios = far.map((pace, n) => pace / (near[n] ?? 1));
  add({
    measured: `photos a second where the store replies ${DELAY_MS} ms later ÷ where it does not, four hands, ${lots}`,
    ours: far.map(two).join(' / '),
    other: near.map(two).join(' / '),
    ratios,
    goal: `≥ ${PACE_GOAL}`,
    met: Math.min(...ratios) >= PACE_GOAL,
  });
  const [p95, nearP95] = [previews.far, previews.near].map((times) => percentile(times, 0.95)) as [
    number,
    number,
  ];
  add({
    measured: `first preview of a 12 MP photo at 1024 px there, asked → there, p95 in ms of ${previews.far.length} ÷ ${PREVIEW_GOAL_MS} ms, beside that of the near store`,
    ours: two(p95),
    other: two(nearP95),
    ratios: [p95 / PREVIEW_GOAL_MS],
    goal: '≤ 1',
    met: p95 <= PREVIEW_GOAL_MS,
  });
  const [half, nearHalf] = [median(previews.far), median(previews.near)];
  add({
    measured: `round trips of ${DELAY_MS} ms that such a preview waits for: median there − near ÷ ${DELAY_MS}`,
    ours: `${two(half)} ms`,
    other: `${two(nearHalf)} ms`,
    ratios: [(half - nearHalf) / DELAY_MS],
    goal: null,
    met: null,
  });
}
