import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from '@playwright/test';
import { drawRows } from '#testing/draws.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { readBatch, visit } from '../../support/batches.ts';
import { Fingers } from '../../support/finger.ts';
import { leave, test } from '../../support/journey.ts';
import { accessibilityFindings, findingsInTheme, sidewaysScrollers } from '../../support/page-checks.ts';
import { renderPlate, SAMPLES, TEXT_AS_JPG } from '../../support/photo-files.ts';
import type { RunningApp } from '../../support/start-app.ts';
import {
  becomes,
  closeRows,
  getPath,
  newPerson,
  openSection,
  type Person,
  press,
  sees,
  until,
  watchProblems,
} from '../../support/steps.ts';

/** Trying the recipe before anything is uploaded for good or paid. */
let app: RunningApp;
let browser: Browser;

test.beforeAll(({ shared }) => {
  ({ app, browser } = shared);
});

test.afterAll(async ({ shared }) => {
  await leave(shared);
});

const outcome = (page: Page) =>
  page.getByRole('region', { name: 'Previzualizare' }).getByRole('img', { name: /^După/ });

test('the page for trying asks for an account first, and comes back', async () => {
  const stranger = await newPerson(browser, app.url);
  await stranger.page.goto('/test-image');
  await stranger.page.waitForURL('**/login?redirect=%2Ftest-image');
  await stranger.context.close();
});

for (const device of ['desk', 'phone'] as const) {
  test.describe(`trying the recipe on a ${device}`, () => {
    test.describe.configure({ mode: 'serial' });
    let person: Person;
    let client: ApiClient;
    let page: Page;
    let problems: string[];

    test.beforeAll(async () => {
      ({ person, client } = await visit(browser, app.url, {
        email: `proba-${device}@fotolot.example`,
        device,
      }));
      page = person.page;
      problems = watchProblems(person);
      const gate = Promise.withResolvers<void>();
      await page.route('**/api/test-images', async (route) => {
        await gate.promise;
        await route.fallback();
      });
      await page.goto('/test-image');
      await sees(page, 'Se trimite poza…');
      const proof = page.getByRole('button', { name: 'Proba vine odată cu previzualizarea' });
      equal(await proof.isDisabled(), true);
      gate.resolve();
      await outcome(page).waitFor();
    });
    test.afterAll(() => person.context.close());

    const size = () =>
      outcome(page).evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]);

    const filesKept = () =>
      page.evaluate(async () => {
        const opening = indexedDB.open('fotolot-uploads');
        await new Promise((resolve) => {
          opening.onsuccess = resolve;
        });
        const counting = opening.result.transaction('files').objectStore('files').count();
        await new Promise((resolve) => {
          counting.onsuccess = resolve;
        });
        opening.result.close();
        return counting.result;
      });

    test('shows a sample through the engine, at most 800 px', async () => {
      await becomes(size, [800, 600]);
    });

    test('shows every change at once, from light to platform', async () => {
      const shown = await outcome(page).getAttribute('src');
      await openSection(person, 'Lumină');
      await page.getByRole('switch', { name: 'Corectează tenta de culoare' }).waitFor();
      equal(await page.getByRole('switch', { name: 'Același balans pentru tot lotul' }).count(), 0);
      await page.getByRole('slider', { name: 'Lumină', exact: true }).focus();
      await page.keyboard.press('End');
      await until(
        () => outcome(page).getAttribute('src'),
        (src) => src !== shown,
      );
      await openSection(person, 'Încadrare');
      await page.getByRole('radio', { name: 'Pătrat' }).check({ force: true });
      await becomes(size, [800, 800]);
    });

    test('takes a picture of one’s own, and keeps none', async () => {
      const name = 'Poza ta';
      if (person.onPhone) await closeRows(person);
      await page.getByLabel(name).setInputFiles(SAMPLES[2] as string);
      await sees(page, 'a ta');
      await becomes(size, [800, 800]);
      const { body } = await client.call('GET', '/api/photos');
      equal(body.total, 0);
    });

    test('says what is wrong with a file that is no photo, and goes on with the next', async () => {
      await page.getByLabel('Poza ta').setInputFiles(TEXT_AS_JPG);
      await sees(page, 'Fișierul nu este o fotografie (acceptăm JPG, PNG, WebP, AVIF și HEIC).');
      await page.getByLabel('Poza ta').setInputFiles(SAMPLES[1] as string);
      await becomes(size, [800, 800]);
    });

    test('is accessible, light and dark, and fits the screen', async () => {
      for (const colorScheme of drawRows(['light', 'dark'] as const, 1)) {
        equal((await findingsInTheme(page, colorScheme)).join('\n'), '');
        equal((await sidewaysScrollers(page)).join('\n'), '');
      }
    });

    test('gives the marked picture home', async () => {
      const link = page.getByRole('link', { name: 'Descarcă proba, cu filigran' });
      await link.waitFor();
      const waiting = page.waitForEvent('download');
      await press(person, link);
      const download = await waiting;
      equal(download.suggestedFilename(), 'fotolot-proba.jpg');
      const bytes = await readFile(await download.path());
      ok(bytes.length > 5000 && bytes[0] === 0xff && bytes[1] === 0xd8, `${bytes.length} bytes`);
    });

    test('leads to a batch with this recipe and the own picture in it, done as it was tried, also when the page is opened anew meanwhile', async () => {
      if (person.onPhone) await openSection(person, 'Încadrare');
      await page.getByRole('radio', { name: 'Doar poza asta' }).check({ force: true });
      await press(person, page.getByRole('button', { name: 'Rotește la dreapta' }));
      const isCutShort = person.onPhone;
      if (isCutShort) await page.route('**/api/uploads', (route) => route.abort());
      await press(person, page.getByRole('button', { name: 'Fă un lot cu poza și rețeta asta' }));
      await page.waitForURL('**/process/lot_*');
      if (isCutShort) {
        await until(filesKept, (all) => all === 1);
        await page.reload();
        await page.unrouteAll();
      }
      const batchId = getPath(page).split('/').at(-1) ?? '';
      const { recipe } = await readBatch(client, batchId);
      deepEqual([recipe.light.levels, recipe.crop], [100, '1:1']);
      await until(
        async () =>
          Object.values<{ state: string }>((await readBatch(client, batchId)).photos).map(
            ({ state }) => state,
          ),
        (states) => states.join() === 'ready',
      );
      const [photoId] = (await readBatch(client, batchId)).photoIds;
      await becomes(async () => (await readBatch(client, batchId)).exceptions[photoId]?.rotate, 90);
      // A picture that is refused, and a connection that was cut, are written down by browsers.
      deepEqual(
        problems.filter((problem) => !/\/api\/(test-images|uploads)/.test(problem)),
        [],
      );
    });
  });
}

