import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import type { ApiClient } from '../../support/api-client.ts';
import { fillBatch, readBatch, visit } from '../../support/batches.ts';
import { giveCredits, leave, test } from '../../support/journey.ts';
import { findBrokenWords, looksRight } from '../../support/page-checks.ts';
import { SAMPLES } from '../../support/photo-files.ts';
import type { RunningApp } from '../../support/start-app.ts';
import {
  becomes,
  getPath,
  type Person,
  pickPhotos,
  press,
  sees,
  seesAllArrived,
} from '../../support/steps.ts';
import { zipEntries } from '../../support/zip-entries.ts';

let app: RunningApp;
let browser: Browser;

test.beforeAll(({ shared }) => {
  ({ app, browser } = shared);
});

test.afterAll(async ({ shared }) => {
  await leave(shared);
});

const ARTICLES = ['SKU-1001', 'SKU-1002', 'SKU-1003'];

/** Two photos of each article, as a shop names them. */
const FILES = ARTICLES.flatMap((article, i) =>
  [1, 2].map(async (n) => {
    const background = { r: 60 * (i + 1), g: 90 * n, b: 200 - 50 * i };
    const image = sharp({ create: { width: 640, height: 480, channels: 3, background } });
    return { name: `${article}_${n}.jpg`, mimeType: 'image/jpeg', buffer: await image.jpeg().toBuffer() };
  }),
);

