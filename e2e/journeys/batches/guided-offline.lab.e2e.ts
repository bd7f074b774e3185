import { deepEqual, equal } from 'node:assert/strict';
import type { Browser } from '@playwright/test';
import { SHOT_LISTS } from '#domain/shots/shot-lists.ts';
import { buildShotFileName } from '#domain/shots/shots.ts';
import { ApiClient } from '../../support/api-client.ts';
import { enter, readBatch } from '../../support/batches.ts';
import { countRemembered, waitForWorker } from '../../support/installed.ts';
import { leave, test } from '../../support/journey.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { becomes, newPerson, PASSWORD, type Person, press, sees, until } from '../../support/steps.ts';
import { getCamera, makeCameraSmall, openGuided, takeShot } from './guided-support.ts';

/** Guided shots in a garage without a signal. */
const USER = 'garaj@fotolot.example';
let app: RunningApp;
let browser: Browser;
let client: ApiClient;
const SHOES = SHOT_LISTS[2];
const CLOTHES = SHOT_LISTS[1];
if (SHOES === undefined || CLOTHES === undefined) throw new Error('The lists are gone');

test.beforeAll(async ({ shared }) => {
  ({ app, browser } = shared);
  client = new ApiClient(app.url);
  await client.call('POST', '/api/auth/register', { body: { email: USER, password: PASSWORD } });
});
test.afterAll(async ({ shared }) => {
  await leave(shared);
});

/** A person whose browser has the app, and has it remember who they are. */
async function installed(): Promise<Person> {
  const person = await newPerson(browser, app.url, { device: 'phone', serviceWorkers: 'allow' });
  await enter(person, USER);
  await makeCameraSmall(person.context);
  const { page } = person;
  await page.goto('/dashboard');
  await page.getByRole('heading', { level: 1, name: /^Bună/ }).waitFor();
  await waitForWorker(page);
  await until(
    () => countRemembered(page),
    (people) => people > 0,
  );
  return person;
}

/** Number of files that this browser keeps until they have arrived. */
const keptFiles = ({ page }: Person) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        const opening = indexedDB.open('fotolot-uploads');
        opening.onsuccess = () => {
          const counting = opening.result.transaction('files').objectStore('files').count();
          counting.onsuccess = () => {
            opening.result.close();
            done(counting.result);
          };
        };
      }),
  );

const listBatches = async (): Promise<{ id: string; name: string }[]> =>
  (await client.call('GET', '/api/batches')).body.batches;

/** Returns the shots of a lot by its place in the list, the newest first. */
async function shotsOf(at: number): Promise<(string | undefined)[]> {
  const { photoIds, photos } = await readBatch(client, (await listBatches())[at]?.id ?? '');
  return photoIds.map((id: string) => photos[id].shot);
}

/** A person at the first shot of clothes, in a browser that keeps no app. */
async function shooting() {
  const before = (await listBatches()).length;
  const person = await newPerson(browser, app.url, { device: 'phone' });
  await enter(person, USER);
  await makeCameraSmall(person.context);
  await person.page.goto('/upload');
  await openGuided(person, 'Haine');
  await getCamera(person).locator('[data-shutter][aria-disabled="false"]').waitFor();
  return { person, before };
}

test.describe('guided shots without a connection', () => {
  test('are kept over closed tabs, go on in a new one, and arrive in order once there is a connection', async () => {
    const person = await installed();
    const { context } = person;
    const [first, second, third] = SHOES.shots.map(({ name }) => name) as [string, string, string];
    // Never opened before: the page and its camera come from what the app keeps.
    await context.setOffline(true);
    await person.page.goto('/upload');
    await openGuided(person, 'Încălțăminte');
    await takeShot(person, first);
    await takeShot(person, second);
    await until(
      () => keptFiles(person),
      (files) => files === 2,
    );
    await person.page.close();

    const later = { ...person, page: await context.newPage() };
    await later.page.goto('/upload');
    await press(later, later.page.getByRole('link', { name: 'Continuă pozele ghidate' }));
    await sees(getCamera(later), '3 din 6');
    await takeShot(later, third);
    await press(later, getCamera(later).getByRole('button', { name: 'Sari peste' }));
    await until(
      () => keptFiles(later),
      (files) => files === 3,
    );
    await later.page.close();
    equal((await listBatches()).length, 0);

    await context.setOffline(false);
    const last = { ...person, page: await context.newPage() };
    // Not even its page has to be opened.
    await last.page.goto('/dashboard');
    await until(listBatches, ({ length }) => length === 1);
    const [batch] = await listBatches();
    const names = async () => {
      const { photoIds, photos } = await readBatch(client, batch?.id ?? '');
      return photoIds.map((id: string) => photos[id].name);
    };
    await becomes(
      names,
      SHOES.shots.slice(0, 3).map((shot) => buildShotFileName(SHOES, shot)),
    );
    await becomes(() => keptFiles(last), 0);
    const { shotList, photos } = await readBatch(client, batch?.id ?? '');
    equal(shotList.shots.length, 5);
    deepEqual(
      Object.values<{ shot: string }>(photos)
        .map(({ shot }) => shot)
        .sort(),
      SHOES.shots
        .slice(0, 3)
        .map(({ key }) => key)
        .sort(),
    );
    await context.close();
  });

  test('go on in a camera that was open when the connection went, in a browser that keeps no app', async () => {
    const { person, before } = await shooting();
    const [first, second] = CLOTHES.shots.map(({ name }) => name) as [string, string];
    await person.context.setOffline(true);
    await takeShot(person, first);
    await takeShot(person, second);
    await person.context.setOffline(false);
    await until(listBatches, ({ length }) => length === before + 1);
    await becomes(async () => (await shotsOf(0)).length, 2);
    await person.context.close();
  });

  test('go into a new lot where theirs was deleted elsewhere in the meantime', async () => {
    const { person, before } = await shooting();
    const [first, second, third] = CLOTHES.shots.map(({ name }) => name) as [string, string, string];
    await takeShot(person, first);
    await becomes(
      async () => ((await listBatches()).length > before ? shotsOf(0) : []),
      [CLOTHES.shots[0]?.key],
    );
    const [batch] = await listBatches();
    await client.call('DELETE', `/api/batches/${batch?.id}`);
    await takeShot(person, second);
    await sees(person.page.locator('body'), /^Lotul nu mai există: pozele ghidate merg în „/);
    await takeShot(person, third);
    await becomes(
      async () => ((await listBatches()).length > before ? shotsOf(0) : []),
      CLOTHES.shots.slice(1, 3).map(({ key }) => key),
    );
    await press(person, getCamera(person).getByRole('button', { name: 'Închide', exact: true }));
    await sees(person.page.locator('body'), 'Nu am găsit lotul');
    await person.context.close();
  });

  test('are not lost by signing out before they were sent: the person is asked', async () => {
    const { person } = await shooting();
    const [first] = CLOTHES.shots.map(({ name }) => name) as [string];
    await person.page.route('**/api/uploads**', (route) => route.abort());
    await takeShot(person, first);
    await until(
      () => keptFiles(person),
      (files) => files === 1,
    );
    await person.page.goto('/settings');
    await press(person, person.page.locator('#leave').getByRole('button', { name: 'Ieși din cont' }));
    const question = person.page.getByRole('alertdialog', { name: 'Ieși înainte să se trimită tot?' });
    await press(person, question.getByRole('button', { name: 'Rămân în cont' }));
    equal(await keptFiles(person), 1);
    await person.page.unroute('**/api/uploads**');
    await becomes(() => keptFiles(person), 0);
    await person.context.close();
  });
});
