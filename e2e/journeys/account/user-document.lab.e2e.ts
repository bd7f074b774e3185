import { equal } from 'node:assert/strict';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { ApiClient } from '../../support/api-client.ts';
import { fillBatch, processBatch, visit } from '../../support/batches.ts';
import { leave, test } from '../../support/journey.ts';
import { SAMPLES } from '../../support/photo-files.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { becomes, type Person, sees, seesBalance, until } from '../../support/steps.ts';

/** The user document in the browser: the cached snapshot first, then the server's, then live in every tab. */
let app: RunningApp;
let browser: Browser;

test.beforeAll(({ shared }) => {
  ({ app, browser } = shared);
});

test.afterAll(async ({ shared }) => {
  await leave(shared);
});

const dialog = (page: Page) => page.getByRole('alertdialog', { name: 'Nu mai ai credite' });
const balance = (page: Page) => page.getByTestId('credits');
const isCached = (page: Page) => balance(page).getAttribute('aria-busy');

/** Returns as text what this browser keeps for the next visit. */
function keptText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    // Opening it before the app does would make another one, without the app's table.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'fotolot')) return '';
    const opening = indexedDB.open('fotolot');
    await new Promise((done) => opening.addEventListener('success', done));
    const rows = opening.result.transaction('queries').objectStore('queries').getAll();
    await new Promise((done) => rows.addEventListener('success', done));
    opening.result.close();
    return JSON.stringify(rows.result);
  });
}

test.describe('plan readiness', () => {
  test.describe.configure({ mode: 'serial' });
  let person: Person;
  let client: ApiClient;
  let context: BrowserContext;

  test.beforeAll(async () => {
    ({ person, client } = await visit(browser, app.url, { email: 'fara-credite@fotolot.example' }));
    context = person.context;
    for (const sample of SAMPLES.slice(0, 3))
      await processBatch(client, await fillBatch(client, 'Lot', [sample]));
    const { page } = person;
    await page.goto('/dashboard');
    await dialog(page).waitFor();
    await until(
      () => keptText(page),
      (kept) => kept.includes('"totalCredits":0'),
    );
    await page.close();
  });
  test.afterAll(() => context?.close());

  /** A new tab is a new session of the browser: the dialog may open again. Its clock moves only when it is told to. */
  async function newTab(): Promise<Page> {
    const page = await context.newPage();
    await page.clock.install();
    return page;
  }

  test('with a slow server the cached page shows at once, and what depends on the plan waits for the server', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await context.route(/\/api\/(auth\/session|users\/me|live)$/, async (route) => {
      await answered;
      await route.continue();
    });
    const page = await newTab();
    await page.goto('/dashboard');
    await page.getByRole('heading', { level: 1, name: 'Bună' }).waitFor();
    await seesBalance(page, '0 credite');
    await page.clock.fastForward(60_000);
    equal(await isCached(page), 'true');
    equal(await dialog(page).count(), 0);
    answer();
    await dialog(page).waitFor();
    equal(await isCached(page), 'false');
    await page.close();
    await context.unrouteAll();
  });

  test('with an unreachable server the cached page stays, says so, and the plan is never ready', async () => {
    await context.route('**/api/**', (route) => route.abort());
    const page = await newTab();
    await page.goto('/dashboard');
    await seesBalance(page, '0 credite');
    await sees(page, /^Fără legătură cu serverul/);
    await page.clock.fastForward(60_000);
    equal(await isCached(page), 'true');
    equal(await dialog(page).count(), 0);
    await context.unrouteAll();
    await page.clock.fastForward(60_000);
    await dialog(page).waitFor();
    equal(await isCached(page), 'false');
    await page.getByText(/^Fără legătură cu serverul/).waitFor({ state: 'hidden' });
    await page.close();
  });

  test('a server that knows no session any more ends what the cache shows', async () => {
    await context.clearCookies();
    const page = await context.newPage();
    await page.goto('/gallery?view=lots');
    await page.waitForURL('**/login?redirect=%2Fgallery%3Fview%3Dlots');
    await page.getByRole('heading', { level: 1, name: 'Intră în cont.' }).waitFor();
    await page.close();
  });
});

test.describe('several tabs', () => {
  test('listen live through one connection, which another tab takes over when its own is closed', async () => {
    const { person, client } = await visit(browser, app.url, { email: 'doua-file@fotolot.example' });
    let streams = 0;
    person.context.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/live') streams++;
    });
    const first = person.page;
    await first.goto('/dashboard');
    await seesBalance(first, '3 credite');
    await becomes(async () => streams, 1);
    const second = await person.context.newPage();
    await second.goto('/dashboard');
    await seesBalance(second, '3 credite');
    await client.call('POST', '/api/batches', { body: { name: 'Scaune de bucătărie' } });
    for (const page of [first, second]) await sees(page, 'Scaune de bucătărie');
    equal(streams, 1);
    await first.close();
    await becomes(async () => streams, 2);
    await client.call('POST', '/api/batches', { body: { name: 'Masă de bucătărie' } });
    await sees(second, 'Masă de bucătărie');
    await person.context.close();
  });
});