test.describe('a pile of photos of several articles, on a phone', () => {
  let person: Person;
  let client: ApiClient;
  let page: Page;
  let presses = 0;

  const pressed = async (role: 'button' | 'link', name: string | RegExp) => {
    presses += 1;
    await press(person, page.getByRole(role, { name }));
  };
  const strips = () => page.getByRole('region', { name: /^Lotul \d+$/ });
  const names = () =>
    strips()
      .getByRole('textbox')
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));

  test('is proposed as one lot for each article, by what their names say', async () => {
    ({ person, client } = await visit(browser, app.url, {
      email: 'gramada@fotolot.example',
      device: 'phone',
    }));
    page = person.page;
    await page.goto('/upload');
    await pickPhotos(person, await Promise.all(FILES));
    presses += 1;
    await page.getByText(/^Par 3 lucruri diferite/).waitFor();
    await pressed('link', 'Vezi 3 loturi');
    await page.getByRole('heading', { level: 1, name: '3 loturi' }).waitFor();
    deepEqual(await names(), ARTICLES);
    await page.getByText('3 loturi = 3 credite; într-un singur lot: 1.', { exact: false }).waitFor();
    await looksRight(page, 'lots of a pile');
  });

  test('is left by „Înapoi” to its photos, which stand as before, and by a link to more photos', async () => {
    const address = getPath(page);
    const isAtPhotos = async () => {
      await seesAllArrived(page, 6);
      await page.getByText(/^Par 3 lucruri diferite/).waitFor();
      equal(getPath(page), address.replace('&loturi=1', ''));
    };
    await page.goBack();
    await isAtPhotos();
    await page.goForward();
    await press(person, page.getByRole('link', { name: 'Mai adaugă fotografii' }));
    await isAtPhotos();
    await press(person, page.getByRole('link', { name: 'Vezi 3 loturi' }));
    await becomes(names, ARTICLES);
  });

  test('lets borders be moved, lots be joined and photos be moved, each taken back by one step', async () => {
    const counts = () =>
      strips()
        .getByRole('list')
        .evaluateAll((lists) => lists.map((list) => list.children.length));
    const focused = () => page.evaluate('document.activeElement.ariaLabel');
    const border = page.getByRole('slider', { name: 'Granița dintre lotul 1 și lotul 2' });
    await border.focus();
    await page.keyboard.press('ArrowRight');
    await becomes(counts, [3, 1, 2]);
    equal(await border.getAttribute('aria-valuetext'), '3 fotografii în lotul 1, 1 fotografie în lotul 2');
    const undo = page.getByRole('button', { name: 'Înapoi cu un pas' });
    await page.keyboard.press('Home');
    await becomes(counts, [1, 3, 2]);
    await page.keyboard.press('End');
    await becomes(counts, [3, 1, 2]);
    await press(person, undo);
    await becomes(counts, [1, 3, 2]);
    await press(person, undo);
    await press(person, undo);
    await becomes(counts, [2, 2, 2]);
    const second = strips().first().getByRole('button').nth(1);
    const from = await border.boundingBox();
    const to = await second.boundingBox();
    ok(from && to);
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
    await page.mouse.up();
    await becomes(counts, [1, 3, 2]);
    await press(person, undo);
    await press(person, page.getByRole('button', { name: 'Unește lotul 2 cu lotul 3' }));
    await becomes(counts, [2, 4]);
    equal(await focused(), 'Alege 3, SKU-1003_1.jpg');
    await press(person, undo);
    await press(person, strips().nth(2).getByRole('button').first());
    await page.getByLabel('Mută în').selectOption({ index: 1 });
    await becomes(counts, [3, 2, 1]);
    equal(await focused(), 'Alege 3, SKU-1003_1.jpg');
    await press(person, undo);
    await becomes(counts, [2, 2, 2]);
    equal(await undo.isDisabled(), true);
    equal(await focused(), 'Pozele alese');
    // A photo that begins its lot begins no other; beside one that does not, the other alone does.
    const begin = page.getByRole('button', { name: 'Aici începe alt lot' });
    await press(person, strips().first().getByRole('button').first());
    equal(await begin.isDisabled(), true);
    await page.getByText('Aici începe deja un lot.').waitFor();
    await press(person, strips().nth(1).getByRole('button').nth(1));
    await press(person, begin);
    await becomes(counts, [2, 1, 1, 2]);
    equal(await focused(), 'Alege 1, SKU-1001_1.jpg');
    await press(person, undo);
    equal(await undo.isDisabled(), true);
  });

  test('loses no step by a reload: each is taken back by itself', async () => {
    const fields = () => strips().getByRole('textbox');
    await fields().first().fill('Ghete');
    await fields().nth(1).fill('Cizme');
    await fields().nth(1).fill('Cizme noi');
    await page.reload();
    await becomes(names, ['Ghete', 'Cizme noi', 'SKU-1003']);
    const undo = page.getByRole('button', { name: 'Înapoi cu un pas' });
    await press(person, undo);
    await becomes(names, ['Ghete', ...ARTICLES.slice(1)]);
    await page.reload();
    await press(person, undo);
    await becomes(names, ARTICLES);
    equal(await undo.isDisabled(), true);
  });

  test('is made, started and downloaded at once: five presses for three articles, as for thirty', async () => {
    const last = strips().last().getByRole('textbox');
    await last.fill('Cizme');
    await pressed('button', 'Fă 3 loturi');
    await page.getByRole('button', { name: 'Procesează 3 loturi – 3 credite' }).waitFor();
    await looksRight(page, 'made lots');
    await press(person, page.getByRole('button', { name: 'Pune-le înapoi la un loc' }));
    await page.getByRole('button', { name: 'Fă 3 loturi' }).waitFor();
    // What was arranged is there again, after a reload too.
    await becomes(names, [...ARTICLES.slice(0, 2), 'Cizme']);
    await page.reload();
    await becomes(names, [...ARTICLES.slice(0, 2), 'Cizme']);
    await last.fill('SKU-1003');
    await press(person, page.getByRole('button', { name: 'Fă 3 loturi' }));
    await pressed('button', 'Procesează 3 loturi – 3 credite');
    // The account had three credits: that none is left is said once, whatever spent them.
    await press(person, page.getByRole('button', { name: 'Poate mai târziu' }));
    await page.getByRole('button', { name: 'Descarcă 3 loturi (ZIP)' }).waitFor();
    const download = page.waitForEvent('download');
    await pressed('button', 'Descarcă 3 loturi (ZIP)');
    ok(presses <= 5, `${presses} presses`);
    const zip = await readFile(await (await download).path());
    const entries = zipEntries(zip).map(({ name }) => name);
    deepEqual(entries, [
      'loturi.csv',
      ...ARTICLES.flatMap((article) => ['01', '02'].map((n) => `${article}/OLX/${article}_${n}.jpg`)),
    ]);
    ok(zip.toString('utf8').includes('SKU-1002;SKU-1002;SKU-1002/OLX/SKU-1002_02.jpg;2\r\n'));
    const { body } = await client.call('GET', '/api/batches');
    const states = body.batches.map(({ state }: { state: string }) => state);
    deepEqual(states, ['done', 'done', 'done']);
    equal((await readBatch(client, body.batches[0].id)).name, 'SKU-1003');
  });
});

