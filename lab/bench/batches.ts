import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Dealer, processingSeconds, start, whileProcessing } from './dealer.ts';
import { bareSharpOnAllCores } from './engines/contestants.ts';
import { latencies } from './latency.ts';
import { treeSeconds } from './processor.ts';
import { SIZE } from './size.ts';
import { add, median, percentile, two } from './table.ts';

/** Least share of what bare sharp delivers in the same time. */
const RATE_GOAL = 0.95;
const API_RATIO_GOAL = 2.5;
const API_MS_GOAL = 8;
const API_SECONDS = 5 * SIZE.share;

/** The batch as people get it, from the button to the last result, against bare sharp that makes the same files and nothing else. */
export async function lotAgainstBareSharp(
  shop: Dealer,
  photoIds: readonly string[],
  { paths, rounds }: { paths: readonly string[]; rounds: number },
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fotolot-bench-lot-'));
  const bare = bareSharpOnAllCores();
  const rates: { ours: number[]; other: number[] } = { ours: [], other: [] };
  const costs: { ours: number[]; other: number[] } = { ours: [], other: [] };
  const ask = async () => {
    const { clock, processor } = await bare.ask({ job: 'three', paths, folder });
    rates.other.push(paths.length / clock);
    costs.other.push((1000 * processor) / paths.length);
  };
  const process = async () => {
    const before = treeSeconds(shop.app.pid);
    const seconds = await processingSeconds(shop, await start(shop, photoIds));
    const after = treeSeconds(shop.app.pid);
    rates.ours.push(photoIds.length / seconds);
    if (before !== null && after !== null) costs.ours.push((1000 * (after - before)) / photoIds.length);
  };
  try {
    await bare.ask({ job: 'three', paths: paths.slice(0, 8), folder });
    await processingSeconds(shop, await start(shop, photoIds.slice(0, 8)));
    for (let round = 0; round < rounds; round++)
      for (const side of round % 2 === 0 ? [ask, process] : [process, ask]) await side();
  } finally {
    await bare.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const what = `batch of ${paths.length} photos, three outputs, default recipe, through the app`;
  const rate = (values: readonly number[]) => `${two(median(values))} photos/s`;
  const ratios = rates.ours.map((mine, n) => mine / (rates.other[n] ?? 0));
  add({
    measured: `${what} ÷ bare sharp on all cores, without a recipe`,
    ours: rate(rates.ours),
    other: rate(rates.other),
    ratios,
    goal: `≥ ${two(RATE_GOAL)}`,
    met: median(ratios) >= RATE_GOAL,
  });
  if (costs.ours.length === 0) return;
  const cost = (values: readonly number[]) => `${median(values).toFixed(0)} ms`;
  add({
    measured: `the same: processor time a photo of server, database and image processes ÷ bare sharp`,
    ours: cost(costs.ours),
    other: cost(costs.other),
    ratios: costs.ours.map((mine, n) => mine / (costs.other[n] ?? 0)),
    goal: `≤ ${two(1 / RATE_GOAL)}`,
    met: median(costs.ours.map((mine, n) => mine / (costs.other[n] ?? 0))) <= 1 / RATE_GOAL,
  });
}

/** Response times of the API while a batch is processed, against none; each busy stretch between two idle ones. */
export async function apiInABatch(shop: Dealer, photoIds: readonly string[], rounds: number): Promise<void> {
  const p99 = (times: readonly number[]) => percentile(times, 0.99);
  await latencies(shop, 1);
  const idle: number[] = [];
  const busy: number[] = [];
  for (let round = 0; round < rounds; round++) {
    idle.push(p99(await latencies(shop, API_SECONDS)));
    busy.push(p99(await whileProcessing(shop, photoIds, () => latencies(shop, API_SECONDS))));
  }
  const ratios = busy.map((mine, n) => mine / (idle[n] ?? 0));
  add({
    measured: `API p99 (GET /api/users/me, 50 a second, from when each was due) while a lot runs ÷ idle`,
    ours: `${two(median(busy))} ms`,
    other: `${two(median(idle))} ms`,
    ratios,
    goal: `≤ ${two(API_RATIO_GOAL)}, or ≤ ${API_MS_GOAL} ms`,
    met: median(ratios) <= API_RATIO_GOAL || median(busy) <= API_MS_GOAL,
  });
}

export interface Wait {
  readonly name: string;
  /** Times that are measured. */
  readonly count: number;
  /** Quantiles of the times, each with its limit in milliseconds while a batch runs. */
  readonly goals: readonly { readonly share: number; readonly name: string; readonly most: number }[];
  /** Returns milliseconds. */
  readonly measure: (count: number) => Promise<number[]>;
}

/** Measures a person's waiting times, alone and while a batch runs. */
export async function waitInABatch(
  shop: Dealer,
  photoIds: readonly string[],
  { name, count, goals, measure }: Wait,
): Promise<void> {
  const idle = await measure(count);
  const busy = await whileProcessing(shop, photoIds, () => measure(count));
  for (const { share, name: part, most } of goals) {
    const [mine, alone] = [percentile(busy, share), percentile(idle, share)];
    add({
      measured: `${name}, ${part}, while a lot runs ÷ idle`,
      ours: `${mine.toFixed(0)} ms`,
      other: `${alone.toFixed(0)} ms`,
      ratios: [mine / alone],
      goal: `≤ ${most} ms`,
      met: mine <= most,
    });
  }
}
