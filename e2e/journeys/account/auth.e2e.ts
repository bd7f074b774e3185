import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Browser, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { ApiClient } from '../../support/api-client.ts';
import { closeWindows, test } from '../../support/journey.ts';
import { looksRight } from '../../support/page-checks.ts';
import { SAMPLES, TEXT_AS_JPG } from '../../support/photo-files.ts';
import { type RunningApp, startApp } from '../../support/start-app.ts';
import {
  becomes,
  fillAccount,
  getPath,
  newPerson,
  PASSWORD,
  type Person,
  press,
  readDescription,
  sees,
  signIn,
  signOut,
  until,
} from '../../support/steps.ts';

/** The page of signing in and registering. */
const USER = 'ana@fotolot.example';

let app: RunningApp;
let browser: Browser;
let client: ApiClient;
let person: Person;
let page: Page;

test.beforeAll(async ({ browser: own }) => {
  browser = own;
  app = await startApp({ LOG_LEVEL: 'warn' });
  client = new ApiClient(app.url);
  await client.call('POST', '/api/auth/register', {
    body: { email: USER, password: PASSWORD, displayName: 'Ana' },
  });
  person = await newPerson(browser, app.url);
  page = person.page;
});

test.afterAll(async () => {
  await closeWindows(browser);
  await app?.stop();
});

const password = () => page.getByLabel('Parolă', { exact: true });
const focused = () => page.evaluate(() => document.activeElement?.textContent);

test.describe('the tabs of the auth page', () => {
  test.describe.configure({ mode: 'serial' });
  test('/login opens „Am cont”, /register opens „Sunt nou”', async () => {
    await page.goto('/login');
    await page.getByRole('tab', { name: 'Am cont', selected: true }).waitFor();
    await page.goto('/register?redirect=%2Fupload');
    await page.getByRole('tab', { name: 'Sunt nou', selected: true }).waitFor();
  });

  test('the link under the form opens the other tab and brings the focus to its heading', async () => {
    await page.goto('/login?redirect=%2Fupload');
    await page.getByRole('link', { name: /^Fă-ți unul/ }).click();
    await page.waitForURL('**/register?redirect=%2Fupload');
    await becomes(focused, 'Din telefon, gata de publicat.');
  });

  test('change the address with its query, and the focus stays on the tab', async () => {
    await page.clock.install();
    await page.getByRole('tab', { name: 'Sunt nou' }).focus();
    for (const [key, path, tab] of [
      ['ArrowLeft', '/login', 'Am cont'],
      ['ArrowRight', '/register', 'Sunt nou'],
    ] as const) {
      await page.keyboard.press(key);
      await page.waitForURL(`**${path}?redirect=%2Fupload`);
      await page.getByRole('tabpanel', { name: tab }).waitFor();
      await page.clock.runFor(1000);
      equal(await focused(), tab);
    }
  });
});