test('a lot of a pile is divided again: all lots stand on the page of the pile, though its first one is deleted', async () => {
  const { person, client } = await visit(browser, app.url, { email: 'inca-o-data@fotolot.example' });
  const { page } = person;
  const pileId = await fillBatch(client, 'Curte', SAMPLES.slice(0, 5));
  const { photoIds } = await readBatch(client, pileId);
  const lots = [
    { name: 'Logan', photoIds: photoIds.slice(0, 2) },
    { name: 'Golf', photoIds: photoIds.slice(2) },
  ];
  const { batchIds } = (await client.call('POST', `/api/batches/${pileId}/divide`, { body: { lots } })).body;
  await page.goto(`/upload?lot=${batchIds[1]}&loturi=imparte`);
  await press(person, page.getByRole('button', { name: 'Fă 3 loturi' }));
  await page.getByRole('heading', { level: 1, name: '4 loturi' }).waitFor();
  equal(getPath(page), `/upload?lot=${pileId}&loturi=1`);
  // The pile's own lot, too, is divided from its page.
  await page.goto(`/upload?lot=${pileId}&loturi=imparte`);
  await page.getByRole('button', { name: /^Fă / }).waitFor();
  await client.call('DELETE', `/api/batches/${pileId}`);
  await page.goto(`/upload?lot=${pileId}&loturi=1`);
  await page.getByRole('heading', { level: 1, name: '3 loturi' }).waitFor();
  equal(await page.getByRole('button', { name: 'Pune-le înapoi la un loc' }).count(), 0);
});

test('names tell lots before all photos are there; a lot of which one is still sent says so, and starts once it has come', async () => {
  const { person, client } = await visit(browser, app.url, { email: 'pe-drum@fotolot.example' });
  const { page } = person;
  const { body: pile } = await client.call('POST', '/api/batches', { body: { name: 'Raft' } });
  const [late, ...others] = (await Promise.all(FILES)).map(({ name, buffer }) => ({
    name,
    bytes: new Uint8Array(buffer),
  }));
  ok(late);
  const location = await client.beginUpload(late.bytes.length, late.name, { batchId: pile.id });
  for (const { name, bytes } of others) await client.upload(bytes, name, pile.id);
  await page.goto(`/upload?lot=${pile.id}&loturi=1`);
  await sees(page, /^Se mai trimite o fotografie\. 3 loturi = 3 credite/);
  await press(person, page.getByRole('button', { name: 'Fă 3 loturi' }));
  const first = page.getByRole('list', { name: 'Loturi' }).getByRole('listitem').first();
  await sees(first, 'Se mai trimite o fotografie: lotul se poate porni după ce ajunge.');
  ok(await first.getByText('SKU-1001').isVisible());
  await press(person, page.getByRole('button', { name: 'Procesează 2 loturi – 2 credite' }));
  await page.getByRole('button', { name: 'Descarcă 2 loturi (ZIP)' }).waitFor();
  equal(await page.getByRole('button', { name: /^Procesează/ }).count(), 0);
  equal((await client.sendBytes(location, late.bytes, 0)).status, 204);
  await press(person, page.getByRole('button', { name: 'Procesează 1 lot – 1 credit' }));
  await press(person, page.getByRole('button', { name: 'Poate mai târziu' }));
  await page.getByRole('button', { name: 'Descarcă 3 loturi (ZIP)' }).waitFor();
  equal(Object.keys((await readBatch(client, pile.id)).results).length, 2);
});

