import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { runTool } from '../../support/api-client.ts';
import { closeWindows, test } from '../../support/journey.ts';
import { getFileName, renderScenes, SAMPLES, type Scenes } from '../../support/photo-files.ts';
import { openSlowConnection, type SlowConnection } from '../../support/slow-connection.ts';
import { type RunningApp, startApp } from '../../support/start-app.ts';
import {
  becomes,
  newPerson,
  type Person,
  pickPhotos,
  register,
  sees,
  seesAllArrived,
  signIn,
  until,
  uploadRow,
} from '../../support/steps.ts';

/** Files half sent when the connection, the server or the page goes away arrive by themselves afterwards. */
const PHOTOS = 3;
const MEGAPIXELS = 12;
/** Bytes a second of each connection while something is to be interrupted, so that there is a middle. */
const SLOW = 700_000;

const EMAIL = 'dealer@fotolot.example';

let app: RunningApp;
let browser: Browser;
let person: Person;
let page: Page;
let connection: SlowConnection;
let scenes: Scenes;
let next = 0;

// The last test looks at what all of them left.
test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser: own }) => {
  browser = own;
  [app, scenes] = await Promise.all([startApp({ LOG_LEVEL: 'warn' }), renderScenes(4 * PHOTOS, MEGAPIXELS)]);
  connection = await openSlowConnection(app.url);
  person = await newPerson(browser, connection.url);
  page = person.page;
  await register(person, EMAIL);
});

test.afterAll(async () => {
  await closeWindows(browser);
  await connection?.close();
  await app?.stop();
  await scenes?.remove();
});

/** Picks the next photos into a batch of their own and comes back when about a third of them has reached the server. */
async function beginUpload(): Promise<string[]> {
  const paths = scenes.paths.slice(next, next + PHOTOS);
  next += PHOTOS;
  await page.goto('/upload');
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  const third = sizes.reduce((sum, size) => sum + size, 0) / 3;
  connection.limit(SLOW);
  await pickPhotos(person, paths);
  await until(
    async () => connection.passed(),
    (bytes) => bytes > third,
  );
  return paths;
}

/** The offsets from which the browser sends pieces of files from now on. */
function watchOffsets(): number[] {
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && request.url().includes('/api/uploads/'))
      offsets.push(Number(request.headers()['upload-offset']));
  });
  return offsets;
}

test.describe('uploads that are interrupted', () => {
  test('go on by themselves when the server was killed in the middle, from where they were', async () => {
    await beginUpload();
    await app.kill('SIGKILL');
    await sees(page, 'Conexiune întreruptă. Reluăm de unde am rămas.');
    const offsets = watchOffsets();
    connection.limit(null);
    await app.restart();
    await seesAllArrived(page, PHOTOS);
    ok(
      offsets.some((offset) => offset > 0),
      `all began anew: ${offsets}`,
    );
  });

  test('go on by themselves when the network was away', async () => {
    await beginUpload();
    connection.cut();
    await person.context.setOffline(true);
    await sees(page, 'Conexiune întreruptă. Reluăm de unde am rămas.');
    const offsets = watchOffsets();
    connection.limit(null);
    connection.mend();
    await person.context.setOffline(false);
    await seesAllArrived(page, PHOTOS);
    ok(
      offsets.some((offset) => offset > 0),
      `all began anew: ${offsets}`,
    );
  });

  test('go on by themselves behind a connection that died without the server hearing of it', async () => {
    await beginUpload();
    const offsets = watchOffsets();
    const reported: number[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/api/uploads/')) reported.push(response.status());
    });
    connection.lose();
    connection.limit(null);
    await seesAllArrived(page, PHOTOS);
    ok(
      offsets.some((offset) => offset > 0),
      `all began anew: ${offsets}`,
    );
    // 409: Chromium itself sends again what a dead connection carried, from where that began.
    ok(
      reported.every((status) => status < 400 || status === 409),
      `refused: ${reported}`,
    );
  });

  test('go on by themselves when the page was reloaded', async () => {
    const paths = await beginUpload();
    const offsets = watchOffsets();
    await page.reload();
    connection.limit(null);
    await seesAllArrived(page, PHOTOS);
    // None at all: what the browser had written stood in the connection's buffers and reached the server after the page was gone.
    ok(offsets.length === 0 || offsets.some((offset) => offset > 0), `all began anew: ${offsets}`);
    for (const path of paths) await uploadRow(page, getFileName(path)).waitFor();
  });

  test('are each one photo when the tab was closed before it heard that the server knows them', async () => {
    await page.goto('/upload');
    let announced = 0;
    await page.route('**/api/uploads', async (route) => {
      const answer = await route.fetch();
      if (answer.status() === 201) announced += 1;
    });
    await pickPhotos(person, SAMPLES.slice(0, PHOTOS));
    await becomes(async () => announced, PHOTOS);
    const batch = page.url();
    await page.close();
    page = await person.context.newPage();
    person = { ...person, page };
    await page.goto(batch);
    await seesAllArrived(page, PHOTOS);
    deepEqual(await page.getByText('se trimite din altă parte').count(), 0);
    await becomes(() => page.getByText(/^Poți închide pagina/).count(), 0);
  });
});

