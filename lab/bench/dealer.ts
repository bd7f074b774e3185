import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PHOTOS_PER_CREDIT } from '#domain/credits/cost.ts';
import { ApiClient, runTool } from '../../e2e/support/api-client.ts';
import { type RunningApp, startApp } from '../../e2e/support/start-app.ts';
import { OUTPUTS } from './engines/jobs.ts';

/** The whole server in a process of its own with a dealer's account. */
export interface Dealer {
  readonly app: RunningApp;
  readonly client: ApiClient;
}

export const DEALER_EMAIL = 'dealer@fotolot.example';

/** `settings`: of the server, beside the usual ones. */
export async function dealer(settings: Readonly<Record<string, string>> = {}): Promise<Dealer> {
  const app = await startApp({ LOG_LEVEL: 'error', ...settings });
  const client = new ApiClient(app.url);
  await client.call('POST', '/api/auth/register', {
    body: { email: DEALER_EMAIL, password: 'drumul spre Cluj' },
  });
  const given = await runTool('tools/give-plan.ts', [DEALER_EMAIL, '--plan', 'dealer', '--credits', '1000'], {
    dataDir: app.dataDir,
  });
  if (given.code !== 0) throw new Error(given.output);
  return { app, client };
}

interface Uploaded {
  readonly id: string;
  readonly state: string;
  readonly duplicateOf: string | null;
}

/** The given photos in the gallery, three uploads at a time as the page does. Returns their ids when every one is ready. */
export async function uploaded({ client }: Dealer, paths: readonly string[]): Promise<string[]> {
  const { body: batch } = await client.call('POST', '/api/batches', { body: { name: 'Măsurat' } });
  const left = [...paths];
  const sender = async () => {
    for (let path = left.shift(); path; path = left.shift())
      await client.upload(new Uint8Array(await readFile(path)), basename(path), batch.id);
  };
  await Promise.all([sender(), sender(), sender()]);
  for (;;) {
    const { body } = await client.call('GET', `/api/batches/${batch.id}`);
    const found = body.photoIds.map((id: string) => body.photos[id]) as Uploaded[];
    if (found.some(({ state }) => state === 'refused')) throw new Error('a photo was refused');
    // One that another part of the bench has brought already is a copy of that.
    if (found.every(({ state }) => state === 'ready' || state === 'duplicate'))
      return found.map(({ id, duplicateOf }) => duplicateOf ?? id);
    await wait(200);
  }
}

export interface Run {
  readonly batchId: string;
  readonly runId: string;
}

/** A new batch of these photos with the default recipe and three outputs, started. */
export async function start({ client }: Dealer, photoIds: readonly string[]): Promise<Run> {
  const { body: batch } = await client.call('POST', '/api/batches', { body: { photoIds } });
  const outputs = OUTPUTS.three.map((custom) => ({ kind: 'custom', custom }));
  await client.call('PATCH', `/api/batches/${batch.id}`, { body: { outputs } });
  const { status, body } = await client.call('POST', `/api/batches/${batch.id}/start`, {
    body: { photoIds, cost: Math.ceil(photoIds.length / PHOTOS_PER_CREDIT) },
    headers: { 'idempotency-key': `bench-${batch.id}` },
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { batchId: batch.id, runId: body.run.id };
}

async function isOver({ client }: Dealer, { batchId }: Run): Promise<boolean> {
  const { body } = await client.call('GET', `/api/batches/${batchId}`);
  return body.run.finishedAt !== null;
}

/** Seconds from the press of the button to the last result, as the server dates them. */
export async function processingSeconds(shop: Dealer, run: Run): Promise<number> {
  while (!(await isOver(shop, run))) await wait(500);
  const { body } = await shop.client.call('GET', `/api/batches/${run.batchId}`);
  if (body.state !== 'done') throw new Error(`the lot ended ${body.state}`);
  return (Date.parse(body.run.finishedAt) - Date.parse(body.run.createdAt)) / 1000;
}

/** Runs `measure` while lots are processed, always with one behind the other, so that they last as long as it does; then cancels them. */
export async function whileProcessing<T>(
  shop: Dealer,
  photoIds: readonly string[],
  measure: () => Promise<T>,
): Promise<T> {
  const runs = [await start(shop, photoIds), await start(shop, photoIds)];
  let isMeasured = false;
  const follow = async () => {
    for (; !isMeasured; await wait(1000)) {
      if (!(await isOver(shop, runs[0] as Run))) continue;
      runs.shift();
      runs.push(await start(shop, photoIds));
    }
  };
  // The processes have their first photos.
  await wait(1000);
  const [measured] = await Promise.all([
    measure().finally(() => {
      isMeasured = true;
    }),
    follow(),
  ]);
  for (const run of runs)
    await shop.client.call('POST', `/api/batches/${run.batchId}/runs/${run.runId}/cancel`);
  for (const run of runs) while (!(await isOver(shop, run))) await wait(100);
  return measured;
}
