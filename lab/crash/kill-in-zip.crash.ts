import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { chromium, type Page } from '@playwright/test';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import sharp from 'sharp';
import { ApiClient, runTool } from '../../e2e/support/api-client.ts';
import { findBrowser } from '../../e2e/support/find-browser.ts';
import { PATIENCE } from '../../e2e/support/patience.ts';
import { type RunningApp, startApp } from '../../e2e/support/start-app.ts';
import { until } from '../../e2e/support/steps.ts';

/** kill -9 of the whole browser, and of the whole server, while the photos of a ZIP are sent. */
const ARTICLES = 8;
const PHOTOS = 2 * ARTICLES;
const ROUNDS = 2;
const ACCOUNT = { email: 'arhiva@fotolot.example', password: 'un raft cu pantofi' };

let app: RunningApp;
let client: ApiClient;
let folder: string;
let browser: ChildProcess;

before(async () => {
  app = await startApp({ LOG_LEVEL: 'warn' });
  client = new ApiClient(app.url);
  await client.call('POST', '/api/auth/register', { body: ACCOUNT });
  folder = await mkdtemp(join(tmpdir(), 'fotolot-kill-in-zip-'));
});

after(async () => {
  await killBrowser();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  await app.stop();
});

/** Opens a page in a browser that keeps what it stores in the profile, as a person's own does, and signs in. */
async function openPage(): Promise<Page> {
  const { path, own } = await findBrowser();
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--remote-debugging-port=0',
  ];
  browser = spawn(path, [...flags, `--user-data-dir=${join(folder, 'profile')}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(own && { env: own.env }),
  });
  let address = '';
  for await (const line of createInterface({ input: browser.stderr as NodeJS.ReadableStream })) {
    address = /^DevTools listening on (ws:.*)$/.exec(line)?.[1] ?? '';
    if (address !== '') break;
  }
  browser.stderr?.resume();
  const [context] = (await chromium.connectOverCDP(address)).contexts();
  ok(context);
  context.setDefaultTimeout(120_000 * PATIENCE);
  const headers = { 'sec-fetch-site': 'same-origin' };
  equal((await context.request.post(`${app.url}/api/auth/login`, { data: ACCOUNT, headers })).status(), 200);
  return context.newPage();
}

async function killBrowser(): Promise<void> {
  if (browser === undefined || browser.exitCode !== null || browser.signalCode !== null) return;
  const ended = once(browser, 'exit');
  browser.kill('SIGKILL');
  await ended;
}

/** Two photos in a folder for each article, other ones in each round. */
async function makeArchive(round: number): Promise<Buffer> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (let n = 0; n < PHOTOS; n++) {
    const background = { r: 15 * n, g: 40 * round, b: 255 - 12 * n };
    const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
    const picture = sharp({ create: { width: 1200, height: 900, channels: 3, background, noise } }).tint(
      background,
    );
    const bytes = await picture.jpeg({ quality: 80 }).toBuffer();
    await zip.add(`Articol ${n % ARTICLES}/${n < ARTICLES ? 1 : 2}.jpg`, new Uint8ArrayReader(bytes));
  }
  return Buffer.from(await zip.close());
}

interface SentPhoto {
  readonly name: string;
  readonly folder: string | null;
  readonly state: string;
}

async function readPhotos(batchId: string): Promise<SentPhoto[]> {
  return Object.values((await client.call('GET', `/api/batches/${batchId}`)).body.photos);
}

const findBatchId = (page: Page) => new URL(page.url()).searchParams.get('lot');

test('kills of browser and server while a ZIP is sent: each of its photos arrives once, from its folder, and nothing is paid', async (t) => {
  const { totalCredits } = (await client.call('GET', '/api/users/me')).body.credits;
  let cut = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    let page = await openPage();
    await page.goto(`${app.url}/upload`);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('main').getByText('Adaugă fotografii', { exact: true }).click();
    const archive = join(folder, `marfa-${round}.zip`);
    await writeFile(archive, await makeArchive(round));
    await (await chooser).setFiles(archive);
    const batchId = (await until(
      async () => findBatchId(page),
      (id) => id !== null,
    )) as string;
    const arrived = async () =>
      (await readPhotos(batchId)).filter(({ state }) => state !== 'uploading').length;
    await until(arrived, (count) => count >= 2);
    const before = await arrived();
    await killBrowser();
    if (before < PHOTOS) cut += 1;
    page = await openPage();
    await page.goto(`${app.url}/upload?lot=${batchId}`);
    await until(arrived, (count) => count > before);
    const then = await arrived();
    await app.kill('SIGKILL');
    if (then < PHOTOS) cut += 1;
    await app.restart();
    const photos = await until(
      () => readPhotos(batchId),
      (all) => all.length >= PHOTOS && all.every(({ state }) => state === 'ready' || state === 'duplicate'),
    );
    const wanted = Array.from(
      { length: PHOTOS },
      (_, n) => `marfa-${round}/Articol ${n % ARTICLES}/${n < ARTICLES ? 1 : 2}.jpg ready`,
    );
    deepEqual(photos.map(({ name, folder, state }) => `${folder}/${name} ${state}`).sort(), wanted.sort());
    await killBrowser();
  }
  const { body } = await client.call('GET', '/api/batches');
  deepEqual(
    body.batches.map((lot: { photoCount: number; state: string }) => [lot.photoCount, lot.state]),
    Array(ROUNDS).fill([PHOTOS, 'draft']),
  );
  equal((await client.call('GET', '/api/users/me')).body.credits.totalCredits, totalCredits);
  const { output } = await runTool('tools/verify.ts', ['--strict', '--deep'], { dataDir: app.dataDir });
  match(output, /everything holds/, output);
  t.diagnostic(`${cut} of ${2 * ROUNDS} kills hit a ZIP in the middle`);
  ok(cut >= ROUNDS, 'most kills came too late to hit anything');
});