test.describe('a photo that is picked again', () => {
  test('is recognised and makes no second photo in the batch', async () => {
    const [copy = ''] = scenes.paths;
    await page.goto('/upload');
    await pickPhotos(person, [copy, scenes.paths.at(-1) as string]);
    const row = uploadRow(page, getFileName(copy));
    await sees(row, 'ai deja această fotografie, o folosim pe ea');
    await seesAllArrived(page, 2);
    await page.goto('/gallery');
    const all = page.getByRole('listbox', { name: 'Fotografii' }).getByRole('option');
    await becomes(() => all.count(), 5 * PHOTOS);
  });
});

test.describe('a phone', () => {
  test('sends big photos smaller and says when they were taken; whole when it is told to; one photo twice is one', async () => {
    const phone = await newPerson(browser, connection.url, { device: 'phone' });
    const known = 'ai deja această fotografie, o folosim pe ea';
    const [path = ''] = scenes.paths;
    const smaller = phone.page.getByLabel('Micșorează pozele înainte de trimitere');
    const sendsInto = async () => {
      await pickPhotos(phone, [path]);
      await seesAllArrived(phone.page, 1);
      return uploadRow(phone.page, getFileName(path));
    };
    await phone.page.goto('/login');
    await signIn(phone, EMAIL);
    await phone.page.waitForURL('**/dashboard');

    await phone.page.goto('/upload');
    await becomes(() => smaller.isChecked(), true);
    await sendsInto();
    const photo = await onlyPhoto(phone.page);
    deepEqual([photo?.width, photo?.height, photo?.takenAt], [2560, 1920, '2026-11-18T17:10:00']);
    ok(Number(photo?.bytes) < (await stat(path)).size / 2);

    // Browsers do not turn a WebP by its EXIF, which no name tells.
    const turned = `${path}.jpg`;
    await sharp(path)
      .resize(2800, 2100)
      .withMetadata({ orientation: 6 })
      .webp({ quality: 40 })
      .toFile(turned);
    await phone.page.goto('/upload');
    await pickPhotos(phone, [turned]);
    await seesAllArrived(phone.page, 1);
    const standing = await onlyPhoto(phone.page);
    deepEqual([standing?.width, standing?.height], [2100, 2800]);

    await phone.page.goto('/upload');
    await smaller.uncheck();
    await sees(await sendsInto(), known);

    await phone.page.goto('/upload');
    await becomes(() => smaller.isChecked(), false);
    await smaller.check();
    await sees(await sendsInto(), known);
    await phone.context.close();
  });
});

async function onlyPhoto(page: Page): Promise<Record<string, unknown> | undefined> {
  const batchId = new URL(page.url()).searchParams.get('lot');
  const batch = await page.evaluate(async (url) => (await fetch(url)).json(), `/api/batches/${batchId}`);
  return Object.values(batch.photos as Record<string, Record<string, unknown>>)[0];
}

test.describe('after all interruptions', () => {
  test('every file is whole and every record true', async () => {
    const { code, output } = await runTool('tools/verify.ts', ['--strict', '--deep'], {
      dataDir: app.dataDir,
    });
    match(output, /everything holds/);
    equal(code, 0);
    const refused = page.getByRole('option', { name: /refuzată|eroare/ });
    deepEqual(await refused.count(), 0);
  });
});