test.describe('the first visit', () => {
  test('shows on a phone the promise and the wipe before the way in, and an account as large as that', async () => {
    const phone = await newPerson(browser, app.url, { device: 'phone' });
    await phone.page.goto('/login');
    const getBottom = async (target: Locator) => {
      const { y = 0, height = 0 } = (await target.boundingBox()) ?? {};
      return y + height;
    };
    const promise = phone.page.getByText('Poze gata de publicat pe OLX, Autovit și eMAG, din telefon.');
    const wipe = phone.page.getByRole('slider', { name: 'Compară înainte și după' });
    const account = phone.page.getByRole('link', { name: 'Sunt nou – fă-ți cont' });
    const into = phone.page.getByRole('button', { name: 'Intră în cont', exact: true });
    await promise.waitFor();
    for (const first of [promise, wipe, account]) ok((await getBottom(first)) <= 740);
    const [asLarge, own] = [await account.boundingBox(), await into.boundingBox()];
    deepEqual([asLarge?.width, asLarge?.height], [own?.width, own?.height]);
    await phone.page.getByRole('tab', { name: 'Am cont', selected: true }).waitFor();
    await looksRight(phone.page, 'the first visit');
    await phone.context.close();
  });

  test('shows all of what is sold in its picture, whatever the screen', async () => {
    const visitor = await newPerson(browser, app.url);
    const after = visitor.page.getByRole('img', { name: 'Aceeași scenă după procesare' });
    for (const path of ['/login', '/register'])
      for (const [width, height] of [
        [320, 568],
        [360, 740],
        [430, 932],
        [639, 900],
        [768, 1024],
        [1280, 800],
        [1920, 950],
      ] as const) {
        await visitor.page.setViewportSize({ width, height });
        await visitor.page.goto(path);
        await after.waitFor();
        const { thing, shown } = await after.evaluate(boxesOfPicture);
        const isWhole = thing.top >= shown.top && thing.bottom <= shown.bottom;
        ok(
          isWhole && thing.left >= shown.left && thing.right <= shown.right,
          `${path} at ${width}×${height}`,
        );
      }
    await visitor.context.close();
  });

  test('tries a photo without an account, whose code comes with the press; nothing of it is kept', async () => {
    const visitor = await newPerson(browser, app.url, { device: 'phone' });
    const scripts: string[] = [];
    visitor.page.on('request', (request) => scripts.push(request.url()));
    const sent = visitor.page.waitForRequest('**/api/try');
    await visitor.page.goto('/login');
    const button = visitor.page.getByRole('button', { name: 'Probează fără cont' });
    await button.waitFor();
    equal(
      scripts.some((url) => /try-photo/.test(url)),
      false,
    );
    await press(visitor, button);
    const dialog = visitor.page.getByRole('dialog', { name: 'Probează fără cont' });
    await dialog.getByLabel('Alege o poză').setInputFiles([TEXT_AS_JPG]);
    await sees(dialog.getByRole('alert'), /^Browserul tău nu poate citi fișierul acesta/);
    const picture = dialog.getByRole('img', { name: 'Poza ta, pregătită' });
    const refusal = dialog.getByRole('alert').filter({ hasNotText: 'nu poate citi' });
    const sample = await largeSample();
    // A server that has too much to do asks to come again, and does not count that try.
    await until(async () => {
      await dialog.getByLabel('Alege o poză').setInputFiles([sample]);
      await picture.or(refusal).first().waitFor();
      return picture.isVisible();
    }, Boolean);
    await sent;
    const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
    await becomes(width, 800);
    await looksRight(visitor.page, 'a photo that was tried');
    await press(visitor, dialog.getByRole('link', { name: 'Sunt nou – fă-ți cont' }));
    await visitor.page.waitForURL('**/register');
    equal(await button.count(), 0);
    await visitor.context.close();
  });

  test('is over for good with the first sign-in from a browser', async () => {
    const back = await newPerson(browser, app.url);
    await back.page.goto('/login');
    await back.page.getByRole('link', { name: 'Sunt nou – fă-ți cont' }).waitFor();
    await signIn(back, USER);
    await back.page.waitForURL('**/dashboard');
    await signOut(back);
    await back.page.goto('/login');
    await back.page.getByRole('heading', { level: 1, name: 'Intră în cont.' }).waitFor();
    equal(await back.page.getByRole('link', { name: 'Sunt nou – fă-ți cont' }).count(), 0);
    equal(await back.page.getByRole('button', { name: 'Probează fără cont' }).count(), 0);
    await back.context.close();
  });
});

/** More than the server takes: the browser has to make it smaller. */
async function largeSample() {
  const [sample = ''] = SAMPLES;
  const buffer = await sharp(sample).resize(3200).jpeg({ quality: 95 }).toBuffer();
  return { name: 'mare.jpg', mimeType: 'image/jpeg', buffer };
}

test.describe('signing in', () => {
  test('the account menu that was opened before the page has come to rest stays open', async () => {
    const quick = await newPerson(browser, app.url);
    const late = Promise.withResolvers<string>();
    const opened = Promise.withResolvers<void>();
    await quick.page.route(/\/focus-[^/]*\.js$/, async (route) => {
      late.resolve(route.request().url());
      await opened.promise;
      await route.continue();
    });
    await quick.page.goto('/login');
    await signIn(quick, USER);
    await quick.page.getByRole('button', { name: /contul tău$/ }).click();
    const module = await late.promise;
    const leave = quick.page.getByRole('button', { name: 'Ieși din cont' });
    await leave.waitFor();
    opened.resolve();
    await quick.page.evaluate((url) => import(url), module);
    equal(await leave.isVisible(), true);
    await quick.context.close();
  });
});

