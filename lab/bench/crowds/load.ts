import { type Dealer, uploaded } from '../dealer.ts';
import { photos } from '../photos.ts';
import { spentFrom } from '../processor.ts';
import { add, percentile, percentiles, two } from '../table.ts';
import { inWorker } from './in-worker.ts';
import { type Member, seedCrowd } from './seed-crowd.ts';

/** Instructions for the crowd. */
export interface CrowdPlan {
  readonly url: string;
  readonly members: readonly Member[];
  readonly seconds: number;
  readonly secondsPerPage: number;
  /** A browser's own: a thumbnail that was shown is not asked for again. */
  readonly hasCache: boolean;
  /** It has been here before. */
  readonly warm: boolean;
}

export interface CrowdResult {
  /** Milliseconds of each answer, by route. */
  readonly times: Readonly<Record<string, number[]>>;
  /** Number of failures by route and status. */
  readonly failures: Readonly<Record<string, number>>;
  readonly pages: number;
  readonly seconds: number;
}

const P95_GOAL_MS = 300;
const SECONDS_PER_PAGE = 10;
const BATCHES = 3;
const PHOTOS_PER_BATCH = 20;
/** Pages a second are raised by this factor, until an answer takes too long. */
const STEP = 1.5;
const MOST_STEPS = 12;
const STEP_SECONDS = 15;

/** Accounts with three batches of twenty photos each. */
export async function crowd(shop: Dealer, users: number): Promise<Member[]> {
  const [photoId = ''] = await uploaded(shop, await photos(1));
  const { body } = await shop.client.call('GET', '/api/batches');
  const model = { batchId: body.batches[0].id, photoId };
  return seedCrowd(shop.app.dataDir, model, { users, batches: BATCHES, photosPerBatch: PHOTOS_PER_BATCH });
}

/** Many people at once who use the product as they do, first without and then with what their browsers keep; then ever faster. */
export async function manyPeople(shop: Dealer, members: readonly Member[], minutes: number): Promise<void> {
  const usual = { url: shop.app.url, members, seconds: 60 * minutes, secondsPerPage: SECONDS_PER_PAGE };
  await report(shop, { ...usual, hasCache: false, warm: false });
  await report(shop, { ...usual, hasCache: true, warm: false });
  let held = 0;
  for (let step = 0; step < MOST_STEPS; step++) {
    const secondsPerPage = SECONDS_PER_PAGE / STEP ** step;
    const seconds = Math.min(STEP_SECONDS, 30 * minutes);
    const plan = { ...usual, secondsPerPage, seconds, hasCache: true, warm: true };
    // Once more: other programs may have had the machine.
    const pace = (await heldPace(plan)) ?? (await heldPace(plan));
    if (pace === null) break;
    held = pace;
  }
  add({
    measured: `pages a second that ${members.length} people with warm browsers may open before a route's p95 passes ${P95_GOAL_MS} ms`,
    ours: `${two(held)} a second (${two(60 * held)} a minute)`,
    other: '–',
    ratios: [],
    goal: null,
    met: null,
  });
}

/** Returns pages a second, or null where a route's replies took too long or failed. */
async function heldPace(plan: CrowdPlan): Promise<number | null> {
  const result = await run(plan);
  const [worst, p95] = slowest(result);
  const pace = result.pages / result.seconds;
  console.error(`  ${two(pace)} pages a second: p95 ${p95.toFixed(0)} ms (${worst})`);
  return p95 > P95_GOAL_MS || isBroken(result) ? null : pace;
}

const run = (plan: CrowdPlan) => inWorker<CrowdResult>('load-crowd.ts', plan);

async function report(shop: Dealer, plan: CrowdPlan): Promise<void> {
  const spent = spentFrom(shop.app.pid);
  const result = await run(plan);
  const processor = spent();
  const how = plan.hasCache ? 'with a browser’s cache' : 'all pictures each time';
  const requests = Object.values(result.times).reduce((sum, { length }) => sum + length, 0);
  const summary = `${plan.members.length} people, a page every ${two(plan.secondsPerPage)} s, ${how}`;
  const failed = Object.entries(result.failures).map(([what, n]) => `${n} × ${what}`);
  const isHeld = !isBroken(result);
  add({
    measured: `${summary}: replies in ${two(result.seconds)} s`,
    ours: `${requests} (${two(requests / result.seconds)} a second; ${processor})`,
    other: '–',
    ratios: [],
    goal: `none failed${failed.length > 0 ? ` (${failed.join(', ')})` : ''}`,
    met: isHeld,
  });
  for (const [route, taken] of Object.entries(result.times).sort())
    add({
      measured: `… ${route}, ${taken.length} replies, p50 / p95 / p99`,
      ours: percentiles(taken),
      other: '–',
      ratios: [],
      goal: plan.hasCache ? `p95 ≤ ${P95_GOAL_MS} ms` : null,
      met: plan.hasCache ? percentile(taken, 0.95) <= P95_GOAL_MS : null,
    });
}

const isBroken = ({ failures }: CrowdResult) => Object.keys(failures).length > 0;

/** The streams are opened before the pages, all at once: that is no pace. */
function slowest({ times }: CrowdResult): [string, number] {
  const { live: _, ...routes } = times;
  const all = Object.entries(routes).map(([route, taken]): [string, number] => [
    route,
    percentile(taken, 0.95),
  ]);
  return all.reduce((worst, one) => (one[1] > worst[1] ? one : worst), ['', 0]);
}
