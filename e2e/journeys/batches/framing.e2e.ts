import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { drawRows } from '#testing/draws.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { fillBatch, readBatch, visit } from '../../support/batches.ts';
import { Fingers } from '../../support/finger.ts';
import { leave, test } from '../../support/journey.ts';
import { accessibilityFindings, becomesApart, sidewaysScrollers } from '../../support/page-checks.ts';
import { SAMPLES } from '../../support/photo-files.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { becomes, openSection, type Person, press, sees, until } from '../../support/steps.ts';

/** One photo straightened and cropped by hand: by keyboard and mouse on a computer, by finger on a phone. */
let app: RunningApp;
let browser: Browser;

test.beforeAll(({ shared }) => {
  ({ app, browser } = shared);
});

test.afterAll(async ({ shared }) => {
  await leave(shared);
});

for (const device of drawRows(['desk', 'phone'] as const, 1)) {
  test.describe(`framing one photo on a ${device}`, () => {
    test.describe.configure({ mode: 'serial' });
    let person: Person;
    let client: ApiClient;
    let page: Page;
    let batchId: string;
    let photoId: string;

    test.beforeAll(async () => {
      ({ person, client } = await visit(browser, app.url, {
        email: `framing-${device}@fotolot.example`,
        device,
      }));
      batchId = await fillBatch(client, 'Ghete', SAMPLES.slice(0, 2));
      photoId = (await readBatch(client, batchId)).photoIds[0];
      page = person.page;
      await page.goto(`/process/${batchId}`);
      await page.getByRole('img', { name: /^După/ }).first().waitFor();
    });
    test.afterAll(() => person.context.close());

    const own = async () => (await readBatch(client, batchId)).exceptions[photoId] ?? null;
    const handle = (name: string) => page.getByRole('button', { name });

    test('straightens all by their lines, and can leave that', async () => {
      await openSection(person, 'Încadrare');
      await press(person, page.getByRole('switch', { name: 'Îndreaptă automat' }));
      await becomes(async () => (await readBatch(client, batchId)).recipe.straighten, 'off');
      await press(person, page.getByRole('switch', { name: 'Îndreaptă automat' }));
      await becomes(async () => (await readBatch(client, batchId)).recipe.straighten, 'auto');
    });

    test('turns one photo by tenths of a degree under a grid', async () => {
      await page.getByRole('radio', { name: 'Doar aceasta, 01' }).check({ force: true });
      await page.getByRole('slider', { name: 'Îndreptare' }).focus();
      for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowRight');
      await becomes(async () => (await own())?.angle, 1.2);
      await press(person, page.getByRole('button', { name: 'Gata' }));
    });

    test('crops it on the photo, by the keys alone', async () => {
      await press(person, page.getByRole('button', { name: 'Taie pe fotografie' }));
      const corner = handle('Colțul din stânga sus. Trage-l cu săgețile.');
      await corner.waitFor();
      await corner.focus();
      for (let i = 0; i < 8; i++) await page.keyboard.press('Shift+ArrowRight');
      const cropped = await until(own, (overrides) => overrides?.crop?.x > 0.1);
      ok(cropped.crop.x + cropped.crop.width > 0.99);
      equal(await corner.evaluate((element) => element === document.activeElement), true);
      deepEqual(await accessibilityFindings(page), []);
      deepEqual(await sidewaysScrollers(page), []);
    });

    test('gives the frame a shape, and drags it', async () => {
      await page.getByRole('radio', { name: 'Pătrat' }).check({ force: true });
      const square = await until(own, (overrides) => Math.abs(overrides?.crop?.width - 0.75) < 0.005);
      const box = await page.locator('.crop-tool').boundingBox();
      ok(box);
      const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x - 40, from.y, { steps: 4 });
      await page.mouse.up();
      const moved = await until(own, (overrides) => overrides?.crop?.x < square.crop.x);
      ok(Math.abs(moved.crop.width - square.crop.width) < 0.01);
      await press(person, page.getByRole('button', { name: 'Gata' }));
      await page.getByRole('img', { name: /^După/ }).first().waitFor();
    });

    test('goes back to the batch’s framing', async () => {
      await press(person, page.getByRole('button', { name: 'Renunță la tăiere' }));
      await press(person, page.getByRole('button', { name: 'Ca restul lotului' }));
      await becomes(own, null);
    });

    test('says what the batch’s ratio cuts, moves its frame on a photo, or goes without cutting', async () => {
      await page.getByRole('radio', { name: 'Toate fotografiile' }).check({ force: true });
      await page.getByRole('radio', { name: 'Pătrat' }).check({ force: true });
      await sees(page, /se taie 25% din lățime|obiectul nu încape/i);
      await press(person, page.getByRole('button', { name: 'Mută cadrul' }));
      await sees(page, 'Trage cadrul');
      const selection = page.locator('.ReactCrop__crop-selection');
      // The stage takes its size from the picture below, which may still be the one before the square.
      await until(
        () => selection.boundingBox(),
        (box) => box !== null && Math.abs(box.width - box.height) < 1,
      );
      if (person.onPhone)
        await (await Fingers.on(page)).drag(selection, { x: -20, y: 0 }, { x: 0.5, y: 0.3 });
      else await selection.press('Shift+ArrowLeft');
      const moved = await until(own, (overrides) => overrides?.crop != null);
      ok(Math.abs(moved.crop.width - 0.75) < 0.01, `${moved.crop.width}`);
      await press(person, page.getByRole('button', { name: 'Gata' }));
      await press(person, page.getByRole('button', { name: 'Înapoi la rețeta lotului' }));
      await page.getByRole('radio', { name: 'Întregește cu fond' }).check({ force: true });
      await becomes(async () => (await readBatch(client, batchId)).recipe.cropBy, 'margins');
      const shape = () =>
        page
          .getByRole('region', { name: 'Previzualizare' })
          .getByRole('img', { name: /^După/ })
          .evaluate((img: HTMLImageElement) => img.naturalWidth / img.naturalHeight);
      await becomes(shape, 1);
      // While something is adjusted, the picture has nearly half of a phone's screen.
      const stage = await page.locator('.stage-view').boundingBox();
      ok((stage?.height ?? 0) >= 0.45 * (page.viewportSize()?.height ?? 0), `${stage?.height}`);
    });

    test('shows what a place cuts off, and its frame is one drag away', async () => {
      await page.getByRole('radio', { name: 'Întreagă' }).check({ force: true });
      await becomes(async () => (await readBatch(client, batchId)).recipe.crop, 'original');
      const outputs = [{ kind: 'preset', preset: 'storia-imobiliare' }];
      await client.call('PATCH', `/api/batches/${batchId}`, { body: { outputs } });
      await page.reload();
      const cut = page.getByRole('button', { name: /taie 11% din înălțime: alege ce rămâne/ });
      // Under the picture, where what is under way is said.
      await becomesApart({ cut, picture: page.locator('.stage-view') });
      await press(person, cut);
      const selection = page.locator('.ReactCrop__crop-selection');
      await selection.waitFor();
      if (person.onPhone) await (await Fingers.on(page)).drag(selection, { x: 0, y: 12 }, { x: 0.5, y: 0.3 });
      else {
        await selection.focus();
        await selection.press('Shift+ArrowDown');
      }
      const moved = await until(own, (overrides) => overrides?.crop != null);
      ok(Math.abs(moved.crop.height - 8 / 9) < 0.01 && moved.crop.width > 0.99, JSON.stringify(moved.crop));
      await press(person, page.getByRole('button', { name: 'Gata' }));
      await cut.waitFor({ state: 'detached' });
    });
  });
}