test.describe('registering', () => {
  test('marks both fields at once where both are wrong, and brings the focus to the first', async () => {
    await page.goto('/register');
    const email = page.getByLabel('Email', { exact: true });
    await email.fill('ana');
    await password().fill('scurt');
    await page.getByRole('button', { name: 'Creează cont' }).click();
    await becomes(() => readDescription(email), 'Adresa de email nu este scrisă corect.');
    await becomes(() => readDescription(password()), 'Parola trebuie să aibă cel puțin 10 caractere.');
    for (const field of [email, password()]) equal(await field.getAttribute('aria-invalid'), 'true');
    equal(await email.evaluate((input) => input === document.activeElement), true);
  });
});

test.describe('signing in that fails', () => {
  test.describe.configure({ mode: 'serial' });
  test('says „Email sau parolă incorecte” for a wrong password and for an unknown address alike', async () => {
    await page.goto('/login');
    for (const email of [USER, 'nimeni@fotolot.example']) {
      await signIn(person, email, 'nu asta era parola');
      await becomes(() => readDescription(password()), 'Email sau parolă incorecte');
      equal(await password().evaluate((input) => input === document.activeElement), true);
      await page.reload();
    }
  });

  test('says „Eroare de rețea. Verifică conexiunea la internet” when the server is unreachable', async () => {
    await app.kill('SIGKILL');
    await signIn(person, USER);
    await sees(page.getByRole('alert'), 'Eroare de rețea. Verifică conexiunea la internet');
    await app.restart();
    await page.getByRole('button', { name: 'Intră în cont', exact: true }).click();
    await page.waitForURL('**/dashboard');
    await person.context.clearCookies();
  });

  test('says „Prea multe încercări. Încearcă din nou mai târziu” after too many tries, also for the right password', async () => {
    for (let tries = 0; tries < 10; tries++)
      await client.call('POST', '/api/auth/login', { body: { email: USER, password: 'nu asta era parola' } });
    await page.goto('/login');
    await signIn(person, USER);
    await sees(page.getByRole('alert'), 'Prea multe încercări. Încearcă din nou mai târziu');
    equal(getPath(page).startsWith('/login'), true);
  });

  test('says the own message of any other error, else that it is unknown', async () => {
    const answers: [object | string, string][] = [
      [
        { code: 'http/unavailable', message: 'Serverul se pregătește.', details: {} },
        'Serverul se pregătește.',
      ],
      ['<html>', 'Bad Gateway'],
    ];
    for (const [answer, sentence] of answers) {
      const body = typeof answer === 'string' ? answer : JSON.stringify(answer);
      await page.route('**/api/auth/login', (route) => route.fulfill({ status: 502, body }));
      await fillAccount(page, USER);
      await page.getByRole('button', { name: 'Intră în cont', exact: true }).click();
      await sees(page.getByRole('alert'), sentence);
      await page.unrouteAll();
    }
  });
});

/** Runs in the page: where the dark thing of a white picture lies, and what the page shows of it, as shares 0–1 of its sides. */
async function boxesOfPicture(img: HTMLImageElement) {
  await img.decode();
  const side = 200;
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
  const context = canvas.getContext('2d');
  context?.drawImage(img, 0, 0, side, side);
  const { data } = context?.getImageData(0, 0, side, side) ?? { data: [] };
  const dark = Array.from({ length: side * side }, (_, at) => at).filter(
    (at) => (data[4 * at + 1] ?? 255) < 110,
  );
  const [xs, ys] = [dark.map((at) => (at % side) / side), dark.map((at) => Math.floor(at / side) / side)];
  const thing = {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs) + 1 / side,
    bottom: Math.max(...ys) + 1 / side,
  };
  const { width, height } = img.getBoundingClientRect();
  const scale = Math.max(width / img.naturalWidth, height / img.naturalHeight);
  const [w, h] = [width / scale / img.naturalWidth, height / scale / img.naturalHeight];
  const [x = 0.5, y = 0.5] = getComputedStyle(img)
    .objectPosition.split(' ')
    .map((place) => Number.parseFloat(place) / 100);
  const [left, top] = [(1 - w) * x, (1 - h) * y];
  return { thing, shown: { left, top, right: left + w, bottom: top + h } };
}