test.describe('the tools on the picture', () => {
  test('follow a finger while the page stays where it is, and two fingers enlarge the picture', async () => {
    const { person } = await visit(browser, app.url, { email: 'degete@fotolot.example', device: 'phone' });
    const { page } = person;
    const fingers = await Fingers.on(page);
    await page.goto('/test-image');
    await outcome(page).waitFor();
    const plate = await renderPlate();
    await page.getByLabel('Poza ta').setInputFiles(plate.path);
    await sees(page, 'a ta');
    await plate.remove();
    // So low that the page scrolls.
    await page.setViewportSize({ width: 360, height: 470 });
    ok(await page.evaluate(() => document.documentElement.scrollHeight > innerHeight + 50));
    const getPosition = (target: Locator) =>
      target.boundingBox().then((box) => [box?.x ?? 0, box?.y ?? 0, box?.width ?? 0]);
    const stays = async (target: Locator, act: () => Promise<void>) => {
      const positions: number[][] = [];
      // On a slow machine the page is still taking its shape when the tool is there already.
      await until(
        async () => {
          await target.scrollIntoViewIfNeeded();
          positions.push(await page.evaluate(() => [scrollX, scrollY]));
          return positions.slice(-2).map(String);
        },
        ([one, next]) => one === next,
      );
      await act();
      deepEqual(await page.evaluate(() => [scrollX, scrollY]), positions.at(-1));
    };

    await openSection(person, 'De verificat');
    await press(person, page.getByRole('button', { name: 'Verifică' }));
    const corner = page.getByRole('button', { name: 'Numărul 1, colțul stânga sus' });
    await corner.waitFor();
    // The dot, not the place for the finger, which ends with the picture.
    const dot = corner.locator('span');
    const [x = 0, y = 0] = await getPosition(dot);
    await stays(corner, () => fingers.drag(corner, { x: -8, y: -24 }));
    await sees(page, '1 număr va fi acoperit aici.');
    const [movedX = 0, movedY = 0] = await getPosition(dot);
    ok(Math.abs(movedX - x + 8) < 2 && Math.abs(movedY - y + 24) < 2, `moved to ${movedX}, ${movedY}`);
    await page.keyboard.press('Escape');

    await openSection(person, 'Fundal');
    await page.getByRole('radio', { name: 'Alb', exact: true }).check({ force: true });
    await press(person, page.getByRole('button', { name: /^(Decupează|Vezi decuparea)$/ }));
    await sees(page, /^Ce e hașurat|^N-am găsit/);
    await page.getByRole('radio', { name: 'Cadru' }).check({ force: true });
    const low = page.getByRole('button', { name: 'Colțul din dreapta jos' });
    const description = await low.getAttribute('aria-description');
    await stays(low, () => fingers.drag(low, { x: -10, y: -30 }));
    await until(
      () => low.getAttribute('aria-description'),
      (words) => words !== description,
    );
    await page.getByRole('radio', { name: 'Păstrează' }).check({ force: true });
    const brush = page.getByRole('application');
    const back = page.getByRole('button', { name: 'Înapoi cu un pas' });
    await stays(brush, () => fingers.drag(brush, { x: 4, y: 60 }, { x: 0.5, y: 0.3 }));
    await until(() => back.isEnabled(), Boolean);
    await page.keyboard.press('Control+z');
    await until(() => page.getByRole('button', { name: 'Înainte cu un pas' }).isEnabled(), Boolean);
    const [, , width = 0] = await getPosition(brush);
    await stays(brush, () => fingers.spread(brush, 160));
    await until(
      () => getPosition(brush),
      ([, , now = 0]) => now > width * 2,
    );
    // The two fingers drew nothing: what was taken back can still come again.
    ok(await page.getByRole('button', { name: 'Înainte cu un pas' }).isEnabled());
    await page.keyboard.press('0');
    await until(
      () => getPosition(brush),
      ([, , now = 0]) => Math.abs(now - width) < 1,
    );
    await page.keyboard.press('Escape');

    await openSection(person, 'Încadrare');
    await page.getByRole('radio', { name: 'Doar poza asta' }).check({ force: true });
    await press(person, page.getByRole('button', { name: 'Taie pe fotografie' }));
    const handle = page.getByRole('button', { name: /^Colțul din dreapta jos\. Trage/ });
    await handle.waitFor();
    await stays(handle, () => fingers.drag(handle, { x: -90, y: -60 }));
    await sees(page, /^Rămâne \d+% din fotografie\.$/);
    await page.keyboard.press('Escape');
    const whole = await outcome(page).getAttribute('src');
    await page.keyboard.press('Control+z');
    await until(
      () => outcome(page).getAttribute('src'),
      (src) => src !== whole,
    );
    await person.context.close();
  });

  test('take a background from the device, in its own section', async () => {
    const { person, client } = await visit(browser, app.url, {
      email: 'perete@fotolot.example',
      device: 'desk',
    });
    const { page } = person;
    await page.goto('/test-image');
    await outcome(page).waitFor();
    await openSection(person, 'Fundal');
    await page.getByRole('radio', { name: 'Poza mea' }).check({ force: true });
    await page.getByLabel('Urcă o poză').setInputFiles(SAMPLES[3] as string);
    const chosen = page.getByRole('group', { name: 'Poza de fundal' }).getByRole('radio');
    await until(
      () => chosen.count(),
      (all) => all === 1,
    );
    await until(() => chosen.isChecked(), Boolean);
    equal((await client.call('GET', '/api/photos')).body.total, 1);
    equal((await accessibilityFindings(page)).join('\n'), '');
    await person.context.close();
  });
});
