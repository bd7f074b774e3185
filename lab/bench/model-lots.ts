import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PHOTOS_PER_CREDIT } from '#domain/credits/cost.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { saveTinyModel } from '#imaging/fixtures/tiny-model.ts';
import { type Dealer, dealer, processingSeconds, type Run, uploaded } from './dealer.ts';
import { latencies, previewTimes } from './latency.ts';
import { photos } from './photos.ts';
import { treeSeconds } from './processor.ts';
import { SIZE } from './size.ts';
import { add, percentile, two } from './table.ts';

/** By the clock, twenty photos on two cores. */
const MOST_SECONDS = (45 * SIZE.modelLot) / 20;
const API_SECONDS = 5 * SIZE.share;
const WHITE = { ...DEFAULT_RECIPE, background: { ...DEFAULT_RECIPE.background, kind: 'white' } };

interface Lot {
  readonly name: string;
  readonly clock: number;
  readonly processor: number;
  readonly api: number;
  readonly previews: number;
}

/**
 * A dealer's lot on white, from the recipe to the last file, each on a server of its own: by the models of `CUTOUT_MANIFEST` (paths with
 * commas between them, the small one last), else by that of the tests. API and previews are asked while another lot is cut out.
 */
export async function lotsByModel(count: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fotolot-bench-lots-'));
  try {
    const manifests = process.env.CUTOUT_MANIFEST?.split(',') ?? [await saveTinyModel(folder)];
    const paths = await photos(2 * count);
    const lots: Lot[] = [];
    for (const manifest of manifests) lots.push(await measureLot(manifest, paths));
    const reference = lots.at(-1) as Lot;
    for (const lot of lots) addRows(lot, reference, count);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function measureLot(manifest: string, paths: readonly string[]): Promise<Lot> {
  const shop = await dealer({ CUTOUT_MODEL: manifest });
  try {
    const ids = await uploaded(shop, paths);
    const half = ids.length / 2;
    const [before, begin] = [treeSeconds(shop.app.pid) ?? 0, performance.now()];
    await processingSeconds(shop, await startOnWhite(shop, ids.slice(0, half)));
    const clock = (performance.now() - begin) / 1000;
    const processor = ((treeSeconds(shop.app.pid) ?? 0) - before) / half;
    await startOnWhite(shop, ids.slice(half));
    const api = percentile(await latencies(shop, API_SECONDS), 0.95);
    const previews = percentile(await previewTimes(shop, ids[0] ?? '', SIZE.previews), 0.95);
    return { name: basename(manifest, '.json'), clock, processor, api, previews };
  } finally {
    await shop.app.stop();
  }
}

/** Starts a batch whose photos are cut out first. */
async function startOnWhite({ client }: Dealer, photoIds: readonly string[]): Promise<Run> {
  const { body: batch } = await client.call('POST', '/api/batches', { body: { photoIds } });
  const changed = await client.call('PATCH', `/api/batches/${batch.id}`, { body: { recipe: WHITE } });
  if (changed.status !== 200) throw new Error(JSON.stringify(changed.body));
  const { status, body } = await client.call('POST', `/api/batches/${batch.id}/start`, {
    body: { photoIds, cost: Math.ceil(photoIds.length / PHOTOS_PER_CREDIT) },
    headers: { 'idempotency-key': `bench-${batch.id}` },
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { batchId: batch.id, runId: body.run.id };
}

function addRows(lot: Lot, reference: Lot, count: number): void {
  const { name, clock } = lot;
  const what = `lot of ${count} on white by ${name} ÷ by ${reference.name}`;
  const most = MOST_SECONDS * (2 / availableParallelism());
  add({
    measured: `${what}, by the clock (load ${two(loadavg()[0] ?? 0)} at the end)`,
    ours: `${two(clock)} s`,
    other: `${two(reference.clock)} s`,
    ratios: [clock / reference.clock],
    goal: `≤ ${two(most)} s`,
    met: clock <= most,
  });
  const told = (part: string, unit: string, read: (lot: Lot) => number) =>
    add({
      measured: `the same: ${part}`,
      ours: `${two(read(lot))} ${unit}`,
      other: `${two(read(reference))} ${unit}`,
      ratios: [read(lot) / read(reference)],
      goal: null,
      met: null,
    });
  told('processor time a photo, all in all', 's', (each) => each.processor);
  told('API p95 while another lot is cut out', 'ms', (each) => each.api);
  told('preview p95 meanwhile', 'ms', (each) => each.previews);
}
