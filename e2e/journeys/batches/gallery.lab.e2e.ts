import { equal, match, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Browser, Locator } from '@playwright/test';
import type { ApiClient } from '../../support/api-client.ts';
import { enter, fillBatch, processBatch, readBatch, visit } from '../../support/batches.ts';
import { Fingers } from '../../support/finger.ts';
import { closeWindows, test } from '../../support/journey.ts';
import { isOnTop, looksRight, seesDownloadRefused } from '../../support/page-checks.ts';
import { PATIENCE } from '../../support/patience.ts';
import { SAMPLES } from '../../support/photo-files.ts';
import { seedPhotos } from '../../support/seeded-photos.ts';
import { type RunningApp, startApp } from '../../support/start-app.ts';
import { becomes, getPath, keepToast, newPerson, type Person, sees, until } from '../../support/steps.ts';
import { zipEntries } from '../../support/zip-entries.ts';

const MANY = 10_000;
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

test.describe('the gallery of a shop', () => {
  test.describe.configure({ mode: 'serial' });
  let person: Person;
  let client: ApiClient;
  let page: Person['page'];
  let pipes: string;
  const grid = (name = 'Fotografii') => page.getByRole('listbox', { name, exact: true });
  const shown = (name?: string) =>
    grid(name)
      .getByRole('option')
      .evaluateAll((all) => all.map((one) => (one.getAttribute('aria-label') ?? '').split(',')[0]));
  const choose = (option: Locator) => option.click({ modifiers: ['ControlOrMeta'] });
  const tray = () => page.getByRole('region', { name: 'Fotografii alese' });

  /** Checks the page without messages: one that fades out has colours between those of the theme. */
  const looks = async (what: string) => {
    const close = page.getByRole('button', { name: 'Închide mesajul' });
    await until(
      async () => {
        // One that goes by itself meanwhile is closed as well.
        const press = () => close.first().click({ timeout: 2000 * PATIENCE });
        if ((await close.count()) > 0) await press().catch(() => undefined);
        return close.count();
      },
      (left) => left === 0,
    );
    await looksRight(page, what);
  };

  test.beforeAll(async () => {
    ({ person, client } = await visit(browser, app.url, { email: 'ana@fotolot.example' }));
    page = person.page;
    pipes = await fillBatch(client, 'Țeavă de eșapament', SAMPLES.slice(0, 2));
    await fillBatch(client, 'Jante', SAMPLES.slice(2, 4));
    await processBatch(client, pipes);
  });
  test.afterAll(() => person?.context.close());

  test('finds without diacritics what batches are called, and its address holds search and filters', async () => {
    const refused = { code: 'http/too-many-requests', message: 'Prea multe cereri.', details: {} };
    await page.route('**/api/gallery?*', (route) => route.fulfill({ status: 429, json: refused }));
    await page.goto('/gallery');
    await page.getByRole('heading', { name: 'Galeria nu răspunde' }).waitFor();
    await sees(page.getByRole('alert'), 'Prea multe cereri.');
    await looks('a gallery that cannot be read');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Încearcă din nou' }).click();
    await becomes(async () => (await shown()).length, 4);
    await person.context.setOffline(true);
    await sees(page, /^Fără legătură cu serverul/);
    equal((await shown()).length, 4);
    await person.context.setOffline(false);
    await page.getByText(/^Fără legătură cu serverul/).waitFor({ state: 'hidden' });
    await page.getByLabel('Caută după nume').fill('teava');
    await becomes(async () => (await shown()).length, 2);
    equal(getPath(page), '/gallery?q=teava');
    await page.getByRole('button', { name: 'Filtre' }).click();
    await page.getByRole('dialog').getByText('Neprocesate').click();
    await looks('filters');
    await page.getByRole('button', { name: 'Arată' }).click();
    await sees(page, /^Nimic nu se potrivește/);
    equal(getPath(page), '/gallery?q=teava&use=undone');
    await page.goBack();
    await becomes(async () => (await shown()).length, 2);
    await page.getByRole('button', { name: 'Scoate filtrul „teava”' }).click();
    await becomes(async () => (await shown()).length, 4);
  });

  test('renames a photo, moves it to another batch and takes it home as a ZIP, and it stays chosen', async () => {
    const [name = ''] = await shown();
    await choose(grid().getByRole('option').first());
    await tray().getByRole('button', { name: 'Redenumește' }).click();
    await page.getByLabel('Nume', { exact: true }).fill('Ușă stânga');
    await looks('rename');
    await page.getByRole('button', { name: 'Salvează numele' }).click();
    await becomes(async () => (await shown()).includes('Ușă stânga.jpg'), true);
    ok(!(await shown()).includes(name));
    await tray().getByRole('button', { name: 'Pune în alt lot' }).click();
    await page.getByRole('radio', { name: /^Țeavă/ }).check();
    await looks('move');
    await page.getByRole('button', { name: 'Pune în „Țeavă de eșapament”' }).click();
    await sees(page, '1 fotografie în lotul „Țeavă de eșapament”');
    await page
      .getByRole('region', { name: 'Mesaje' })
      .getByRole('button', { name: 'Deschide', exact: true })
      .waitFor();
    const { photos } = await readBatch(client, pipes);
    ok(Object.values<{ name: string }>(photos).some((photo) => photo.name === 'Ușă stânga.jpg'));
    const zip = tray().getByRole('button', { name: 'Descarcă originalele (ZIP)' });
    await seesDownloadRefused(page, () => zip.click());
    const download = page.waitForEvent('download');
    await zip.click();
    const entries = zipEntries(await readFile(await (await download).path()));
    equal(entries.map((entry) => entry.name).join(), 'Ușă stânga.jpg');
    await tray().getByRole('button', { name: 'Mută în coș' }).click();
    await sees(page, '1 fotografie mutată în coș');
    const putBack = await keepToast(page, 'Pune-o la loc');
    await becomes(async () => (await shown()).length, 3);
    await putBack.click();
    await becomes(async () => (await shown()).length, 4);
  });

  test('shows results over their originals, and each photo large with its facts', async () => {
    await page.goto('/gallery');
    await page.getByRole('link', { name: 'Rezultate', exact: true }).click();
    await becomes(async () => (await shown('Rezultate')).length, 2);
    await grid('Rezultate').getByRole('option').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img', { name: 'După' }).waitFor();
    await dialog.getByRole('slider', { name: 'Compară înainte și după' }).focus();
    await page.keyboard.press('End');
    await looks('comparison');
    await dialog.getByRole('link', { name: 'Țeavă de eșapament' }).waitFor();
    await sees(dialog, 'Păstrată până pe');
    await seesDownloadRefused(page, () => dialog.getByRole('link', { name: 'Descarcă' }).click());
    await dialog.getByRole('button', { name: 'Mărește', exact: true }).first().click();
    const stage = dialog.locator('[data-zoom]');
    await dialog.getByRole('button', { name: 'Mărește', exact: true }).click();
    await becomes(() => stage.getAttribute('data-zoom'), '1.6');
    await page.keyboard.press('ArrowRight');
    await becomes(() => stage.getAttribute('data-zoom'), '1');
    await looks('large');
    await page.keyboard.press('Escape');
    await choose(grid('Rezultate').getByRole('option').first());
    await tray().getByRole('button', { name: 'Descarcă ZIP' }).waitFor();
    await looks('results');
  });

  test('on a phone: a swipe leads to the next photo, a long touch chooses, and results go into the phone', async () => {
    const phone = await newPerson(browser, app.url, { device: 'phone' });
    await enter(phone, 'ana@fotolot.example');
    await phone.context.addInitScript(() => {
      const shared: string[][] = [];
      Object.assign(window, { shared });
      navigator.canShare = () => true;
      navigator.share = async ({ files = [] }: ShareData) => void shared.push(files.map(({ name }) => name));
    });
    const fingers = await Fingers.on(phone.page);
    await phone.page.goto('/gallery');
    const option = phone.page.getByRole('option');
    const [first = '', next = ''] = await until(
      () =>
        option.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.split(',')[0] ?? '')),
      (names) => names.length === 4,
    );
    const { photos } = (await client.call('GET', '/api/photos')).body;
    const photoIds = photos.map(({ id }: { id: string }) => id);
    await option.nth(1).tap();
    await phone.page.getByRole('dialog', { name: next }).getByRole('button', { name: 'Mută în coș' }).tap();
    await sees(phone.page, '1 fotografie mutată în coș');
    await option.first().tap();
    // A message leaves the way out of what fills the screen free.
    const close = phone.page.getByRole('dialog', { name: first }).getByRole('button', { name: 'Închide' });
    await becomes(() => close.evaluate(isOnTop), true);
    await close.tap();
    await client.call('POST', '/api/photos/restore', { body: { photoIds } });
    await phone.page.goto('/gallery');
    await becomes(() => option.count(), 4);
    await option.first().tap();
    await phone.page.getByRole('dialog', { name: first }).waitFor();
    await fingers.drag(phone.page.getByRole('dialog').locator('[data-zoom]'), { x: -110, y: 0 });
    await phone.page.getByRole('dialog', { name: next }).waitFor();
    await phone.page.goto('/gallery?view=results');
    await option.first().waitFor();
    const chosen = phone.page.getByRole('region', { name: 'Fotografii alese' });
    await fingers.longPress(option.first(), () => sees(chosen, '1 rezultat'));
    await option.nth(1).tap();
    await sees(chosen, '2 rezultate');
    await chosen.getByRole('button', { name: 'Salvează în telefon' }).tap();
    const shared = () => phone.page.evaluate<string[][]>('shared');
    await becomes(async () => (await shared()).map((files) => files.length), [2]);
    ok(
      (await shared())[0]?.every((file) => /^Țeavă de eșapament_0\d\.jpg$/.test(file)),
      `${await shared()}`,
    );
    await phone.context.close();
  });

  test('lists batches as strips: renames, copies and deletes them, and says what is lost', async () => {
    await page.goto('/gallery?view=lots');
    const strips = page.getByRole('list', { name: 'Loturi' }).getByRole('listitem');
    const menu = async (batch: string, item: string) => {
      await page.getByRole('button', { name: `Mai multe despre lotul ${batch}` }).click();
      await page.getByRole('button', { name: item, exact: true }).click();
    };
    await menu('Jante', 'Redenumește');
    await page.getByLabel('Nume', { exact: true }).fill('Jante 17 inch');
    await page.getByRole('button', { name: 'Salvează numele' }).click();
    await menu('Jante 17 inch', 'Fă o copie');
    await sees(page, /^„Jante 17 inch \(copie\)”/);
    await becomes(() => strips.count(), 3);
    await page.getByLabel('Caută un lot').fill('esapament');
    await becomes(() => strips.count(), 1);
    match(getPath(page), /view=lots&q=esapament$/);
    await menu('Țeavă de eșapament', 'Șterge lotul');
    await sees(page, /^Cele 2 rezultate ale lui se șterg definitiv\. Pierzi și refacerea gratuită/);
    await looks('delete');
    await page.getByRole('button', { name: 'Șterge lotul' }).click();
    await sees(page, /a fost șters/);
    await sees(page, /^Nimic nu se potrivește/);
    await page.getByRole('button', { name: /^Scoate filtrul/ }).click();
    await becomes(() => strips.count(), 2);
    await looks('lots');
  });

  test('lets one photo of the trash go for good, then all, each time told how many and that nothing comes back', async () => {
    const { photos } = (await client.call('GET', '/api/photos')).body;
    const photoIds = photos.slice(0, 2).map(({ id }: { id: string }) => id);
    await client.call('POST', '/api/photos/trash', { body: { photoIds } });
    await page.goto('/gallery?view=trash');
    await choose(grid('Fotografii din coș').getByRole('option').first());
    await tray().getByRole('button', { name: 'Șterge definitiv' }).click();
    const question = page.getByRole('alertdialog');
    await sees(question, 'Ștergi definitiv 1 fotografie?');
    await question.getByRole('button', { name: 'Șterge definitiv' }).click();
    await sees(page, '1 fotografie ștearsă definitiv');
    await page.getByRole('button', { name: 'Golește coșul' }).click();
    await sees(question, /^În coș e 1 fotografie\. Se șterge cu rezultatele ei, pentru totdeauna/);
    await looks('empty the trash');
    await question.getByRole('button', { name: 'Golește coșul' }).click();
    await sees(page, 'Coșul e gol');
    for (const id of photoIds) equal((await client.call('GET', `/api/photos/${id}/original`)).status, 404);
  });

  test('holds ten thousand photos in at most 200 nodes, and all of them can be chosen', async () => {
    const { body } = await client.call('GET', '/api/photos');
    await seedPhotos(app.dataDir, body.photos[0].id, MANY);
    await page.goto('/gallery');
    const kept = page.locator('[data-kept="/gallery"]');
    const nodes = () => grid().evaluate((list) => list.querySelectorAll('*').length);
    for (const [width, height] of [
      [1280, 860],
      [360, 740],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const top of [0, 5000, 12_000]) {
        await kept.evaluate((scroller, to) => scroller.scrollTo(0, to), top);
        // Soon after midnight a day of a few photos takes rows of its own.
        await until(
          () => grid().getByRole('option').count(),
          (count) => count > 3,
        );
        const count = await nodes();
        ok(count > 8 && count <= 200, `${count} nodes at ${width} × ${height}, ${top} px down`);
      }
    }
    await page.setViewportSize({ width: 1280, height: 860 });
    await grid().focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ControlOrMeta+a');
    await sees(tray(), /10\.002 fotografii/);
    ok((await nodes()) <= 200);
    const nav = page.getByRole('navigation', { name: 'Pagini' }).first();
    const scrolled = () => kept.evaluate((scroller) => Math.round(scroller.scrollTop));
    const before = await until(scrolled, (top) => top > 1000);
    await nav.getByRole('link', { name: 'Panou' }).click();
    await page.getByRole('heading', { level: 1, name: /^Bună/ }).waitFor();
    await nav.getByRole('link', { name: 'Galerie' }).click();
    await sees(tray(), /10\.002 fotografii/);
    equal(await scrolled(), before);
    await nav.getByRole('link', { name: 'Loturi' }).click();
    await page.getByRole('list', { name: 'Loturi' }).getByRole('listitem').first().waitFor();
    await becomes(scrolled, 0);
    await nav.getByRole('link', { name: 'Galerie' }).click();
    await becomes(scrolled, before);
    await sees(tray(), /10\.002 fotografii/);
    await until(
      () => grid().getByRole('option').count(),
      (count) => count > 8,
    );
  });
});
