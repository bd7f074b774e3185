import { deepEqual, equal, match } from 'node:assert/strict';
import type { Browser, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { drawRows } from '#testing/draws.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { enter, visit } from '../../support/batches.ts';
import { leave, test } from '../../support/journey.ts';
import { findingsInTheme, looksRight, sidewaysScrollers } from '../../support/page-checks.ts';
import { HEIC, TEXT_AS_JPG } from '../../support/photo-files.ts';
import type { RunningApp } from '../../support/start-app.ts';
import {
  becomes,
  keepToast,
  newPerson,
  type Person,
  sees,
  until,
  watchProblems,
} from '../../support/steps.ts';

let app: RunningApp;
let browser: Browser;

test.beforeAll(({ shared }) => {
  ({ app, browser } = shared);
});
test.afterAll(async ({ shared }) => {
  await leave(shared);
});

interface Chosen {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A phone's portrait: the sky above, the ground below, stored lying on its side with the tag that says so. */
async function portrait(sky: string, ground: string): Promise<Chosen> {
  const size = { width: 1200, height: 1600, channels: 3 } as const;
  const below = await sharp({ create: { ...size, height: 800, background: ground } })
    .png()
    .toBuffer();
  const upright = await sharp({ create: { ...size, background: sky } })
    .composite([{ input: below, top: 800, left: 0 }])
    .png()
    .toBuffer();
  const lying = await sharp(upright).rotate(270).png().toBuffer();
  const buffer = await sharp(lying).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  return { name: 'portret.jpg', mimeType: 'image/jpeg', buffer };
}

/** Size of a shown picture, and which colour is the strongest near its top and near its bottom. */
function looks(picture: Locator): Promise<object> {
  return picture.evaluate(async (element: HTMLImageElement) => {
    const bitmap = await createImageBitmap(await (await fetch(element.src)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(bitmap, 0, 0);
    const at = (y: number) => {
      const [red = 0, green = 0, blue = 0] = context.getImageData(bitmap.width / 2, y, 1, 1).data;
      const most = Math.max(red, green, blue);
      return most === red ? 'red' : most === green ? 'green' : 'blue';
    };
    return { size: [bitmap.width, bitmap.height], above: at(10), below: at(bitmap.height - 10) };
  });
}

const menuButton = (page: Page) => page.getByRole('button', { name: /contul tău$/ });
const menuPicture = (page: Page) => menuButton(page).locator('img');
const editor = (page: Page) => page.getByRole('region', { name: 'Fotografia de profil' });

async function choose(page: Page, file: Chosen | string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await editor(page)
    .getByText(/^(Adaugă o fotografie|Schimbă fotografia)$/)
    .click();
  await (await chooser).setFiles(file);
}

/** The address of the picture in the bar, once it is another one than `than`. */
async function pictureAfter(page: Page, than: string | null): Promise<string> {
  const shown = await until(
    () => menuPicture(page).evaluateAll(([image]) => image?.getAttribute('src') ?? null),
    (src) => src !== null && src !== than && !src.startsWith('blob:'),
  );
  return shown ?? '';
}

test.describe('the own profile', () => {
  test.describe.configure({ mode: 'serial' });
  let person: Person;
  let page: Page;
  let other: Page;
  let problems: string[];

  test.beforeAll(async () => {
    ({ person } = await visit(browser, app.url, { email: 'profil@fotolot.example' }));
    problems = watchProblems(person);
    page = person.page;
    other = await person.context.newPage();
    await other.goto('/dashboard');
    await page.goto('/settings');
  });
  test.afterAll(() => person?.context.close());

  test('has a name that is saved in place and appears in the other tab’s top bar without a reload', async () => {
    equal(await menuButton(other).getAttribute('aria-label'), 'P, contul tău');
    await page.getByLabel('Cum îți spunem').fill('  Ştefan Ţepeş ');
    await page.getByLabel('Cum îți spunem').press('Enter');
    await sees(page, 'Numele e salvat.');
    equal(await page.getByLabel('Cum îți spunem').inputValue(), 'Ștefan Țepeș');
    await other.getByRole('button', { name: 'ȘȚ, contul tău', exact: true }).waitFor();
    await other.getByRole('heading', { name: 'Bună, Ștefan' }).waitFor();
  });

  test('has a picture, upright though the phone stored it lying, that appears in both tabs', async () => {
    await choose(page, await portrait('#2060c0', '#30a040'));
    await sees(page, 'Fotografia de profil e schimbată.');
    const src = await pictureAfter(other, null);
    match(src, /^\/avatars\/users\/usr_\w+\/avatar\.jpg\?v=\w+$/);
    deepEqual(await looks(menuPicture(other)), { size: [256, 256], above: 'blue', below: 'green' });
    equal(await pictureAfter(page, null), src);
  });

  test('takes a picture that is dragged onto it, HEIC too', async () => {
    const before = await pictureAfter(other, null);
    const { buffer } = await portrait('#c03020', '#2040a0');
    const dataTransfer = await page.evaluateHandle((base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const dragged = new DataTransfer();
      dragged.items.add(new File([bytes], 'portret.jpg', { type: 'image/jpeg' }));
      return dragged;
    }, buffer.toString('base64'));
    for (const type of ['dragenter', 'dragover', 'drop'])
      await editor(page).dispatchEvent(type, { dataTransfer });
    const dropped = await pictureAfter(other, before);
    deepEqual(await looks(menuPicture(other)), { size: [256, 256], above: 'red', below: 'blue' });
    await choose(page, HEIC);
    await pictureAfter(other, dropped);
  });

  test('refuses what is no photo with the sentence of uploads, and keeps the picture', async () => {
    const before = await pictureAfter(page, null);
    await choose(page, TEXT_AS_JPG);
    await sees(editor(page), 'Fișierul nu este o fotografie (acceptăm JPG, PNG, WebP, AVIF și HEIC).');
    await choose(page, { name: 'mare.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(10_000_001) });
    await sees(editor(page), /^Fotografia depășește 10.MB\.$/);
    equal(await pictureAfter(page, null), before);
    for (const colorScheme of drawRows(['light', 'dark'] as const, 1)) {
      deepEqual(await findingsInTheme(page, colorScheme), []);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    await becomes(() => sidewaysScrollers(page), []);
    await page.setViewportSize({ width: 1280, height: 860 });
  });

  test('goes back to the letters of the name when the picture is removed', async () => {
    await editor(page).getByRole('button', { name: 'Șterge fotografia' }).click();
    await sees(page, 'Fotografia de profil e ștearsă.');
    for (const tab of [page, other]) await becomes(() => menuPicture(tab).count(), 0);
    await sees(menuButton(other), 'ȘȚ');
  });

  test('breaks no rule of the page on the way', () => {
    // Browsers write down the refusal of the wrong file, and that they cannot draw what was chosen.
    deepEqual(
      problems.filter((problem) => !/status of 422/.test(problem)),
      [],
    );
  });
});

test.describe('what the settings keep', () => {
  test.describe.configure({ mode: 'serial' });
  let person: Person;
  let client: ApiClient;
  let page: Page;
  test.beforeAll(async () => {
    ({ person, client } = await visit(browser, app.url, { email: 'pastreaza@fotolot.example' }));
    page = person.page;
  });
  test.afterAll(() => person?.context.close());

  const paper = (on: Page) => on.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

  test('is a theme: seen at once, before the first paint of the next visit, and on another device', async () => {
    await page.goto('/settings#tema');
    const light = await paper(page);
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await page.getByText('Întunecată', { exact: true }).click();
    await until(
      () => paper(page),
      (colour) => colour !== light,
    );
    const dark = await paper(page);
    await saved;
    // Long before the page's own program is here.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/gallery');
    equal(await paper(page), dark);
    await page.unrouteAll();
    await page.goto('/legal/terms');
    equal(await paper(page), dark, 'the plain documents too');
    const elsewhere = await newPerson(browser, app.url, { device: 'phone' });
    await enter(elsewhere, 'pastreaza@fotolot.example');
    await elsewhere.page.goto('/settings');
    await until(
      () => paper(elsewhere.page),
      (colour) => colour === dark,
    );
    await elsewhere.context.close();
    await page.goto('/settings#tema');
    await page.getByText('Ca dispozitivul', { exact: true }).click();
    await until(
      () => paper(page),
      (colour) => colour === light,
    );
    const reported = await person.context.cookies(new URL('/legal/terms', app.url).href);
    deepEqual(reported.map(({ name }) => name).sort(), ['known', 'sid']);
  });

  test('is whom orders are billed to, with what is missing said under its field', async () => {
    await page.getByRole('link', { name: 'Date de facturare' }).click();
    const form = page.getByRole('region', { name: 'Date de facturare' });
    await form.getByLabel('Prenume').fill('Ana');
    await form.getByRole('button', { name: 'Salvează datele' }).click();
    await sees(form, 'Completează datele de facturare marcate.');
    await form.getByLabel('Nume', { exact: true }).fill('Pop');
    await form.getByLabel(/^Stradă/).fill('Str. Horea 4');
    await form.getByLabel('Județ').selectOption('CJ');
    await form.getByLabel('Localitate').fill('Cluj-Napoca');
    await form.getByRole('button', { name: 'Salvează datele' }).click();
    await sees(form, 'Datele de facturare sunt salvate.');
    await page.reload();
    await until(
      () => form.getByLabel('Prenume').inputValue(),
      (name) => name === 'Ana',
    );
    await looksRight(page, 'settings');
  });

  test('is the seller’s own text, which every new batch begins with', async () => {
    const brand = page.getByRole('region', { name: 'Marca ta' });
    await brand.getByRole('switch', { name: 'Pune filigran pe fotografii' }).click();
    await brand.getByLabel('Ce scrie').fill('Auto Ionescu');
    await brand.getByText('Pixelată', { exact: true }).click();
    await looksRight(page, 'brand kit');
    await brand.getByRole('button', { name: 'Păstrează pentru loturile noi' }).click();
    await sees(brand, 'Loturile noi încep cu ele.');
    const { body } = await client.call('POST', '/api/batches', { body: {} });
    deepEqual([body.recipe.watermark.text, body.recipe.plates.kind], ['Auto Ionescu', 'pixelated']);
  });

  test('keeps a logo that came as JPG or SVG, apart from the photographs', async () => {
    const brand = page.getByRole('region', { name: 'Marca ta' });
    await brand.getByText('Siglă', { exact: true }).first().click();
    const logos = brand.getByRole('group', { name: 'Sigla: PNG, JPG sau SVG' });
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>';
    const jpeg = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#0a3c8c' } })
      .extend({ top: 20, bottom: 20, left: 20, right: 20, background: '#fff' })
      .jpeg()
      .toBuffer();
    await page.request.post('/api/photos?name=fotografie.png', {
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/octet-stream' },
      data: await sharp(jpeg).png().toBuffer(),
    });
    await page.reload();
    await brand.getByText('Siglă', { exact: true }).first().click();
    for (const [name, mimeType, buffer] of [
      ['firma.jpg', 'image/jpeg', jpeg],
      ['semn.svg', 'image/svg+xml', Buffer.from(svg)],
    ] as const) {
      await logos.getByLabel('Urcă o siglă').setInputFiles([{ name, mimeType, buffer }]);
      const png = name.replace(/\w+$/, 'png');
      await becomes(() => logos.getByRole('radio', { name: png }).isChecked(), true);
    }
    const trap = svg.replace('<circle', '<script>1</script><circle');
    await logos
      .getByLabel('Urcă o siglă')
      .setInputFiles([{ name: 'rea.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(trap) }]);
    await becomes(() => page.getByText(/^Sigla SVG cuprinde programe/).count(), 1);
    await looksRight(page, 'logos');
    equal(await logos.getByRole('radio').count(), 2, 'a photograph is no logo, PNG or not');
    await brand.getByRole('button', { name: 'Șterge sigla firma.png' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Șterge sigla' }).click();
    await sees(page, 'Sigla „firma.png” e ștearsă.');
    await becomes(() => logos.getByRole('radio').count(), 1);
    deepEqual((await client.call('GET', '/api/photos?logos=1')).body.total, 1);
    equal(
      (await client.call('GET', '/api/photos')).body.photos.some(({ name }: { name: string }) =>
        /firma|semn/.test(name),
      ),
      false,
    );
  });

  test('is what to photograph of things of one’s own, shot by shot, changed in place and brought back once deleted', async () => {
    const shots = page.getByRole('region', { name: 'Poze ghidate' });
    const lists = async () => (await client.call('GET', '/api/shot-lists')).body.lists;
    await shots.getByRole('button', { name: 'Fă o listă' }).click();
    await shots.getByRole('button', { name: 'Păstrează lista' }).click();
    await sees(shots, 'Dă-i un nume listei.');
    await shots.getByLabel('Numele listei').fill('Biciclete');
    await shots.getByLabel('Poza 1', { exact: true }).fill('Seria cadrului');
    await shots.getByLabel('Ce arată poza 1').selectOption('detaliu');
    await shots.getByLabel('Poza 2', { exact: true }).fill('Din dreapta');
    await shots.getByRole('button', { name: 'Poza 2 mai sus' }).click();
    await looksRight(page, 'own shot list');
    await shots.getByRole('button', { name: 'Păstrează lista' }).click();
    await sees(shots, '2 fotografii: Din dreapta, Seria cadrului');
    const [list] = await lists();
    deepEqual(
      list.shots.map(({ name, kind }: { name: string; kind: string }) => [name, kind]),
      [
        ['Din dreapta', 'exterior'],
        ['Seria cadrului', 'detail'],
      ],
    );
    await shots.getByRole('button', { name: 'Șterge lista Biciclete' }).click();
    const putBack = await keepToast(page, 'Pune-o înapoi');
    await becomes(lists, []);
    await putBack.click();
    await becomes(lists, [list]);
  });

  test('is everything, in one archive that is made when it is asked for', async () => {
    const data = page.getByRole('region', { name: 'Datele tale' });
    await data.getByRole('button', { name: 'Pregătește o arhivă' }).click();
    const link = data.getByRole('link', { name: 'Descarcă arhiva' });
    await link.waitFor();
    const download = page.waitForEvent('download');
    await link.click();
    match((await download).suggestedFilename(), /^Fotolot \d{4}-\d\d-\d\d\.zip$/);
  });
});
