import type { Dealer } from '../dealer.ts';
import { spentFrom } from '../processor.ts';
import { add, percentile, percentiles } from '../table.ts';
import { inWorker } from './in-worker.ts';
import type { Member } from './seed-crowd.ts';

export interface StreamsPlan {
  readonly url: string;
  readonly members: readonly Member[];
  readonly tabs: number;
  readonly seconds: number;
  readonly changesPerSecond: number;
}

export interface StreamsResult {
  /** Milliseconds from a change's request until a tab had it. */
  readonly delays: readonly number[];
  /** Expected number of delays. */
  readonly wanted: number;
}

const TABS = 2;
const CHANGES_PER_SECOND = 20;
const P95_GOAL_MS = 200;

/** Measures how long a change takes to the other tabs of its author, while each person has two open. */
export async function delaysOfChanges(
  shop: Dealer,
  members: readonly Member[],
  minutes: number,
): Promise<void> {
  const plan: StreamsPlan = {
    url: shop.app.url,
    members,
    tabs: TABS,
    seconds: 60 * minutes,
    changesPerSecond: CHANGES_PER_SECOND,
  };
  const spent = spentFrom(shop.app.pid);
  const { delays, wanted } = await inWorker<StreamsResult>('streams-crowd.ts', plan);
  const processor = spent();
  const p95 = percentile(delays, 0.95);
  add({
    measured: `a change, from its request until a tab has it, with ${members.length * TABS} tabs and ${CHANGES_PER_SECOND} changes a second: p50 / p95 / p99`,
    ours: `${percentiles(delays)} (${delays.length} of ${wanted}; ${processor})`,
    other: '–',
    ratios: [],
    goal: `all, p95 ≤ ${P95_GOAL_MS} ms`,
    met: delays.length === wanted && p95 <= P95_GOAL_MS,
  });
}
