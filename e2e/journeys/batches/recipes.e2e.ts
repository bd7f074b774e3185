import { deepEqual, equal, match } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from '@playwright/test';
import type { ApiClient } from '../../support/api-client.ts';
import { enter, fillBatch, processBatch, readBatch, visit } from '../../support/batches.ts';
import { leave, test } from '../../support/journey.ts';
import { looksRight } from '../../support/page-checks.ts';
import { SAMPLES } from '../../support/photo-files.ts';
import type { RunningApp } from '../../support/start-app.ts';
import {
  becomes,
  getPath,
  keepToast,
  newPerson,
  openSection,
  type Person,
  press,
  pressStart,
  sees,
  watchProblems,
} from '../../support/steps.ts';
import { zipEntries } from '../../support/zip-entries.ts';

/** Recipes by name, marks on the picture, and what is ready to be published. */
const PHOTOS = SAMPLES.slice(0, 2);

let app: RunningApp;
let browser: Browser;

test.beforeAll(({ shared }) => {
  ({ app, browser } = shared);
});

test.afterAll(async ({ shared }) => {
  await leave(shared);
});

const chip = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: 'Rețete' }).getByRole('button', { name, exact: true });
const countLines = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getClientRects().length;
  });
const isPressed = (button: Locator) => button.getAttribute('aria-pressed');

