import { equal, match } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { ApiClient } from '../../support/api-client.ts';
import { enter } from '../../support/batches.ts';
import { ADMIN, leave, test } from '../../support/journey.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { getPath, newPerson, PASSWORD, type Person, signIn } from '../../support/steps.ts';

/** The table of routes, the guard's wait, the way back after signing in. */
const USER = 'rute@fotolot.example';
const PRICES = /^Un credit, un lot/;
const LOGIN = 'Intră în cont.';

/** Path and the heading of its page. */
const NEED_SIGN_IN: readonly (readonly [string, string | RegExp])[] = [
  ['/upload', 'Lot nou'],
  ['/gallery', 'Galerie'],
  ['/gallery?view=lots&q=%C8%99#jos', 'Loturi'],
  ['/dashboard', 'Bună, Ana'],
  ['/settings', 'Setări'],
  ['/test-image', 'Probează o poză'],
  ['/debug-admin', 'Drepturile contului'],
  ['/process/lot_aaaaaaaaaaaaaaaaaaaaaaaaaa', 'Nu am găsit lotul'],
  ['/payments/netopia/return', /./],
];
/** Escapes that are no text. */
const MALFORMED = ['/%ff', '/process/%E0%A4%A', '/admin/users/%', '/gallery/%zz?q=%ff#%'];
const ADMIN_PATHS = ['/admin/dashboard', '/admin/users', '/admin/users/usr_x', '/admin/analytics'];

let app: RunningApp;
let browser: Browser;

test.beforeAll(async ({ shared }) => {
  ({ app, browser } = shared);
  const account = { email: USER, password: PASSWORD, displayName: 'Ana' };
  await new ApiClient(app.url).call('POST', '/api/auth/register', { body: account });
});

test.afterAll(async ({ shared }) => {
  await leave(shared);
});

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).first().waitFor();

async function visitor(email?: string, password?: string): Promise<Person> {
  const person = await newPerson(browser, app.url);
  if (email !== undefined) await enter(person, email, password);
  return person;
}

test.describe('the routes', () => {
  test('without a user: / leads to /login, public pages open, the others lead to /login with the full path, the rest is not found', async () => {
    const { page, context } = await visitor();
    await page.goto('/');
    await heading(page, LOGIN);
    equal(getPath(page), '/login');
    await page.goto('/pricing#plans');
    await heading(page, PRICES);
    equal(getPath(page), '/pricing#plans');
    await page.goto('/Pricing/#plans');
    await heading(page, PRICES);
    equal(getPath(page), '/pricing#plans');
    for (const [path] of NEED_SIGN_IN) {
      await page.goto(path);
      await heading(page, path === '/test-image' ? 'Probează o poză.' : LOGIN);
      equal(getPath(page), `/login?redirect=${encodeURIComponent(path)}`);
    }
    for (const path of [
      '/nu-exista',
      '/process',
      '/admin/nimic',
      '/payments/netopia',
      '/login/x',
      ...MALFORMED,
    ]) {
      equal((await page.goto(path))?.status(), 404);
      await heading(page, 'Aici nu e nicio poză');
      equal(getPath(page), path);
    }
    for (const [path, type] of [
      ['/robots.txt', /^text\/plain/],
      ['/favicon.ico', /^image\/.*icon$/],
    ] as const) {
      const file = await page.request.get(path);
      equal(file.status(), 200);
      match(file.headers()['content-type'] ?? '', type);
    }
    await context.close();
  });

  test('with a user: every page opens at its own address; / /login and /register lead to /dashboard', async () => {
    const { page, context } = await visitor(USER);
    for (const [path, name] of [...NEED_SIGN_IN, ['/pricing', PRICES]] as const) {
      await page.goto(path);
      await heading(page, name);
      equal(getPath(page), path);
    }
    for (const path of MALFORMED) {
      await page.goto(path);
      await heading(page, 'Aici nu e nicio poză');
      equal(getPath(page), path);
    }
    await page.goto('/Gallery/?view=lots');
    await heading(page, 'Loturi');
    equal(getPath(page), '/gallery?view=lots');
    for (const path of ['/', '/login', '/register', '/login?redirect=%2Fgallery']) {
      await page.goto(path);
      await heading(page, 'Bună, Ana');
      equal(getPath(page), '/dashboard');
    }
    await context.close();
  });

  test('with an admin: /admin leads to /admin/dashboard and its children open', async () => {
    const { page, context } = await visitor(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
    await page.goto('/admin');
    await page.waitForURL('**/admin/dashboard');
    for (const path of ADMIN_PATHS) {
      await page.goto(path);
      await page.getByRole('navigation', { name: 'Administrare' }).waitFor();
      await page.getByRole('main').getByRole('heading').first().waitFor();
      equal(getPath(page), path);
    }
    await context.close();
  });
});

test.describe('the guard', () => {
  /** A first load whose session is answered only when asked to; the page's clock moves only when it is told to. */
  async function slowVisitor(path: string) {
    const person = await visitor(USER);
    const { page } = person;
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/auth/session', async (route) => {
      await answered;
      await route.continue();
    });
    await page.clock.install({ time: new Date('2026-11-21T08:00:00Z') });
    await page.clock.pauseAt(new Date('2026-11-21T08:00:01Z'));
    const asked = page.waitForRequest('**/api/auth/session');
    await page.goto(path);
    await asked;
    return { ...person, answer };
  }

  test('waits for the session in steps of 100 ms and then opens the page that was asked for', async () => {
    const { page, context, answer } = await slowVisitor('/settings#tema');
    await page.clock.runFor(2_500);
    equal(getPath(page), '/settings#tema');
    equal(await page.getByRole('heading').count(), 0);
    const answered = page.waitForResponse('**/api/auth/session');
    answer();
    await (await answered).finished();
    await page.clock.resume();
    await heading(page, 'Setări');
    equal(getPath(page), '/settings#tema');
    await context.close();
  });

  test('after 30 × 100 ms without an answer there is no user: /login keeps the way back, and an answer that comes late takes it', async () => {
    const { page, context, answer } = await slowVisitor('/settings#tema');
    await page.clock.runFor(2_999);
    equal(getPath(page), '/settings#tema');
    await page.clock.runFor(1);
    await heading(page, LOGIN);
    equal(getPath(page), '/login?redirect=%2Fsettings%23tema');
    answer();
    await page.clock.resume();
    await heading(page, 'Setări');
    equal(getPath(page), '/settings#tema');
    await context.close();
  });
});

