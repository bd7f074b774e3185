import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { drawRows } from '#testing/draws.ts';
import { leave, test } from '../../support/journey.ts';
import { EMPTY_JPG, getFileName, HEIC, SAMPLES, TEXT_AS_JPG } from '../../support/photo-files.ts';
import type { RunningApp } from '../../support/start-app.ts';
import {
  becomes,
  fillAccount,
  getPath,
  newPerson,
  openRecipe,
  openSection,
  PASSWORD,
  type Person,
  pickPhotos,
  press,
  pressStart,
  readDescription,
  sees,
  seesAllArrived,
  seesBalance,
  signIn,
  signOut,
  stripOrder,
  until,
  uploadRow,
  watchProblems,
} from '../../support/steps.ts';
import { zipEntries } from '../../support/zip-entries.ts';

const PHOTOS = [...SAMPLES.slice(0, 5), HEIC];
const NAMES = PHOTOS.map(getFileName);

let app: RunningApp;
let browser: Browser;

test.beforeAll(({ shared }) => {
  ({ app, browser } = shared);
});

test.afterAll(async ({ shared }) => {
  await leave(shared);
});

for (const [device, title] of drawRows(
  [
    ['phone', 'on a phone, 360×740'],
    ['desk', 'on a computer, 1280×860'],
  ] as const,
  1,
))
  firstBatch(device, title);

