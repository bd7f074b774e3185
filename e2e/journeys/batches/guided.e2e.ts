import { deepEqual, equal, match } from 'node:assert/strict';
import type { Browser } from '@playwright/test';
import { SHOT_LISTS } from '#domain/shots/shot-lists.ts';
import { buildShotFileName } from '#domain/shots/shots.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { readBatch, visit } from '../../support/batches.ts';
import { launchBrowser } from '../../support/find-browser.ts';
import { leave, test } from '../../support/journey.ts';
import { looksRight } from '../../support/page-checks.ts';
import { SAMPLES } from '../../support/photo-files.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { becomes, press, sees, until } from '../../support/steps.ts';
import { getCamera, makeCameraSmall, openGuided, takeShot } from './guided-support.ts';

/** Guided shots, with a camera that the browser plays. */
let app: RunningApp;
let browser: Browser;
const [CAR, CLOTHES] = SHOT_LISTS;
if (CAR === undefined || CLOTHES === undefined) throw new Error('The lists are gone');

test.beforeAll(({ shared }) => {
  ({ app, browser } = shared);
});
test.afterAll(async ({ shared }) => {
  await leave(shared);
});

/** Reads the lot of a person who has no other. */
async function readOnlyLot(client: ApiClient) {
  const { batches } = (await client.call('GET', '/api/batches')).body;
  return readBatch(client, batches[0].id);
}

test.describe('guided shots', () => {
  test('of a car make a lot of twelve photos, in the order of the list and named by it', async () => {
    const { person, client } = await visit(browser, app.url, {
      email: 'ghidat@fotolot.example',
      device: 'phone',
    });
    const { page, context } = person;
    await makeCameraSmall(context);
    await page.goto('/upload');
    await openGuided(person, 'Mașină');
    const camera = getCamera(person);
    await sees(camera, '1 din 12');
    await camera.locator('[data-shutter][aria-disabled="false"]').waitFor();
    await looksRight(page, 'the camera on a shot');
    for (const { name } of CAR.shots) await takeShot(person, name);
    await sees(camera, 'Ai toate cele 12 poze.');
    await looksRight(page, 'the camera after the last shot');
    const isOfFront = (photo: { shot: string }) => photo.shot === 'car-front';
    const { photos: taken } = await until(
      () => readOnlyLot(client),
      ({ photoIds }) => photoIds.length === 12,
    );
    const before = Object.values<{ id: string; shot: string }>(taken).find(isOfFront);
    // The second shot again: the photo before leaves the lot.
    await press(person, camera.getByRole('button', { name: '2. Față, făcută' }));
    await press(person, camera.getByRole('button', { name: 'Fă alta' }));
    await takeShot(person, 'Față');
    // Back closes it, and the lot is there.
    await page.goBack();
    await camera.waitFor({ state: 'detached' });
    await page.waitForURL(/\/upload\?lot=lot_/);
    const batchId = new URL(page.url()).searchParams.get('lot') ?? '';
    const lot = await until(
      () => readBatch(client, batchId),
      ({ photoIds }) => photoIds.length === 12 && !photoIds.includes(before?.id),
    );
    const { photoIds, photos, shotList } = lot;
    deepEqual(
      photoIds.map((id: string) => photos[id].name),
      CAR.shots.map((shot) => buildShotFileName(CAR, shot)),
    );
    equal(shotList.shots.length, 12);
    deepEqual(
      Object.values<{ shot: string }>(photos)
        .map(({ shot }) => shot)
        .sort(),
      CAR.shots.map(({ key }) => key).sort(),
    );
  });

  test('without a camera are taken by the camera app, one input a shot; what is left out is no longer missing', async () => {
    const strict = await launchBrowser('deny');
    const { person, client } = await visit(strict, app.url, { email: 'fara-camera@fotolot.example' });
    const { page } = person;
    await page.goto('/upload');
    await openGuided(person, 'Haine');
    const camera = getCamera(person);
    await sees(camera, /^Browserul nu are voie la cameră\./);
    await looksRight(page, 'guided shots without a camera');
    const [first, second] = CLOTHES.shots;
    for (const [at, shot] of [first, second].entries()) {
      await camera.getByRole('heading', { name: shot?.name ?? '', exact: true }).waitFor();
      await camera.locator('input[type=file]').setInputFiles(SAMPLES[at] as string);
    }
    const shots = async () => {
      const { shotList } = await readOnlyLot(client);
      return shotList.shots.map(({ name }: { name: string }) => name);
    };
    const skip = async (name: string) => {
      await camera.getByRole('heading', { name, exact: true }).waitFor();
      await press(person, camera.getByRole('button', { name: 'Sari peste' }));
    };
    await skip('Etichetă');
    await skip('Material de aproape');
    await becomes(shots, ['Față', 'Spate', 'Semne de purtare']);
    // The list without its last shot is still being sent when that is put back.
    const held = Promise.withResolvers<void>();
    await page.route('**/api/batches/*', async (route) => {
      if (route.request().method() === 'PATCH') await held.promise;
      await route.continue();
    });
    await skip('Semne de purtare');
    await sees(camera, 'Ai toate cele 2 poze.');
    const gone = page.getByRole('dialog', { name: /^„Semne de purtare”/ });
    await press(person, gone.getByRole('button', { name: 'Pune-o înapoi' }));
    await camera.getByRole('heading', { name: 'Semne de purtare', exact: true }).waitFor();
    held.resolve();
    await press(person, camera.getByRole('button', { name: 'Închide', exact: true }));
    await page.waitForURL(/\/upload\?lot=lot_/);
    await becomes(shots, ['Față', 'Spate', 'Semne de purtare']);
    await sees(page, /^Lipse(ște|sc) /);
    await press(person, page.getByRole('link', { name: 'Fotografiază' }));
    await sees(camera, '3 din 3');
    match(page.url(), /\/upload\?lot=lot_\w+$/);
    await strict.close();
  });
});