test.describe('four lots and three credits', () => {
  let client: ApiClient;
  let person: Person;
  let page: Page;
  const startOf = (words: string) => page.getByRole('button', { name: words, exact: true });
  const toPrices = () => page.getByRole('main').getByRole('link', { name: 'Încarcă credite' });

  test.beforeAll(async () => {
    ({ person, client } = await visit(browser, app.url, {
      email: 'patru-loturi@fotolot.example',
      device: 'phone',
    }));
    page = person.page;
    const pileId = await fillBatch(client, 'Curte', SAMPLES.slice(0, 4));
    const { photoIds } = await readBatch(client, pileId);
    const lots = photoIds.map((id: string, n: number) => ({ name: `${'W'.repeat(76)}${n}`, photoIds: [id] }));
    await client.call('POST', `/api/batches/${pileId}/divide`, { body: { lots } });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/upload?lot=${pileId}&loturi=1`);
  });

  test('are no wider than a narrow phone, with names of eighty letters without a space', async () => {
    const isWithin = async (what: string) => {
      const [width, shown] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        window.innerWidth,
      ]);
      equal(shown, 360, what);
      equal(width, 360, what);
    };
    await page.getByRole('link', { name: /^Toate setările, pe W/ }).waitFor();
    await isWithin('lots that are made');
    await press(person, page.getByText('Unde publici:'));
    const place = page.getByRole('button', { name: /^Facebook Marketplace/ }).getByText('Facebook');
    await place.waitFor();
    deepEqual(await place.evaluate(findBrokenWords), []);
    await press(person, page.getByRole('button', { name: 'Haine pentru Vinted' }));
    await sees(page, '„Haine pentru Vinted”: 4 loturi.');
    await isWithin('a recipe for all');
    await press(person, page.getByRole('button', { name: 'Pune-le înapoi la un loc' }));
    await press(person, page.getByRole('button', { name: /^Alege 1, / }).first());
    await page.getByLabel('Mută în').waitFor();
    await isWithin('lots that are arranged');
    await press(person, page.getByRole('button', { name: 'Fă 4 loturi' }));
  });

  test('start as far as the balance goes: the button says so before the press, beside the way to more', async () => {
    await startOf('Procesează 3 din 4 loturi – 3 credite').waitFor();
    match((await toPrices().getAttribute('href')) ?? '', /^\/pricing/);
    await sees(page, /Ai 3 credite: ajung pentru 3 loturi\. Celălalt rămâne nepornit\./);
    await looksRight(page, 'lots that the balance does not pay');
    await press(person, startOf('Procesează 3 din 4 loturi – 3 credite'));
    await press(person, page.getByRole('button', { name: 'Poate mai târziu' }));
    await startOf('Descarcă 3 loturi (ZIP)').waitFor();
    const last = page.getByRole('list', { name: 'Loturi' }).getByRole('listitem').filter({ hasText: 'W3' });
    await sees(last, 'Costă 1 credit, ai 0');
    equal(await page.getByRole('button', { name: /^Procesează/ }).count(), 0);
    match((await toPrices().getAttribute('href')) ?? '', /^\/pricing/);
    // Credits that arrive are counted at once.
    await giveCredits(client, app.url, 4);
    await startOf('Procesează 1 lot – 1 credit').waitFor();
    equal(await page.getByText('Costă 1 credit').count(), 0);
    equal(await toPrices().count(), 0);
  });

  test('lead from their own pages back to the lots of the pile', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const address = getPath(page);
    const lots = page.getByRole('list', { name: 'Loturi' });
    for (const link of [
      lots.getByRole('link').first(),
      lots.getByRole('link').last(),
      page.getByRole('link', { name: /^Toate setările/ }),
    ]) {
      await press(person, link);
      await page.waitForURL('**/process/*');
      await press(person, page.getByRole('link', { name: 'Înapoi la loturi' }));
      await lots.waitFor();
      equal(getPath(page), address);
    }
  });
});