test.describe('recipes with names', () => {
  test.describe.configure({ mode: 'serial' });
  let person: Person;
  let client: ApiClient;
  let page: Page;
  let batchId: string;
  let problems: string[];

  test.beforeAll(async () => {
    ({ person, client } = await visit(browser, app.url, { email: 'retete@fotolot.example' }));
    problems = watchProblems(person);
    page = person.page;
    batchId = await fillBatch(client, 'Dacia Logan', PHOTOS);
    await page.goto(`/process/${batchId}`);
  });

  const readOutputs = async (id: string) =>
    (await readBatch(client, id)).outputs.map(({ preset }: { preset: string }) => preset);

  test('brings along recipes for the job: one press sets options and platforms', async () => {
    equal(await isPressed(chip(page, 'Anunț OLX')), 'true');
    await press(person, chip(page, 'Mașină pentru Autovit'));
    await becomes(() => readOutputs(batchId), ['autovit', 'olx']);
    equal(await isPressed(chip(page, 'Mașină pentru Autovit')), 'true');
    equal(
      await page.getByRole('button', { name: /^Autovit cel mult 1920/ }).getAttribute('aria-pressed'),
      'true',
    );
  });

  test('keeps a format of one’s own closed at its size and weight, and opens it where it stands', async () => {
    await press(person, page.getByRole('button', { name: /^Alt format/ }));
    await page.getByLabel('Lățime, px').fill('1400');
    await page.getByLabel('Cel mult, kB (opțional)').fill('300');
    await page.getByLabel('Lățime, px').press('Tab');
    await becomes(async () => (await readBatch(client, batchId)).outputs.at(-1)?.custom?.maxBytes, 300_000);
    await page.reload();
    const row = page.getByRole('region', { name: /^Alt format 1400×/ });
    await sees(row, /^cel mult 1400×\d+ JPG · 300 kB$/);
    equal(await page.getByLabel('Lățime, px').count(), 0);
    await press(person, row.getByRole('button', { name: /^Alt format/ }));
    equal(await row.getByLabel('Lățime, px').inputValue(), '1400');
    await press(person, row.getByRole('button', { name: 'Renunță la acest format' }));
    await becomes(() => readOutputs(batchId), ['autovit', 'olx']);
  });

  test('puts a badge and a frame on the pictures, and says where they are not allowed', async () => {
    await openSection(person, 'Etichetă');
    await press(person, page.getByRole('switch', { name: 'Etichetă pe fotografii' }));
    await page.getByLabel('Ce scrie pe etichetă').fill('Garanţie 12 luni');
    await page.getByRole('radio', { name: 'Bandă' }).check({ force: true });
    await press(person, page.getByRole('switch', { name: 'Ramă în jurul fotografiei' }));
    await becomes(async () => (await readBatch(client, batchId)).recipe.badge?.text, 'Garanție 12 luni');
    await press(person, page.getByRole('button', { name: /^Google Merchant cel mult 1500/ }));
    await sees(page, 'Google Merchant nu permite text, siglă sau ramă: acolo le lăsăm deoparte.');
    await press(person, page.getByRole('button', { name: /^Google Merchant cel mult 1500/ }));
  });

  test('saves what is set under a name and offers it in every batch', async () => {
    await press(person, page.getByRole('button', { name: 'Salvează rețeta' }));
    const dialog = page.getByRole('dialog', { name: 'Salvează rețeta' });
    await becomes(
      () => dialog.getByLabel('Numele rețetei').evaluate((field) => field === document.activeElement),
      true,
    );
    await dialog.getByLabel('Numele rețetei').fill('Cu garanţie');
    equal(
      await dialog.getByRole('switch', { name: 'Loturile noi încep cu ea' }).getAttribute('aria-checked'),
      'true',
    );
    await press(person, dialog.getByRole('button', { name: 'Salvează', exact: true }));
    await dialog.waitFor({ state: 'hidden' });
    await becomes(() => isPressed(chip(page, 'Cu garanție')), 'true');
    const undo = page.getByRole('button', { name: 'Înapoi cu un pas' });
    const second = await fillBatch(client, 'Golf', PHOTOS.slice(0, 1));
    deepEqual(await readOutputs(second), ['autovit', 'olx'], 'the next lot begins with it');
    await page.goto(`/process/${second}`);
    await becomes(() => isPressed(chip(page, 'Cu garanție')), 'true');
    equal((await readBatch(client, second)).recipe.badge.text, 'Garanție 12 luni');
    await press(person, chip(page, 'Haine pentru Vinted'));
    const putBack = await keepToast(page, 'Pune-le înapoi');
    await becomes(() => readOutputs(second), ['vinted']);
    const { badge, frame } = (await readBatch(client, second)).recipe;
    deepEqual([badge, frame], [null, null], 'nothing of the recipe before stays');
    await press(person, putBack);
    await becomes(async () => (await readBatch(client, second)).recipe.badge?.text, 'Garanție 12 luni');
    equal(await undo.isEnabled(), true);
    await press(person, undo);
    await becomes(async () => (await readBatch(client, second)).recipe.badge, null);
    await press(person, undo);
    await becomes(() => readOutputs(second), ['autovit', 'olx']);
    equal(
      (await readBatch(client, second)).recipe.badge?.text,
      'Garanție 12 luni',
      'one step for the whole recipe',
    );
    await press(person, page.getByRole('button', { name: 'Înainte cu un pas' }));
    await becomes(() => readOutputs(second), ['vinted']);
  });

  test('takes the place of one with the same name only when asked', async () => {
    await press(person, page.getByRole('button', { name: 'Salvează rețeta' }));
    const dialog = page.getByRole('dialog', { name: 'Salvează rețeta' });
    await dialog.getByLabel('Numele rețetei').fill('cu garanție');
    await press(person, dialog.getByRole('button', { name: 'Salvează', exact: true }));
    await dialog.getByText('Ai deja o rețetă cu numele acesta.').waitFor();
    await press(person, dialog.getByRole('button', { name: 'Înlocuiește-o' }));
    await dialog.waitFor({ state: 'hidden' });
    equal((await client.call('GET', '/api/recipes')).body.recipes.length, 1);
  });

  test('renames and deletes them, with a way back, also in the settings', async () => {
    await page.goto('/settings');
    const list = page.getByRole('region', { name: 'Rețete salvate' });
    await press(person, list.getByRole('button', { name: 'Redenumește Cu garanție' }));
    await list.getByLabel('Noul nume').fill('Mașini cu garanție');
    await press(person, list.getByRole('button', { name: 'Păstrează' }));
    await press(person, list.getByRole('button', { name: 'Șterge Mașini cu garanție' }));
    const putBack = await keepToast(page, 'Pune-o înapoi');
    await list.getByText('Nicio rețetă salvată încă.').waitFor();
    await press(person, putBack);
    await list.getByText('Mașini cu garanție').waitFor();
    await list.getByText('Ai 1 rețetă; planul tău păstrează 2.').waitFor();
  });

  test('says after a run what is ready to be published, and one tap leads out of what is not', async () => {
    const outputs = [
      { kind: 'preset', preset: 'olx' },
      { kind: 'preset', preset: 'emag-principal' },
    ];
    await client.call('PATCH', `/api/batches/${batchId}`, { body: { outputs } });
    await processBatch(client, batchId);
    await page.goto(`/process/${batchId}`);
    const ready = page.getByRole('region', { name: 'Gata de publicat' });
    await ready.getByText('eMAG principal: Fundalul nu e alb: 01', { exact: true }).waitFor();
    await ready.getByText(/^eMAG principal: Aici încape o singură fotografie/).waitFor();
    await looksRight(page, 'results with findings');
    await ready.getByText(/^Cu planul Basic – gratuit ai 2 variante la o procesare/).waitFor();
    const plans = ready.getByRole('link', { name: 'Vezi planurile' });
    match((await plans.getAttribute('href')) ?? '', /^\/pricing\?from=.*#plans$/);
    await ready.getByText(/^OLX cere fundalul adevărat, .*se plătește separat \(1 credit\)\.$/).waitFor();
    await press(person, ready.getByRole('button', { name: 'Lot separat pentru eMAG principal' }));
    await becomes(() => readOutputs(batchId), ['olx']);
    equal((await readBatch(client, batchId)).recipe.background.kind, 'keep');
    const wide = page.viewportSize();
    await page.setViewportSize({ width: 360, height: 740 });
    equal(await countLines(page.getByText('Lot separat creat.')), 1);
    if (wide) await page.setViewportSize(wide);
    await press(person, page.getByRole('button', { name: 'Deschide-l' }));
    await page.getByRole('heading', { level: 1, name: 'Dacia Logan – eMAG principal' }).waitFor();
    const apart = getPath(page).split('/').at(-1) ?? '';
    equal((await readBatch(client, apart)).recipe.background.kind, 'white');
    await openSection(person, 'De verificat');
    await press(
      person,
      page
        .getByRole('list', { name: 'Înainte de publicare' })
        .getByRole('button', { name: 'Adaugă eMAG secundar' }),
    );
    await becomes(() => readOutputs(apart), ['emag-principal', 'emag-secundar']);
    await sees(page, /^Ai ales 2 variante, câte ai cu planul Basic – gratuit la o procesare\./);
    await looksRight(page, 'editor with recipes');
  });

  test('calls the files as the person wants, in the ZIP too', async () => {
    await page.goto(`/process/${batchId}`);
    await press(person, page.getByRole('button', { name: 'Schimbă numele' }));
    const dialog = page.getByRole('dialog', { name: 'Numele fișierelor' });
    await dialog.getByLabel('Model').fill('{platforma}-{vin}');
    await dialog.getByText('Nu știm ce înseamnă {vin}.').waitFor();
    await dialog.getByLabel('Model').fill('{platforma} ');
    await press(person, dialog.getByRole('button', { name: 'numărul', exact: true }));
    await dialog.getByText('OLX 1.jpg').waitFor();
    await press(person, dialog.getByRole('button', { name: 'Păstrează numele' }));
    await sees(page, 'OLX 1.jpg');
    await becomes(async () => (await readBatch(client, batchId)).filePattern, '{platforma} {nr}');
    const download = page.waitForEvent('download');
    await press(person, page.getByRole('link', { name: /^Descarcă tot \(ZIP\)/ }));
    const entries = zipEntries(await readFile(await (await download).path()));
    deepEqual(
      entries.map(({ name }) => name),
      ['OLX/OLX 1.jpg', 'OLX/OLX 2.jpg', 'eMAG principal/eMAG principal 1.jpg'],
    );
  });

  test('says on a phone which of several variants goes into its gallery', async () => {
    const phone = await newPerson(browser, app.url, { device: 'phone' });
    await enter(phone, 'retete@fotolot.example');
    await phone.page.addInitScript(() => {
      navigator.canShare = () => true;
    });
    await phone.page.goto(`/process/${batchId}`);
    await phone.page.getByRole('button', { name: 'Salvează în telefon OLX', exact: true }).waitFor();
    await phone.context.close();
  });

  test('leaves out on a phone what eMAG’s main picture does not take, and says so before the start', async () => {
    const shop = await visit(browser, app.url, { email: 'magazin@fotolot.example', device: 'phone' });
    const lotId = await fillBatch(shop.client, 'Cizme', SAMPLES.slice(0, 4));
    const main = [{ kind: 'preset', preset: 'emag-principal' }];
    await shop.client.call('PATCH', `/api/batches/${lotId}`, {
      body: { outputs: main, filePattern: '{original}' },
    });
    const phone = shop.person.page;
    await phone.goto(`/process/${lotId}`);
    await phone
      .getByText('3 fotografii nu merg la eMAG principal: 02–04. Rămân în lot, neplătite.')
      .waitFor();
    await looksRight(phone, 'start that leaves photos out');
    await pressStart(shop.person, 'Procesează 1 fotografie – 1 credit (rămân 2)');
    await phone.getByRole('button', { name: 'eMAG principal 1', exact: true }).waitFor();
    equal(await phone.getByRole('button', { name: /^Compară / }).count(), 1);
    equal(await phone.getByRole('button', { name: /^Procesează și/ }).count(), 0);
    const { photoIds, photos, results } = await readBatch(shop.client, lotId);
    const [made] = Object.values<{ fileName: string }>(results);
    equal(made?.fileName.split('.')[0], photos[photoIds[0]].name.split('.')[0]);
    await looksRight(phone, 'results of the cover alone');
    await shop.person.context.close();
  });

  test('does all of it without an error in the console', () => {
    // The browser notes the refused name.
    deepEqual(
      problems.filter((problem) => !/409 \(Conflict\).*\/api\/recipes$/.test(problem)),
      [],
    );
  });
});
