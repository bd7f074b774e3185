import { equal } from 'node:assert/strict';
import { type Browser, type Page, test } from '@playwright/test';
import { ApiClient } from '../../support/api-client.ts';
import { launchBrowser } from '../../support/find-browser.ts';
import { type RunningApp, startApp } from '../../support/start-app.ts';
import {
  becomes,
  descriptionOf,
  fillAccount,
  newPerson,
  PASSWORD,
  type Person,
  sees,
  signIn,
  urlOf,
} from '../../support/steps.ts';

/** The page of signing in and registering. */
const USER = 'ana@fotolot.example';

let app: RunningApp;
let browser: Browser;
let client: ApiClient;
let person: Person;
let page: Page;

test.beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ LOG_LEVEL: 'warn' }), launchBrowser()]);
  client = new ApiClient(app.url);
  await client.call('POST', '/api/auth/register', {
    body: { email: USER, password: PASSWORD, displayName: 'Ana' },
  });
  person = await newPerson(browser, app.url);
  page = person.page;
});

test.afterAll(async () => {
  await browser?.close();
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
    await becomes(() => descriptionOf(email), 'Adresa de email nu este scrisă corect.');
    await becomes(() => descriptionOf(password()), 'Parola trebuie să aibă cel puțin 10 caractere.');
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
      await becomes(() => descriptionOf(password()), 'Email sau parolă incorecte');
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
    equal(urlOf(page).startsWith('/login'), true);
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
