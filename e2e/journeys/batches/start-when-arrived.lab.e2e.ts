import { deepEqual, equal } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { fillBatch, processBatch, readBatch, visit } from '../../support/batches.ts';
import { Fingers } from '../../support/finger.ts';
import { closeWindows, test } from '../../support/journey.ts';
import { SAMPLES } from '../../support/photo-files.ts';
import { seedPhotos } from '../../support/seeded-photos.ts';
import { openSlowConnection, type SlowConnection } from '../../support/slow-connection.ts';
import { type RunningApp, startApp } from '../../support/start-app.ts';
import {
  becomes,
  keepToast,
  pickPhotos,
  press,
  stripOrder,
  until,
  watchProblems,
} from '../../support/steps.ts';

const PHOTOS = SAMPLES.slice(0, 3);
const EARLY = /^Procesează 3 fotografii când ajung – 1 credit \(rămân 2\)$/;

let app: RunningApp;
let browser: Browser;
test.beforeAll(async ({ browser: own }) => {
  browser = own;
  app = await startApp();
});
test.afterAll(async () => {
  await closeWindows(browser);
  await app?.stop();
});

async function watchForSkeletons(page: Page): Promise<void> {
  await page.evaluate(() => {
    const look = () => {
      if (document.querySelector('main')?.textContent?.includes('Se deschide lotul'))
        document.body.dataset.skeleton = 'seen';
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
}

/** The start is pressed while photos are on their way, and runs by itself when they are there. */
test.describe('a start that waits for its photos', () => {
  let connection: SlowConnection;
  test.beforeAll(async () => {
    connection = await openSlowConnection(app.url);
  });
  test.afterAll(() => connection?.close());
  test.afterEach(() => connection.limit(null));

  async function sending(email: string, device: 'phone' | 'desk') {
    const { person, client } = await visit(browser, app.url, { email, device });
    const { page } = person;
    await page.goto(`${connection.url}/upload`);
    await page.getByRole('heading', { name: 'Lot nou' }).waitFor();
    connection.limit(20_000);
    await pickPhotos(person, PHOTOS);
    await page.waitForURL(/\/upload\?lot=/);
    const batchId = new URL(page.url()).searchParams.get('lot') ?? '';
    return { person, page, client, batchId, problems: watchProblems(person) };
  }

  for (const device of ['phone', 'desk'] as const)
    test(`is pressed in the editor, says for what it waits, and runs once they are there (${device})`, async () => {
      const { person, page, client, batchId, problems } = await sending(`${device}@fotolot.example`, device);
      await press(person, page.getByRole('link', { name: /Alege rețeta/ }));
      await press(person, page.getByRole('button', { name: EARLY }));
      await page.getByRole('status').filter({ hasText: 'Pornește singur' }).waitFor();
      deepEqual((await readBatch(client, batchId)).wantedStart, {
        cost: 1,
        refusal: null,
        coverPlates: 'sure',
      });
      equal((await client.call('GET', '/api/users/me')).body.credits.totalCredits, 3);
      await watchForSkeletons(page);
      connection.limit(null);
      await page.getByRole('link', { name: /^Descarcă tot/ }).waitFor();
      // From the editor to the run and on to the results one view takes the other's place.
      equal(await page.evaluate(() => document.body.dataset.skeleton), undefined);
      await becomes(async () => (await readBatch(client, batchId)).run.photoIds.length, 3);
      equal((await client.call('GET', '/api/users/me')).body.credits.totalCredits, 2);
      deepEqual(problems, []);
      await person.context.close();
    });

  test('can be taken back, in another tab too, and nothing starts then', async () => {
    const { person, page, client, batchId } = await sending('inapoi@fotolot.example', 'desk');
    // However slow the machine is, no photo arrives before the start is taken back.
    connection.limit(1_000);
    await page.getByRole('button', { name: EARLY }).click();
    await page.waitForURL(/\/process\/lot_/);
    const other = await person.context.newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Renunță' }).click();
    // The focus has not gone with the button.
    await other.locator('button:focus').filter({ hasText: 'Adaugă fotografii ca să pornești' }).waitFor();
    await page.getByRole('button', { name: EARLY }).waitFor();
    connection.limit(null);
    await page.getByRole('button', { name: /^Procesează 3 fotografii – 1 credit/ }).waitFor();
    deepEqual(
      [(await readBatch(client, batchId)).run, (await readBatch(client, batchId)).wantedStart],
      [null, null],
    );
    await person.context.close();
  });

  test('runs with the tab closed, though the server was killed between the last photo and the start', async () => {
    const { person, client } = await visit(browser, app.url, { email: 'inchis@fotolot.example' });
    await person.context.close();
    const batchId = await fillBatch(client, 'Fără filă', PHOTOS.slice(0, 2));
    const wanted = { uploadKeys: ['inca-una-vine'], cost: 1 };
    equal((await client.call('PUT', `/api/batches/${batchId}/wanted-start`, { body: wanted })).status, 200);
    await app.kill('SIGKILL');
    await app.restart();
    equal((await readBatch(client, batchId)).run, null);
    // The last one is given up, and the server dies at once: what follows is a job that was stored with it.
    const without = { body: { uploadKeys: wanted.uploadKeys } };
    await client.call('POST', `/api/batches/${batchId}/wanted-start/without`, without);
    await app.kill('SIGKILL');
    await app.restart();
    await until(
      async () => (await readBatch(client, batchId)).state,
      (state) => state === 'done',
    );
    equal((await readBatch(client, batchId)).run.number, 1);
    equal((await client.call('GET', '/api/users/me')).body.credits.totalCredits, 2);
  });

  test('runs for who signed out after pressing', async () => {
    const { person, page, client, batchId } = await sending('pleaca@fotolot.example', 'desk');
    await page.getByRole('button', { name: EARLY }).click();
    await page.waitForURL(/\/process\/lot_/);
    connection.limit(null);
    await until(
      async () => Object.values<{ state: string }>((await readBatch(client, batchId)).photos),
      (photos) => photos.length === 3 && photos.every(({ state }) => state !== 'uploading'),
    );
    await page.request.post('/api/auth/logout', { headers: { 'sec-fetch-site': 'same-origin' } });
    await becomes(async () => (await readBatch(client, batchId)).state, 'done');
    await person.context.close();
  });

  test('says on the page what stopped it, until that has been read', async () => {
    const { person, page, client, batchId } = await sending('fara@fotolot.example', 'desk');
    await page.getByRole('button', { name: EARLY }).click();
    await page.getByRole('button', { name: 'Renunță' }).waitFor();
    await client.call('PATCH', `/api/batches/${batchId}`, { body: { outputs: [] } });
    connection.limit(null);
    const note = page.getByText(/^N-a pornit singur: Alege cel puțin un loc unde publici\./);
    await note.waitFor();
    await page.getByRole('button', { name: 'Alege unde publici' }).waitFor();
    await page.getByRole('button', { name: 'Am înțeles' }).click();
    await note.waitFor({ state: 'hidden' });
    equal((await readBatch(client, batchId)).run, null);
    await person.context.close();
  });
});

test.describe('a lot with more photos than the plan takes', () => {
  test('offers the first twenty and a split in place of a dead button, and says so where photos are added', async () => {
    const { person, client } = await visit(browser, app.url, {
      email: 'multe@fotolot.example',
      device: 'phone',
    });
    const { page } = person;
    const batchId = await fillBatch(client, 'Depozit', PHOTOS.slice(0, 1));
    const [like = ''] = (await readBatch(client, batchId)).photoIds;
    await seedPhotos(app.dataDir, like, 24);
    const { body } = await client.call('GET', '/api/photos');
    const photoIds = body.photos.map(({ id }: { id: string }) => id).filter((id: string) => id !== like);
    await client.call('POST', `/api/batches/${batchId}/photos`, { body: { photoIds } });
    await page.goto(`/upload?lot=${batchId}`);
    await page.getByText(/^Lotul are 25 de fotografii, planul permite 20\./).waitFor();
    await press(person, page.getByRole('link', { name: /Alege rețeta/ }));
    await page.getByRole('button', { name: 'Procesează primele 20 – 1 credit (rămân 2)' }).waitFor();
    await press(person, page.getByRole('button', { name: 'Împarte în loturi' }));
    await press(person, page.getByRole('button', { name: 'Fă 2 loturi' }));
    await page.getByRole('button', { name: 'Procesează 2 loturi – 2 credite' }).waitFor();
    deepEqual((await readBatch(client, batchId)).photoIds.length, 20);
    await person.context.close();
  });

  for (const device of ['phone', 'desk'] as const)
    test(`lets several photos be chosen in the strip, taken out together and put back, or moved into a lot of their own (${device})`, async () => {
      const { person, client } = await visit(browser, app.url, {
        email: `alege-${device}@fotolot.example`,
        device,
      });
      const { page } = person;
      const batchId = await fillBatch(client, 'Raft', SAMPLES.slice(0, 5));
      await page.goto(`/process/${batchId}`);
      const names = await until(
        () => stripOrder(page),
        (all) => all.length === 5,
      );
      const frame = (at: number) => page.locator('[data-frame]').nth(at);
      const begin = async () => {
        if (person.onPhone && !(await page.getByRole('button', { name: 'Alege mai multe' }).isVisible()))
          await press(person, page.getByRole('button', { name: 'Mută sau scoate fotografia' }));
        await press(person, page.getByRole('button', { name: 'Alege mai multe' }));
      };
      await begin();
      equal(await page.locator('[data-frame][aria-pressed="true"]').count(), 0);
      await press(person, frame(1));
      await press(person, frame(2));
      await page.getByText('2 alese').waitFor();
      equal(await page.locator('[data-frame][aria-pressed="true"]').count(), 2);
      await press(person, page.getByRole('button', { name: 'Scoate', exact: true }));
      const putBack = await keepToast(page, 'Pune-le înapoi');
      await becomes(() => stripOrder(page), [names[0], names[3], names[4]] as string[]);
      await press(person, putBack);
      await becomes(() => stripOrder(page), names);
      await begin();
      await press(person, frame(3));
      await press(person, frame(4));
      await press(person, page.getByRole('button', { name: 'În alt lot' }));
      await becomes(() => stripOrder(page), names.slice(0, 3));
      await press(person, page.getByRole('button', { name: 'Deschide-l' }));
      await page.waitForURL((address) => !address.pathname.endsWith(batchId));
      await becomes(async () => (await stripOrder(page)).length, 2);
      await page.goto(`/process/${batchId}`);
      await becomes(async () => (await stripOrder(page)).length, 3);
      const pressed = () => page.locator('[data-frame][aria-pressed="true"]').count();
      if (person.onPhone) {
        // A finger is held on the first and touches the last.
        const fingers = await Fingers.on(page);
        await fingers.longPress(frame(0), () => page.locator('[data-frame].scale-90').waitFor());
        await page.getByText('Atinge ultima').waitFor();
        await press(person, frame(2));
      } else {
        await frame(0).click();
        await page.keyboard.press('Shift+ArrowRight');
        await page.keyboard.press('Shift+ArrowRight');
        await becomes(pressed, 3);
        await page.keyboard.press('Shift+ArrowLeft');
        await becomes(pressed, 2);
        await frame(2).click({ modifiers: ['Shift'] });
      }
      await becomes(pressed, 3);
      // Once it has run, its photos are taken out or stay together.
      await processBatch(client, batchId);
      await page.goto(`/process/${batchId}?edit=1`);
      await becomes(async () => (await stripOrder(page)).length, 3);
      await begin();
      await press(person, frame(1));
      await page.getByRole('button', { name: 'Scoate', exact: true }).waitFor();
      equal(await page.getByRole('button', { name: 'În alt lot' }).count(), 0);
      await person.context.close();
    });
});