function firstBatch(device: 'phone' | 'desk', where: string): void {
  test.describe(`the first batch ${where}`, () => {
    test.describe.configure({ mode: 'serial' });
    const email = `prima-${device}@fotolot.example`;
    let person: Person;
    let page: Page;
    let problems: string[];
    let batchPath: string;

    test.beforeAll(async () => {
      person = await newPerson(browser, app.url, { device });
      page = person.page;
      problems = watchProblems(person);
    });
    test.afterAll(() => person?.context.close());

    test('leads from the address of the product to sign-in and from there to registration', async () => {
      await page.goto('/');
      await page.waitForURL('**/login');
      await press(person, page.getByRole('link', { name: 'Fă-ți unul: 3 credite gratuite, fără card' }));
      await page.waitForURL('**/register');
      await page.getByRole('heading', { level: 1, name: 'Din telefon, gata de publicat.' }).waitFor();
    });

    test('says under the field what is wrong with a password', async () => {
      const field = page.getByLabel('Parolă', { exact: true });
      await fillAccount(page, email, 'scurtă');
      await press(person, page.getByRole('button', { name: 'Creează cont', exact: true }));
      await becomes(() => readDescription(field), 'Parola trebuie să aibă cel puțin 10 caractere.');
      equal(await field.getAttribute('aria-invalid'), 'true');
      equal(await field.evaluate((input) => input === document.activeElement), true);
    });

    test('registers, signs in and gives three credits', async () => {
      await fillAccount(page, email);
      await press(person, page.getByRole('button', { name: 'Creează cont', exact: true }));
      await page.waitForURL('**/dashboard');
      await seesBalance(page, '3 credite');
    });

    test('takes six photos and names two wrong files without harm to the rest', async () => {
      await press(person, page.getByRole('link', { name: 'Adaugă primele fotografii' }));
      await page.waitForURL('**/upload');
      await page.getByLabel('Numele lotului').fill('Vitrina de acasă');
      await pickPhotos(person, [...PHOTOS, TEXT_AS_JPG, EMPTY_JPG]);
      await sees(
        uploadRow(page, TEXT_AS_JPG.name),
        'Fișierul nu este o fotografie (acceptăm JPG, PNG, WebP, AVIF și HEIC).',
      );
      await sees(uploadRow(page, EMPTY_JPG.name), 'Fișierul este gol.');
      await seesAllArrived(page, 6);
    });

    test('lets the person set the order, and keeps it', async () => {
      await openRecipe(person);
      batchPath = getPath(page);
      await page.getByRole('heading', { level: 1, name: 'Vitrina de acasă' }).waitFor();
      await becomes(async () => (await stripOrder(page)).toSorted(), NAMES.toSorted());
      const before = await stripOrder(page);
      await press(person, page.getByRole('button', { name: before[2] as string, exact: true }));
      if (person.onPhone)
        await press(person, page.getByRole('button', { name: 'Mută sau scoate fotografia' }));
      await press(person, page.getByRole('button', { name: 'Fă-o copertă' }));
      const cover = [before[2], before[0], before[1], ...before.slice(3)] as string[];
      await becomes(() => stripOrder(page), cover);
      await page.getByRole('button', { name: `Coperta: ${before[2]}`, exact: true }).focus();
      await page.keyboard.press('Alt+ArrowRight');
      const wanted = [before[0], before[2], before[1], ...before.slice(3)] as string[];
      await becomes(() => stripOrder(page), wanted);
      // A reload at once loses nothing: the last edit is sent as the page goes.
      await page.reload();
      await becomes(() => stripOrder(page), wanted);
    });

    test('shows a new picture from the engine when a slider moves', async () => {
      const shown = () =>
        page
          .getByRole('region', { name: 'Previzualizare' })
          .getByRole('img', { name: /^După/ })
          .getAttribute('src');
      await openSection(person, 'Lumină');
      const before = await shown();
      const slider = page.getByRole('slider', { name: 'Lumină', exact: true });
      await slider.focus();
      await page.keyboard.press('End');
      equal(await slider.getAttribute('aria-valuetext'), '100');
      const now = await until(shown, (src) => src !== before);
      ok(now?.startsWith('blob:'), String(now));
    });

    test('takes OLX and eMAG and says that eMAG gets no watermark', async () => {
      await openSection(person, 'Filigran');
      await press(person, page.getByRole('switch', { name: 'Pune filigran pe fotografii' }));
      await page.getByLabel('Ce scrie').fill('Auto Ionescu');
      await openSection(person, 'Unde publici');
      equal(await page.getByRole('button', { name: /^OLX cel mult/ }).getAttribute('aria-pressed'), 'true');
      await press(person, page.getByRole('button', { name: /^eMAG principal cel mult 1500/ }));
      await sees(page, 'eMAG principal nu permite text, siglă sau ramă: acolo le lăsăm deoparte.');
    });

    test('starts at the price on the button, and frames light up one by one', async () => {
      const lit = page.evaluate(countsOfLitFrames);
      const inTab = page.waitForFunction(() => /^\d\/6 · Vitrina de acasă · Fotolot$/.test(document.title));
      await pressStart(person, 'Procesează 6 fotografii – 1 credit (rămân 2)');
      const [counts] = await Promise.all([lit, inTab]);
      deepEqual(counts, counts.toSorted(), 'frames never go dark again');
      ok(
        counts.some((count) => count > 0 && count < 6),
        `seen: ${counts}`,
      );
    });

    test('delivers every photo for both marketplaces and takes one credit', async () => {
      for (const label of ['eMAG principal 1', 'OLX 6']) {
        await press(person, page.getByRole('button', { name: label, exact: true }));
        await becomes(() => page.getByRole('button', { name: /^Compară / }).count(), Number(label.at(-1)));
      }
      await seesBalance(page, '2 credite');
      await page.getByRole('heading', { name: 'Gata de publicat' }).waitFor();
      await page.getByRole('heading', { name: /^Refă gratuit până pe \d+ / }).waitFor();
    });

    test('compares before and after by keyboard', async () => {
      const cell = page.getByRole('button', { name: /^Compară 01, coperta/ });
      await cell.press('Enter');
      await page.locator('[role="dialog"]:focus, [role="dialog"] :focus').waitFor();
      const wipe = page.getByRole('dialog').getByRole('slider', { name: 'Compară înainte și după' });
      await wipe.focus();
      equal(await wipe.getAttribute('aria-valuetext'), '50% înainte');
      for (const key of ['ArrowLeft', 'ArrowLeft', 'Home']) await page.keyboard.press(key);
      equal(await wipe.getAttribute('aria-valuetext'), '0% înainte');
      await page.keyboard.press('End');
      equal(await wipe.getAttribute('aria-valuetext'), '100% înainte');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await becomes(() => cell.evaluate((button) => button === document.activeElement), true);
    });

    test('gives a ZIP of exactly the announced length, with a folder per marketplace', async () => {
      const link = page.getByRole('link', { name: /^Descarcă tot \(ZIP\)/ });
      const download = page.waitForEvent('download');
      await press(person, link);
      const zip = await readFile(await (await download).path());
      const answer = await person.context.request.get((await download).url());
      equal(answer.headers()['content-length'], String(zip.length));
      const entries = zipEntries(zip);
      ok(entries.every(({ bytes }) => bytes > 10_000));
      const folders = Map.groupBy(entries, ({ name }) => name.split('/').at(-2));
      deepEqual(
        [...folders].map(([folder, { length }]) => [folder, length]),
        [
          ['OLX', 6],
          ['eMAG principal', 1],
        ],
      );
    });

    test('shows all photos in the gallery; trash has an undo and gives back', async () => {
      if (person.onPhone) await press(person, page.getByRole('link', { name: 'Înapoi la loturi' }));
      await press(person, page.getByRole('link', { name: 'Galerie', exact: true }));
      const photos = page.getByRole('listbox', { name: 'Fotografii' }).getByRole('option');
      const names = async () => (await labels(photos)).filter((name) => !name.includes('refuzată')).length;
      await becomes(names, 6);
      await throwAway(person, 'chair.jpg');
      await becomes(names, 5);
      await press(person, page.getByRole('button', { name: 'Pune-o la loc' }));
      await becomes(names, 6);
      await throwAway(person, 'chair.jpg');
      await becomes(names, 5);
      await press(person, page.getByRole('link', { name: 'Coș', exact: true }));
      const thrown = page.getByRole('listbox', { name: 'Fotografii din coș' });
      await thrown.getByRole('option', { name: /^chair\.jpg/ }).waitFor();
      const tray = page.getByRole('region', { name: 'Fotografii alese' });
      // A list that is still being drawn may not hear the first key.
      await until(async () => {
        if (await tray.isVisible()) return true;
        await thrown.focus();
        await page.keyboard.press('Home');
        await page.keyboard.press(' ');
        return tray.isVisible();
      }, Boolean);
      await press(person, tray.getByRole('button', { name: 'Pune-o la loc' }));
      await sees(page, 'Coșul e gol');
      await press(person, page.getByRole('link', { name: 'Fotografii', exact: true }));
      await becomes(names, 6);
    });

    test('signs out, guards the batch and returns to its full address after signing in', async () => {
      await signOut(person);
      const wanted = `${batchPath}?edit=1#platforme`;
      await page.goto(wanted);
      await page.waitForURL('**/login?*');
      equal(getPath(page), `/login?redirect=${encodeURIComponent(wanted)}`);
      await signIn(person, email, 'altă parolă decât a mea');
      const field = page.getByLabel('Parolă', { exact: true });
      await becomes(() => readDescription(field), 'Email sau parolă incorecte');
      await signIn(person, email, PASSWORD);
      await page.getByRole('heading', { level: 1, name: 'Vitrina de acasă' }).waitFor();
      equal(getPath(page), wanted);
    });

    test('sends a signed-in person from /login to /dashboard, and knows which paths do not exist', async () => {
      await page.goto('/login');
      await page.waitForURL('**/dashboard');
      await page.goto('/asa-ceva-nu-exista');
      await page.getByRole('heading', { level: 1, name: 'Aici nu e nicio poză' }).waitFor();
      match(await page.title(), /Pagină negăsită/);
    });

    test("says nothing in the browser's console on the whole way", () => {
      deepEqual(problems, []);
    });
  });
}

