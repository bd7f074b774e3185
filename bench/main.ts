import { loadavg } from 'node:os';
import { strokeAnswers } from './cutouts.ts';
import { type Dealer, dealer, isOver, lotOf, processingSeconds, start } from './dealer.ts';
import { latencies, percentile } from './latency.ts';
import { photos } from './photos.ts';
import { bareSharp } from './run-bare-sharp.ts';
import { sliderTimes } from './slider.ts';
import { putSeconds, tusSeconds } from './uploads.ts';

/**
 * `npm run bench`: the product against the least that could do the same, alternating in one run; only the ratios carry over to
 * another machine. `-- --photos 20 --rounds 1` for a quick look.
 */
const option = (name: string, fallback: number) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const PHOTOS = option('photos', 100);
const ROUNDS = option('rounds', 3);
const STROKES = 20;
const FILES = option('files', 100);
const MOVES = option('moves', 60);
const MEGABYTES = 5;

const median = (values: readonly number[]) => percentile(values, 0.5);
const two = (value: number) => value.toFixed(2);
const rows: string[][] = [['measured', 'ours', 'the other', 'ratio (median of rounds)']];

type Lot = Awaited<ReturnType<typeof lotOf>>;

async function lotAgainstSharp(shop: Dealer): Promise<Lot> {
  const paths = await photos(PHOTOS);
  await bareSharp('plain', paths.slice(0, 4));
  const lot = await lotOf(shop, paths);
  const ours: number[] = [];
  const plain: number[] = [];
  const same: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    plain.push(await bareSharp('plain', paths));
    await start(shop, lot, round === 0 ? Math.ceil(PHOTOS / 20) : 0);
    ours.push(await processingSeconds(shop, lot.id));
    same.push(await bareSharp('same', paths));
  }
  const against = (other: number[]) => two(median(ours.map((mine, n) => (other[n] ?? 0) / mine)));
  const rate = (seconds: number[]) => `${two(PHOTOS / median(seconds))} photos/s`;
  rows.push([
    'lot with the default recipe ÷ bare sharp, resize and encode only',
    rate(ours),
    rate(plain),
    against(plain),
  ]);
  rows.push([
    'lot with the default recipe ÷ bare sharp doing the same with its own operations',
    rate(ours),
    rate(same),
    against(same),
  ]);
  return lot;
}

async function latencyInALot(shop: Dealer, lot: Lot): Promise<void> {
  const idle = [await latencies(shop, 5)];
  const busy: number[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    idle.push(await latencies(shop, 5));
    await start(shop, lot, 0);
    busy.push(await latencies(shop, 5));
    while (!(await isOver(shop, lot.id))) await latencies(shop, 1, 2);
  }
  const p99 = (runs: number[][]) => median(runs.map((run) => percentile(run, 0.99)));
  const ratio = two(p99(busy) / p99(idle.slice(1)));
  rows.push([
    'API p99 while a lot runs ÷ idle',
    `${two(p99(busy))} ms`,
    `${two(p99(idle.slice(1)))} ms`,
    ratio,
  ]);
}

/** Seconds from a stroke of the brush to the mask that knows it, on a photo of 12 MP. */
async function brushInALot(shop: Dealer, lot: Lot): Promise<void> {
  const [idlePhoto = '', busyPhoto = ''] = lot.photoIds;
  const idle = await strokeAnswers(shop, idlePhoto, STROKES);
  await start(shop, lot, 0);
  const busy = await strokeAnswers(shop, busyPhoto, STROKES);
  const isStill = !(await isOver(shop, lot.id));
  while (!(await isOver(shop, lot.id))) await latencies(shop, 1, 2);
  for (const [share, name] of [
    [0.5, 'median'],
    [0.95, 'p95'],
  ] as const) {
    const [inLot, alone] = [percentile(busy, share), percentile(idle, share)];
    rows.push([
      `brush answer, ${name}, while a lot runs${isStill ? '' : ' (it ended before)'} ÷ idle`,
      `${two(inLot / 1000)} s`,
      `${two(alone / 1000)} s`,
      two(inLot / alone),
    ]);
  }
}

async function sliderInALot(shop: Dealer, lot: Lot): Promise<void> {
  const { idle, busy } = await sliderTimes(shop, lot, MOVES);
  const p95 = (times: readonly number[]) => percentile(times, 0.95);
  const verdict = p95(busy) <= 150 ? 'within 150 ms' : 'over 150 ms';
  rows.push([
    `slider moved → picture shown, 12 MP, p95 while a lot runs ÷ idle (${verdict}; medians ${two(median(busy))} and ${two(median(idle))})`,
    `${two(p95(busy))} ms`,
    `${two(p95(idle))} ms`,
    two(p95(busy) / p95(idle)),
  ]);
}

async function uploadsAgainstPut(shop: Dealer): Promise<void> {
  const bytes = MEGABYTES * 1_000_000;
  await putSeconds(5, bytes);
  const tus: number[] = [];
  const put: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    put.push(await putSeconds(FILES, bytes));
    tus.push(await tusSeconds(shop, FILES, bytes));
  }
  const ratio = two(median(tus.map((seconds, n) => seconds / (put[n] ?? 1))));
  rows.push([
    `upload of ${FILES} × ${MEGABYTES} MB ÷ plain streaming PUT`,
    `${two(median(tus))} s`,
    `${two(median(put))} s`,
    ratio,
  ]);
}

console.log(`load before the start: ${two(loadavg()[0] ?? 0)}; ${PHOTOS} photos of 12 MP, ${ROUNDS} rounds`);
const shop = await dealer();
try {
  const lot = await lotAgainstSharp(shop);
  await latencyInALot(shop, lot);
  await brushInALot(shop, lot);
  await sliderInALot(shop, lot);
  await uploadsAgainstPut(shop);
} finally {
  await shop.app.stop();
}
const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
