import { deepEqual, equal } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import sharp from 'sharp';
import type { ApiClient } from '../../support/api-client.ts';
import { readBatch, visit } from '../../support/batches.ts';
import { leave, test } from '../../support/journey.ts';
import { looksRight } from '../../support/page-checks.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { becomes, type Person, press, sees, seesAllArrived, uploadRow } from '../../support/steps.ts';

let app: RunningApp;
let browser: Browser;

test.beforeAll(({ shared }) => {
  ({ app, browser } = shared);
});

test.afterAll(async ({ shared }) => {
  await leave(shared);
});

const ARTICLES = ['Cană albă', 'Masă', 'Scaun'];

/** Two photos in a folder for each article, all with the same two names, and a paper beside them. `label`: a photo that lies in each folder. */
async function makeArchive({ label = null }: { label?: string | null } = {}) {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [i, article] of ARTICLES.entries())
    for (const n of [1, 2]) {
      const background = { r: 60 * (i + 1), g: 90 * n, b: 200 - 50 * i };
      const image = sharp({ create: { width: 640, height: 480, channels: 3, background } });
      await zip.add(`${article}/${n}.jpg`, new Uint8ArrayReader(await image.jpeg().toBuffer()));
    }
  if (label !== null) {
    const image = sharp({ create: { width: 480, height: 480, channels: 3, background: 'gold' } });
    const bytes = new Uint8Array(await image.jpeg().toBuffer());
    for (const article of ARTICLES) await zip.add(`${article}/${label}`, new Uint8ArrayReader(bytes));
  }
  await zip.add('lista.pdf', new Uint8ArrayReader(new Uint8Array(10)));
  return { name: 'marfa.zip', mimeType: 'application/zip', buffer: Buffer.from(await zip.close()) };
}

async function pickArchive(person: Person, label: string, archive = makeArchive()): Promise<void> {
  const chooser = person.page.waitForEvent('filechooser');
  await press(person, person.page.getByRole('main').getByText(label, { exact: true }));
  await (await chooser).setFiles([await archive]);
}

async function makeArchiveOfPapers() {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  await zip.add('lista.pdf', new Uint8ArrayReader(new Uint8Array(10)));
  return { name: 'acte.zip', mimeType: 'application/zip', buffer: Buffer.from(await zip.close()) };
}

const findBatchId = (page: Page) => new URL(page.url()).searchParams.get('lot') ?? '';

async function readNames(client: ApiClient, batchId: string): Promise<string[]> {
  const { photos } = await readBatch(client, batchId);
  return Object.values(photos as Record<string, { name: string }>)
    .map(({ name }) => name)
    .sort();
}

const NAMES = ['1.jpg', '1.jpg', '1.jpg', '2.jpg', '2.jpg', '2.jpg'];

test('a ZIP with a folder for each article, picked on a phone, is proposed as their lots', async () => {
  const { person, client } = await visit(browser, app.url, { email: 'zip@fotolot.example', device: 'phone' });
  const { page } = person;
  await page.goto('/upload');
  await page.getByText('Un ZIP', { exact: true }).waitFor();
  await looksRight(page, 'ways to add photos');
  await pickArchive(person, 'Un ZIP');
  await seesAllArrived(page, 6);
  await uploadRow(page, 'marfa.zip').getByText('Un fișier din arhivă nu este fotografie.').waitFor();
  await looksRight(page, 'photos of an archive');
  deepEqual(await readNames(client, findBatchId(page)), NAMES);
  await press(person, page.getByRole('link', { name: 'Vezi 3 loturi' }));
  const names = page.getByRole('region', { name: /^Lotul \d+$/ }).getByRole('textbox');
  await becomes(
    () => names.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value)),
    ARTICLES,
  );
});

test('a photo that lies in the folders of several articles is named with the one lot that has it', async () => {
  const { person } = await visit(browser, app.url, { email: 'zip-eticheta@fotolot.example' });
  const { page } = person;
  const isNamed = () =>
    sees(
      page,
      /^„eticheta\.jpg” e aceeași poză în mai multe dosare: stă doar în „(Cană albă|Masă|Scaun)”\. /,
    );
  await page.goto('/upload');
  await pickArchive(person, 'Adaugă fotografii', makeArchive({ label: 'eticheta.jpg' }));
  await sees(page, '7 din 7 trimise');
  await press(person, page.getByRole('link', { name: 'Vezi 3 loturi' }));
  await isNamed();
  await looksRight(page, 'a photo of several folders');
  await press(person, page.getByRole('button', { name: 'Fă 3 loturi' }));
  await page.getByRole('button', { name: 'Procesează 3 loturi – 3 credite' }).waitFor();
  await isNamed();
});

test('photos of a ZIP arrive although its tab was closed in the middle of it', async () => {
  const { person, client } = await visit(browser, app.url, { email: 'zip-rest@fotolot.example' });
  const { page } = person;
  let sent = 0;
  await page.route('**/api/uploads/*', (route) => {
    sent += 1;
    return sent === 1 ? route.continue() : route.abort();
  });
  await page.goto('/upload');
  await pickArchive(person, 'Adaugă fotografii');
  await becomes(async () => sent > 3, true);
  const batchId = findBatchId(page);
  await page.close();
  const later = await person.context.newPage();
  await later.goto(`/upload?lot=${batchId}`);
  await seesAllArrived(later, 6);
  deepEqual(await readNames(client, batchId), NAMES);
  const kept = await later.evaluate(
    () =>
      new Promise((done) => {
        const opening = indexedDB.open('fotolot-uploads');
        opening.onsuccess = () => {
          const count = opening.result.transaction('files').objectStore('files').count();
          count.onsuccess = () => done(count.result);
        };
      }),
  );
  equal(kept, 0);
});

test('a ZIP without photos says so and leaves no lot behind; the next one makes its own', async () => {
  const { person, client } = await visit(browser, app.url, { email: 'zip-acte@fotolot.example' });
  const { page } = person;
  const countLots = async () => (await client.call('GET', '/api/batches')).body.batches.length;
  await page.goto('/upload');
  for (const time of [1, 2]) {
    await pickArchive(person, 'Adaugă fotografii', makeArchiveOfPapers());
    await becomes(
      () =>
        uploadRow(page, 'acte.zip')
          .getByText(/nu este fotografie/)
          .count(),
      time,
    );
    await becomes(countLots, 0);
    await becomes(async () => page.url().endsWith('/upload'), true);
  }
  await looksRight(page, 'an archive without photos');
  await pickArchive(person, 'Adaugă fotografii');
  await seesAllArrived(page, 6);
  equal(await countLots(), 1);
  // Meanwhile the lot was started elsewhere: no start is offered that would be refused.
  const batchId = findBatchId(page);
  const { photoIds } = await readBatch(client, batchId);
  const key = { 'idempotency-key': `start-${batchId}` };
  const body = { photoIds, cost: 1 };
  equal((await client.call('POST', `/api/batches/${batchId}/start`, { body, headers: key })).status, 200);
  await page.getByText('Lotul este în lucru.', { exact: false }).waitFor();
  equal(await page.getByRole('button', { name: /^Procesează/ }).count(), 0);
});
