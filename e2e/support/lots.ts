import { equal } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { type Answer, ApiClient } from './api-client.ts';
import { nameOf } from './photo-files.ts';
import { newPerson, PASSWORD, type Person, until } from './steps.ts';

/** Accounts and lots that journeys find ready: made beside the browser, through the same API. */
export interface Visit {
  readonly person: Person;
  readonly client: ApiClient;
}

/** A newly registered person whose browser is signed in. */
export async function visit(
  browser: Browser,
  url: string,
  email: string,
  device: 'phone' | 'desk' = 'desk',
): Promise<Visit> {
  const client = new ApiClient(url);
  await client.call('POST', '/api/auth/register', { email, password: PASSWORD });
  const person = await newPerson(browser, url, device);
  await enter(person, email);
  return { person, client };
}

/** Signs the browser in without its pages. */
export async function enter({ context }: Person, email: string, password = PASSWORD): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin' };
  const answer = await context.request.post('/api/auth/login', { data: { email, password }, headers });
  equal(answer.status(), 200, `${email} could not sign in`);
}

/** Makes a lot with these photos, ready to start; returns its id. */
export async function fillLot(client: ApiClient, name: string, paths: readonly string[]): Promise<string> {
  const { body: lot } = await client.call('POST', '/api/batches', { name });
  for (const path of paths) await client.upload(new Uint8Array(await readFile(path)), nameOf(path), lot.id);
  await until(
    async () => Object.values<{ state: string }>((await readLot(client, lot.id)).photos),
    (photos) => photos.every(({ state }) => state === 'ready' || state === 'duplicate'),
  );
  return lot.id;
}

// biome-ignore lint/suspicious/noExplicitAny: a journey reads what the wire carries
export async function readLot(client: ApiClient, lotId: string): Promise<any> {
  return (await client.call('GET', `/api/batches/${lotId}`)).body;
}

/** Starts the whole lot at one credit, as its button would. */
export async function startLot(client: ApiClient, lotId: string): Promise<Answer> {
  const { photoIds } = await readLot(client, lotId);
  const key = { 'idempotency-key': `start-${lotId}` };
  return client.call('POST', `/api/batches/${lotId}/start`, { photoIds, cost: 1 }, key);
}

export async function processLot(client: ApiClient, lotId: string): Promise<void> {
  equal((await startLot(client, lotId)).status, 200);
  await until(
    async () => (await readLot(client, lotId)).state,
    (state) => state === 'done',
  );
}
