import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiClient, runTool } from '../e2e/api-client.ts';
import { type RunningApp, startApp } from '../e2e/start-app.ts';

/** The whole server in a process of its own with a dealer's account. */
export interface Dealer {
  readonly app: RunningApp;
  readonly client: ApiClient;
}

export const DEALER_EMAIL = 'dealer@fotolot.example';

export async function dealer(): Promise<Dealer> {
  const app = await startApp({ LOG_LEVEL: 'error' });
  const client = new ApiClient(app.url);
  await client.call('POST', '/api/auth/register', { email: DEALER_EMAIL, password: 'drumul spre Cluj' });
  const given = await runTool(
    'tools/give-plan.ts',
    [DEALER_EMAIL, '--plan', 'dealer', '--credits', '1000'],
    app.dataDir,
  );
  if (given.code !== 0) throw new Error(given.output);
  return { app, client };
}

/** A lot of the given photos, three uploads at a time as the page does; answers when every one is ready. */
export async function lotOf(
  { client }: Dealer,
  paths: readonly string[],
): Promise<{ id: string; photoIds: string[] }> {
  const { body: lot } = await client.call('POST', '/api/batches', { name: 'Măsurat' });
  const left = [...paths];
  const sender = async () => {
    for (let path = left.shift(); path; path = left.shift())
      await client.upload(new Uint8Array(await readFile(path)), basename(path), lot.id);
  };
  await Promise.all([sender(), sender(), sender()]);
  for (;;) {
    const { body } = await client.call('GET', `/api/batches/${lot.id}`);
    const states = Object.values<{ state: string }>(body.photos).map(({ state }) => state);
    if (states.every((state) => state === 'ready')) return { id: lot.id, photoIds: body.photoIds };
    if (states.includes('refused')) throw new Error('a photo was refused');
    await wait(200);
  }
}

export async function start(
  { client }: Dealer,
  lot: { id: string; photoIds: string[] },
  cost: number,
): Promise<void> {
  const key = { 'idempotency-key': `bench-${performance.now()}`.replace('.', '-') };
  const { status, body } = await client.call(
    'POST',
    `/api/batches/${lot.id}/start`,
    { photoIds: lot.photoIds, cost },
    key,
  );
  if (status !== 200) throw new Error(JSON.stringify(body));
}

export async function isOver({ client }: Dealer, lotId: string): Promise<boolean> {
  const { body } = await client.call('GET', `/api/batches/${lotId}`);
  return body.run.finishedAt !== null;
}

/** Seconds from the press of the button to the last result, as the server dates them. */
export async function processingSeconds(from: Dealer, lotId: string): Promise<number> {
  while (!(await isOver(from, lotId))) await wait(500);
  const { body } = await from.client.call('GET', `/api/batches/${lotId}`);
  if (body.state !== 'done') throw new Error(`the lot ended ${body.state}`);
  return (Date.parse(body.run.finishedAt) - Date.parse(body.run.createdAt)) / 1000;
}