test.describe('the footer', () => {
  test('stands under every page, those without the bars too', async () => {
    const { page, context } = await visitor(USER);
    const documents = page.getByRole('navigation', { name: 'Documente' });
    for (const [path, name] of [
      ...NEED_SIGN_IN,
      ['/pricing', PRICES],
      ['/nu-exista', /^Aici nu e/],
    ] as const) {
      await page.goto(path);
      await heading(page, name);
      await documents.waitFor();
      equal(await documents.count(), 1, path);
    }
    await page.clock.install();
    await page.goto('/dashboard');
    await heading(page, 'Bună, Ana');
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.goto('/admin');
    await heading(page, /^Acces interzis/);
    await documents.waitFor();
    await page.route('**/assets/settings-page*', (route) => route.abort());
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Reîncarcă pagina' }).waitFor();
    await documents.waitFor();
    await context.close();
    const stranger = await visitor();
    for (const path of ['/login', '/register', '/pricing', '/nu-exista']) {
      await stranger.page.goto(path);
      await stranger.page.getByRole('navigation', { name: 'Documente' }).waitFor();
    }
    await stranger.context.close();
  });
});

test.describe('after signing in', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['/gallery?view=lots#jos', '/gallery?view=lots#jos'],
    ['/pricing#packages', '/pricing#packages'],
    ['//evil.example/gallery', '/dashboard'],
    ['/\\evil.example/gallery', '/dashboard'],
    ['javascript:alert(1)', '/dashboard'],
    ['%2F%2Fevil.example', '/dashboard'],
    ['http://127.0.0.1:1/gallery', '/dashboard'],
    ['/nu-exista', '/dashboard'],
    ['/login?redirect=/login', '/dashboard'],
  ];
  test('the way back is followed only to one of our own pages, else to /dashboard', async () => {
    for (const [redirect, landing] of cases) {
      const person = await visitor();
      const { page, context } = person;
      await page.goto(`/login?redirect=${encodeURIComponent(redirect)}`);
      await signIn(person, USER);
      await page.waitForURL(`${app.url}${landing}`);
      await page.getByRole('banner').getByText('3 credite', { exact: true }).waitFor();
      equal(page.url(), `${app.url}${landing}`, redirect);
      await context.close();
    }
  });
});
