import { equal } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { type Answer, ApiClient } from './api-client.ts';
import { getFileName, PLATE_FILES, SAMPLES } from './photo-files.ts';
import { newPerson, PASSWORD, type Person, press, sees, until } from './steps.ts';

/** Accounts and batches that journeys find ready: made beside the browser, through the same API. */
export interface Visit {
  readonly person: Person;
  readonly client: ApiClient;
}

/** A newly registered person whose browser is signed in. */
export async function visit(
  browser: Browser,
  url: string,
  { email, device = 'desk' }: { email: string; device?: 'phone' | 'desk' },
): Promise<Visit> {
  const client = new ApiClient(url);
  await client.call('POST', '/api/auth/register', { body: { email, password: PASSWORD } });
  const person = await newPerson(browser, url, { device });
  await enter(person, email);
  return { person, client };
}

/** Spends the three credits that an account begins with, and `more` of what was bought, by a batch of one photo each. */
export async function spendGift(client: ApiClient, { more = 0 } = {}): Promise<void> {
  for (const sample of SAMPLES.slice(0, 3 + more))
    await processBatch(client, await fillBatch(client, 'Cadou', [sample]));
}

/** Signs the browser in without its pages. */
export async function enter({ context }: Person, email: string, password = PASSWORD): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin' };
  const answer = await context.request.post('/api/auth/login', { data: { email, password }, headers });
  equal(answer.status(), 200, `${email} could not sign in`);
}

/** Makes a batch with these photos, ready to start; returns its id. */
export async function fillBatch(client: ApiClient, name: string, paths: readonly string[]): Promise<string> {
  const { body: batch } = await client.call('POST', '/api/batches', { body: { name } });
  for (const path of paths)
    await client.upload(new Uint8Array(await readFile(path)), getFileName(path), batch.id);
  await until(
    async () => Object.values<{ state: string }>((await readBatch(client, batch.id)).photos),
    (photos) => photos.every(({ state }) => state === 'ready' || state === 'duplicate'),
  );
  return batch.id;
}

/** Opens a new person's batch of the photos that `renderPlates` put into the folder. */
export async function openPlateBatch(
  { browser, app, folder }: { browser: Browser; app: { readonly url: string }; folder: string },
  who: { email: string; device: 'phone' | 'desk' },
): Promise<Visit & { readonly batchId: string }> {
  const { person, client } = await visit(browser, app.url, who);
  const batchId = await fillBatch(
    client,
    'Logan',
    PLATE_FILES.map((name) => join(folder, name)),
  );
  await person.page.goto(`/process/${batchId}`);
  return { person, client, batchId };
}

// biome-ignore lint/suspicious/noExplicitAny: a journey reads what the wire carries
export async function readBatch(client: ApiClient, batchId: string): Promise<any> {
  return (await client.call('GET', `/api/batches/${batchId}`)).body;
}

/** Starts the whole batch at one credit, as its button would. */
export async function startBatch(client: ApiClient, batchId: string): Promise<Answer> {
  const { photoIds } = await readBatch(client, batchId);
  const key = { 'idempotency-key': `start-${batchId}` };
  return client.call('POST', `/api/batches/${batchId}/start`, { body: { photoIds, cost: 1 }, headers: key });
}

export async function processBatch(client: ApiClient, batchId: string): Promise<void> {
  equal((await startBatch(client, batchId)).status, 200);
  await until(
    async () => (await readBatch(client, batchId)).state,
    (state) => state === 'done',
  );
}

/** On the page of consent of OLX's stand-in: lets Fotolot into an account there. */
export async function consentAtOlx(person: Person, seller = 'Ana (privat)'): Promise<void> {
  const { page } = person;
  await sees(page, 'MOD TEST: nu este OLX');
  await press(person, page.getByRole('button', { name: `Continuă ca ${seller}`, exact: true }));
}
