import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { components } from './api-types.ts';

/** Makes a lot of the photos named, processes it and saves the files here: FOTOLOT_URL=https://… FOTOLOT_KEY=fot_… node lot.ts one.jpg two.jpg */
type Shapes = components['schemas'];
const { FOTOLOT_URL = '', FOTOLOT_KEY = '' } = process.env;
const API = `${FOTOLOT_URL}/api/v1`;
const TUS = { 'Tus-Resumable': '1.0.0' };

async function ask(
  url: string,
  { headers, ...init }: RequestInit & { headers?: object } = {},
): Promise<Response> {
  const response = await fetch(url, {
    ...init,
    headers: { Authorization: `Bearer ${FOTOLOT_KEY}`, ...headers },
  });
  if (response.ok) return response;
  const problem: Shapes['Problem'] = await response.json();
  throw new Error(`${problem.code}: ${problem.message}`);
}

async function send<T>(url: string, body: object, headers = {}): Promise<T> {
  const sent = { 'Content-Type': 'application/json', ...headers };
  return (await ask(url, { method: 'POST', headers: sent, body: JSON.stringify(body) })).json();
}

async function sendPhoto(path: string, batchId: string): Promise<void> {
  const bytes = await readFile(path);
  const metadata = `name ${Buffer.from(basename(path)).toString('base64')},batchId ${btoa(batchId)}`;
  const announced = { ...TUS, 'Upload-Length': `${bytes.length}`, 'Upload-Metadata': metadata };
  const place = (await ask(`${API}/uploads`, { method: 'POST', headers: announced })).headers.get('location');
  const headers = { ...TUS, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
  await ask(`${FOTOLOT_URL}${place}`, { method: 'PATCH', headers, body: bytes });
}

/** Reads the lot until no photo and no run is under way. */
async function readLot(id: string): Promise<Shapes['Batch']> {
  const lot: Shapes['Batch'] = await (await ask(`${API}/batches/${id}`)).json();
  const states = [lot.state, ...Object.values(lot.photos).map(({ state }) => state)];
  if (!states.some((state) => /uploading|preparing|queued|running/.test(state))) return lot;
  await wait(2000);
  return readLot(id);
}

const { id } = await send<Shapes['Batch']>(`${API}/batches`, { name: 'Din program' });
for (const path of process.argv.slice(2)) await sendPhoto(path, id);
const { start } = await readLot(id);
if (start === null) throw new Error('nothing can start');
// The lot's id as the key: it starts once.
await send(`${API}/batches/${id}/start`, start, { 'Idempotency-Key': id });
await readLot(id);
const { results }: Shapes['ResultList'] = await (await ask(`${API}/batches/${id}/results`)).json();
for (const { id: resultId, fileName } of results)
  await writeFile(fileName, await (await ask(`${API}/results/${resultId}/file`)).bytes());
