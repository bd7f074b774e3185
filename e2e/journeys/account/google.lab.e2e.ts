import { deepEqual, equal, match } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { drawRows } from '#testing/draws.ts';
import { ApiClient } from '../../support/api-client.ts';
import { closeWindows, test } from '../../support/journey.ts';
import { accessibilityFindings, sidewaysScrollers } from '../../support/page-checks.ts';
import { type RunningApp, startApp } from '../../support/start-app.ts';
import { getPath, newPerson, PASSWORD, type Person, sees, watchProblems } from '../../support/steps.ts';

/** Its address is one of the stand-in's accounts, verified, and not one whose mailbox Google runs. */
const MARIA = { ADMIN_EMAIL: 'maria@posta.example', ADMIN_PASSWORD: 'parola Mariei de aici' };
const TARGET = '/gallery?view=lots#jos';
const LOGIN = `/login?redirect=${encodeURIComponent(TARGET)}`;

let app: RunningApp;
let browser: Browser;

test.beforeAll(async ({ browser: own }) => {
  browser = own;
  app = await startApp({ LOG_LEVEL: 'warn', GOOGLE_ISSUER: 'stand-in', ...MARIA });
});
test.afterAll(async () => {
  await closeWindows(browser);
  await app?.stop();
});

const googleButton = (page: Page) => page.getByRole('button', { name: 'Continuă cu Google' });
const account = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
const seesChooser = (page: Page) => sees(page, 'MOD TEST – nu este Google');
const isAt = (page: Page, where: string) => page.waitForURL((url) => url.href === app.url + where);

async function visit(path: string): Promise<Person> {
  const person = await newPerson(browser, app.url);
  await person.page.goto(path);
  return person;
}

async function openPopup(page: Page): Promise<Page> {
  const popup = page.waitForEvent('popup');
  await googleButton(page).click();
  await seesChooser(await popup);
  return popup;
}

/** A person whose browser blocks popups. */
async function visitWithoutPopups(path: string): Promise<Person> {
  const person = await newPerson(browser, app.url);
  await person.context.addInitScript(() => {
    window.open = () => null;
  });
  await person.page.goto(path);
  return person;
}

test.describe('Google in a popup', () => {
  test('signs in, leads to where one was going, and tells the other tabs', async () => {
    const person = await visit(LOGIN);
    const { context, page } = person;
    const problems = watchProblems(person);
    const other = await context.newPage();
    await other.goto('/login');
    const popup = await openPopup(page);
    const closed = popup.waitForEvent('close');
    await account(popup, 'Ana Pop').click();
    await isAt(page, TARGET);
    await closed;
    await isAt(other, '/dashboard');
    await other.getByRole('heading', { name: 'Bună, Ana' }).waitFor();
    deepEqual(problems, []);
    await context.close();
  });

  test('is there on the tab of new people too, and shows no sign of a failure', async () => {
    const { context, page } = await visit('/register');
    const popup = await openPopup(page);
    await popup.getByLabel('Adresa de email').fill('nou.nout@gmail.com');
    await popup.getByLabel('Numele').fill('Nuța');
    await popup.getByRole('button', { name: 'Continuă' }).click();
    await isAt(page, '/dashboard');
    await page.getByRole('heading', { name: 'Bună, Nuța' }).waitFor();
    equal(await page.getByText('Autentificarea Google a eșuat').count(), 0);
    await context.close();
  });

  test('falls back to the redirect when it is closed', async () => {
    const { context, page } = await visit(LOGIN);
    const popup = await openPopup(page);
    equal(getPath(page), LOGIN);
    await popup.close();
    await seesChooser(page);
    await account(page, 'Ana Pop').click();
    await isAt(page, TARGET);
    await context.close();
  });

  test('falls back to the redirect when it is cancelled; cancelled there too, one is back where one was', async () => {
    const { context, page } = await visit(LOGIN);
    const popup = await openPopup(page);
    await popup.getByRole('button', { name: 'Anulează' }).click();
    await seesChooser(page);
    await page.getByRole('button', { name: 'Anulează' }).click();
    await isAt(page, LOGIN);
    await googleButton(page).waitFor();
    await context.close();
  });
});

test.describe('Google by redirect', () => {
  test('follows a blocked popup, and tells the other tabs after the return', async () => {
    const { context, page } = await visitWithoutPopups(LOGIN);
    const other = await context.newPage();
    await other.goto('/login');
    await googleButton(page).click();
    await seesChooser(page);
    await account(page, 'Ana Pop').click();
    await isAt(page, TARGET);
    await isAt(other, '/dashboard');
    await context.close();
  });

  test('is the only way on iOS WebKit', async () => {
    const context = await browser.newContext({
      baseURL: app.url,
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    });
    const page = await context.newPage();
    const popups: Page[] = [];
    page.on('popup', (popup) => popups.push(popup));
    await page.goto(LOGIN);
    await googleButton(page).click();
    await seesChooser(page);
    await account(page, 'Ana Pop').click();
    await isAt(page, TARGET);
    equal(popups.length, 0);
    await context.close();
  });
});

test.describe('an address that has an account already', () => {
  const looks = async (page: Page): Promise<void> => {
    for (const width of drawRows([1280, 360], 1)) {
      await page.setViewportSize({ width, height: 800 });
      deepEqual([...(await accessibilityFindings(page)), ...(await sidewaysScrollers(page))], []);
    }
  };

  test('is linked by the password of that account', async () => {
    const { context, page } = await visit(LOGIN);
    const popup = await openPopup(page);
    await account(popup, 'Maria').click();
    await page.getByRole('heading', { name: 'Mai e un pas.' }).waitFor();
    await looks(page);
    const password = page.getByLabel('Parolă', { exact: true });
    await password.fill('nu asta e parola');
    await page.getByRole('button', { name: 'Leagă și intră' }).click();
    await sees(page, 'Email sau parolă incorecte');
    await password.fill(MARIA.ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Leagă și intră' }).click();
    await isAt(page, TARGET);
    await context.close();
    const again = await visitWithoutPopups('/login');
    await googleButton(again.page).click();
    await account(again.page, 'Maria').click();
    await isAt(again.page, '/dashboard');
    await again.context.close();
  });

  test('is proven by mail first when it is not yet proven', async () => {
    const body = { email: 'dan@posta.example', password: PASSWORD };
    await new ApiClient(app.url).call('POST', '/api/auth/register', { body });
    const { context, page } = await visitWithoutPopups('/login');
    await googleButton(page).click();
    await account(page, 'Dan').click();
    await page.getByRole('heading', { name: 'Confirmă adresa.' }).waitFor();
    match(getPath(page), /google=verify/);
    await looks(page);
    await page.getByRole('link', { name: 'Înapoi la intrarea în cont' }).click();
    await googleButton(page).waitFor();
    await context.close();
  });
});

test.describe('Google that cannot be reached', () => {
  test.beforeAll(() =>
    app.restart({
      GOOGLE_ISSUER: 'http://127.0.0.1:9',
      GOOGLE_CLIENT_ID: 'fotolot',
      GOOGLE_CLIENT_SECRET: 'secret',
    }),
  );

  test('is said in a popup’s page and after a redirect, which stay on the page they began on', async () => {
    for (const person of [await visit(LOGIN), await visitWithoutPopups(LOGIN)]) {
      await googleButton(person.page).click();
      await sees(person.page, 'Autentificarea Google a eșuat');
      await isAt(person.page, LOGIN);
      await person.context.close();
    }
  });
});
