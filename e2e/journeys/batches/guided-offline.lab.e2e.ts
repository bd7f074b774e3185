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
if (SHOES === undefined) throw new Error('The lists are gone');

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
});