/** Runs in the page: how many frames were lit at each change, from the start to the end of the processing. */
function countsOfLitFrames(): Promise<number[]> {
  return new Promise((resolve) => {
    const counts: number[] = [];
    const look = () => {
      const list = document.querySelector('[aria-label="Fotografiile procesării"]');
      if (list === null && counts.length === 0) return;
      if (list === null) {
        observer.disconnect();
        resolve(counts);
        return;
      }
      const lit = [...list.children].filter(({ textContent }) => textContent?.includes('gata')).length;
      if (counts.at(-1) !== lit) counts.push(lit);
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}

const labels = (options: ReturnType<Page['getByRole']>) =>
  options.evaluateAll((all) => all.map((option) => option.getAttribute('aria-label') ?? ''));

/** By touch through the photo itself; with a keyboard in the grid. */
async function throwAway(person: Person, name: string): Promise<void> {
  const { page, onPhone } = person;
  const photo = page.getByRole('option', { name: new RegExp(`^${RegExp.escape(name)}`) });
  if (onPhone) {
    await photo.tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Mută în coș' }).tap();
  } else {
    await photo.click({ modifiers: ['ControlOrMeta'] });
    await page.keyboard.press('Delete');
  }
  await sees(page, '1 fotografie mutată în coș');
}
