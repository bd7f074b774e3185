import { doesNotMatch, equal, match, ok } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { drawRows } from '#testing/draws.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { fillBatch, readBatch, visit } from '../../support/batches.ts';
import { leave, test } from '../../support/journey.ts';
import {
  accessibilityFindings,
  findingsInTheme,
  isOnTop,
  sidewaysScrollers,
} from '../../support/page-checks.ts';
import { SAMPLES } from '../../support/photo-files.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { becomes, closeRows, openSection, type Person, press, sees } from '../../support/steps.ts';

/** One photo of a batch done differently, and edits taken back: by keyboard on a computer, by finger on a phone. */
let app: RunningApp;
let browser: Browser;

test.beforeAll(({ shared }) => {
  ({ app, browser } = shared);
});

test.afterAll(async ({ shared }) => {
  await leave(shared);
});

const undoButton = (page: Page) => page.getByRole('button', { name: 'Înapoi cu un pas' });
const slider = (page: Page) => page.getByRole('slider', { name: 'Lumină', exact: true });
const frame = (page: Page, at: number) => page.locator('[data-frame]').nth(at);

for (const device of drawRows(['desk', 'phone'] as const, 1)) {
  test.describe(`the editor of a batch on a ${device}`, () => {
    test.describe.configure({ mode: 'serial' });
    let person: Person;
    let client: ApiClient;
    let page: Page;
    let batchId: string;

    test.beforeAll(async () => {
      ({ person, client } = await visit(browser, app.url, {
        email: `editor-${device}@fotolot.example`,
        device,
      }));
      batchId = await fillBatch(client, 'Ghete', SAMPLES.slice(0, 3));
      page = person.page;
      await page.goto(`/process/${batchId}`);
      await page
        .getByRole('region', { name: 'Previzualizare' })
        .getByRole('img', { name: /^După/ })
        .waitFor();
    });
    test.afterAll(() => person.context.close());

    const batch = () => readBatch(client, batchId);
    const levels = async () => (await batch()).recipe.light.levels;

    test('changes one photo alone, marks it in the strip and stores it by itself', async () => {
      await press(person, frame(page, 1));
      await openSection(person, 'Lumină');
      await page.getByRole('radio', { name: 'Doar aceasta, 02' }).check({ force: true });
      await slider(page).focus();
      await page.keyboard.press('End');
      await becomes(
        async () => Object.values<{ light: { levels: number } }>((await batch()).exceptions).length,
        1,
      );
      const { exceptions: overridesByPhoto, photoIds, recipe } = await batch();
      equal(overridesByPhoto[photoIds[1]].light.levels, 100);
      equal(recipe.light.levels, 50);
      match((await frame(page, 1).getAttribute('aria-description')) ?? '', /Diferă de rețeta lotului/);
      equal(await frame(page, 0).getAttribute('aria-description'), null);
    });

    test('offers for one photo only what one photo may differ in', async () => {
      const badge = page.getByRole('button', { name: /^Etichetă și ramă/ });
      equal(await badge.count(), 0);
      await page.getByRole('radio', { name: 'Toate fotografiile' }).check({ force: true });
      await badge.waitFor();
      equal(await slider(page).getAttribute('aria-valuetext'), '50');
    });

    test('leads back to the recipe of the batch', async () => {
      await sees(page, 'Fotografia 02 diferă de restul lotului.');
      await press(person, page.getByRole('button', { name: 'Înapoi la rețeta lotului' }));
      await becomes(async () => (await batch()).exceptions, {});
      doesNotMatch((await frame(page, 1).getAttribute('aria-description')) ?? '', /Diferă/);
    });

    test('takes edits back and makes them again, also after they were saved', async () => {
      await slider(page).focus();
      await page.keyboard.press('Home');
      await becomes(levels, 0);
      if (person.onPhone) await press(person, undoButton(page));
      else await page.keyboard.press('Control+z');
      await becomes(levels, 50);
      equal(await slider(page).getAttribute('aria-valuetext'), '50');
      if (person.onPhone) await press(person, page.getByRole('button', { name: 'Înainte cu un pas' }));
      else await page.keyboard.press('Control+Shift+Z');
      await becomes(levels, 0);
      await press(person, undoButton(page));
      if (person.onPhone) await closeRows(person);
      await press(person, frame(page, 0));
      await press(person, undoButton(page));
      await becomes(async () => Object.keys((await batch()).exceptions).length, 1);
      equal(await frame(page, 1).getAttribute('aria-current'), 'true', 'goes to the photo that it changed');
      await sees(page, 'Înapoi: fotografia 02');
      await press(person, undoButton(page));
      await becomes(async () => (await batch()).exceptions, {});
      equal(await undoButton(page).isDisabled(), true);
    });

    test('shows the original while the photo or Space is held, and then what was there before', async () => {
      const wipe = page.getByRole('slider', { name: 'Compară înainte și după' });
      await wipe.waitFor();
      await wipe.focus();
      const handle = () => page.locator('.wipe-handle').isVisible();
      equal(await handle(), true);
      await page.keyboard.down(' ');
      await becomes(handle, false);
      await page.keyboard.up(' ');
      await becomes(handle, true);
      equal(await wipe.inputValue(), '50');
      const box = await wipe.boundingBox();
      ok(box);
      await page.mouse.move(box.x + box.width * 0.8, box.y + box.height * 0.6);
      await page.mouse.down();
      await becomes(handle, false);
      await page.mouse.up();
      await becomes(handle, true);
      equal(await wipe.inputValue(), '50');
    });

    test('keeps the button in reach, whatever part of the panel is open', async () => {
      const button = page.getByRole('button', { name: /^Procesează 3 fotografii/ });
      const inReach = async () => {
        const box = await button.boundingBox();
        const height = page.viewportSize()?.height ?? 0;
        return box !== null && box.y >= 0 && box.y + box.height <= height;
      };
      ok(await inReach());
      await openSection(person, 'Filigran');
      if (person.onPhone) {
        await becomes(() => frame(page, 0).isVisible(), false);
        const last = page.locator('.panel-row-inner.panel-row-open > :last-child');
        await last.evaluate((element: HTMLElement) => {
          element.style.paddingBottom = '70dvh';
          element.parentElement?.scrollTo(0, 10_000);
        });
        const row = page.getByRole('button', { name: /^Filigran/, expanded: true });
        equal(await row.evaluate(isOnTop), true, 'its name stays');
        await last.evaluate((element: HTMLElement) => {
          element.style.paddingBottom = '';
        });
        await press(person, page.getByRole('button', { name: 'Fotografia dinainte' }));
        await press(person, page.getByRole('button', { name: 'Fotografia următoare' }));
        await press(person, page.getByRole('button', { name: 'Fotografia următoare' }));
        equal(await page.getByRole('button', { name: 'Fotografia următoare' }).isDisabled(), true);
        await closeRows(person);
        await becomes(() => frame(page, 2).isVisible(), true);
        equal(await frame(page, 2).getAttribute('aria-current'), 'true', 'steps went from photo to photo');
      }
      ok(await inReach());
      equal(await button.evaluate(isOnTop), true);
    });

    test('is accessible with overrides, light and dark', async () => {
      await openSection(person, 'Lumină');
      await page.getByRole('radio', { name: /^Doar aceasta/ }).check({ force: true });
      await slider(page).or(page.getByRole('switch').first()).first().waitFor();
      for (const colorScheme of drawRows(['light', 'dark'] as const, 1)) {
        equal((await findingsInTheme(page, colorScheme)).join('\n'), '');
        equal((await sidewaysScrollers(page)).join('\n'), '');
      }
    });

    test('loses no edit when the page is closed while there is no connection', async () => {
      await page.goto(`/process/${batchId}`);
      await openSection(person, 'Lumină');
      await slider(page).waitFor();
      await person.context.setOffline(true);
      await slider(page).focus();
      await page.keyboard.press('End');
      const note = page.getByText('Modificările rămân aici până revine conexiunea.');
      await note.waitFor();
      await becomes(() => note.evaluate(isOnTop), true);
      const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => /edits/.test(key)));
      await becomes(kept, [`fotolot.edits.${batchId}`]);
      await page.goto('about:blank');
      await person.context.setOffline(false);
      await page.goto(`/process/${batchId}`);
      await becomes(levels, 100);
      await openSection(person, 'Lumină');
      await becomes(() => slider(page).getAttribute('aria-valuetext'), '100');
      await becomes(kept, []);
    });

    test('goes from photo to photo by the arrows where nothing is focused, not from under a dialog', async () => {
      await page.goto(`/process/${batchId}`);
      // On a phone the button is hidden; the keys are there as soon as it is.
      const keys = page.getByRole('button', { name: 'Scurtături', includeHidden: true });
      await keys.waitFor({ state: 'attached' });
      const current = (at: number) => frame(page, at).getAttribute('aria-current');
      await becomes(() => current(0), 'true');
      await page.keyboard.press('ArrowRight');
      await becomes(() => current(1), 'true');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await becomes(() => current(2), 'true');
      await page.keyboard.press('ArrowLeft');
      await becomes(() => current(1), 'true');
      await page.keyboard.press('Shift+ArrowLeft');
      await page.keyboard.press('?');
      const list = page.getByRole('dialog', { name: 'Scurtături' });
      await list.waitFor();
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'hidden' });
      equal(await current(1), 'true');
    });

    test('says under „?” what the keys do, and starts by one, not from under a dialog', async () => {
      await page.locator('h1').first().focus();
      await page.keyboard.press('?');
      const list = page.getByRole('dialog', { name: 'Scurtături' });
      await list.getByText('Procesează lotul').waitFor();
      equal((await accessibilityFindings(page)).join('\n'), '');
      await page.keyboard.press('Control+Enter');
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'hidden' });
      equal((await batch()).state, 'draft');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('heading', { name: 'Gata de publicat' }).waitFor();
    });
  });
}
