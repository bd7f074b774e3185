import { deepEqual, equal, match } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from '@playwright/test';
import { visit } from '../../support/batches.ts';
import { closeWindows, test } from '../../support/journey.ts';
import { accessibilityFindings, sidewaysScrollers } from '../../support/page-checks.ts';
import { type RunningApp, startApp } from '../../support/start-app.ts';
import { answer, bar, open, type StandIn, statisticsAt } from '../../support/statistics.ts';
import { becomes, newPerson, type Person, press, watchProblems } from '../../support/steps.ts';

/** Statistics are off by default, and where they are on nothing happens before a yes or after a no. */
let app: RunningApp;
let browser: Browser;
let google: StandIn;

test.beforeAll(async ({ browser: own }) => {
  browser = own;
  app = await startApp({ LOG_LEVEL: 'warn', ANALYTICS_ENDPOINT: 'stand-in' });
  google = await statisticsAt(app.url);
});

test.afterAll(async () => {
  await closeWindows(browser);
  await app?.stop();
});

/** Paths asked for by this person's browser to count: the configuration, the document, the tag, hits. */
function countingRequests({ context }: Person): string[] {
  const asked: string[] = [];
  context.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin !== app.url || /^\/(api\/analytics|measure)|measur/.test(pathname)) asked.push(pathname);
  });
  return asked;
}

/** Everything the browser keeps by name; the cache of the signed-in user's own documents aside. */
async function kept({ context, page }: Person): Promise<string[]> {
  const cookies = (await context.cookies()).map(({ name }) => name);
  const names = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  return [...cookies, ...names].sort();
}

const GOOGLES = ['_ga', '_ga_STANDIN'];
const CHOICE = 'fotolot.statistics';

test.describe('statistics', () => {
  test('load and keep nothing before the question is answered', async () => {
    for (const device of ['phone', 'desk'] as const) {
      const person = await newPerson(browser, app.url, { device });
      const asked = countingRequests(person);
      await open(person, '/login');
      await bar(person.page).waitFor();
      deepEqual(await accessibilityFindings(person.page), []);
      deepEqual(await sidewaysScrollers(person.page), []);
      await person.page.getByRole('link', { name: 'Cât costă' }).click();
      await person.page.waitForURL('**/pricing');
      await bar(person.page).waitFor();
      deepEqual([asked, await kept(person)], [[], []]);
      await person.context.close();
    }
  });

  test('are offered and refused by two buttons that look the same', async () => {
    const person = await newPerson(browser, app.url, { device: 'phone' });
    await open(person, '/login');
    const look = (name: string) =>
      answer(person.page, name).evaluate((button) => {
        const { backgroundColor, color, fontSize, borderColor } = getComputedStyle(button);
        return { backgroundColor, color, fontSize, borderColor, height: button.clientHeight };
      });
    deepEqual(await look('Accept'), await look('Refuz'));
    await person.context.close();
  });

  test('count pages from the yes on, without a reload, by patterns and without queries', async () => {
    const person = await newPerson(browser, app.url);
    const [asked, problems] = [countingRequests(person), watchProblems(person)];
    await open(person, '/login?redirect=%2Fprocess%2Flot_secret');
    await answer(person.page, 'Accept').click();
    await bar(person.page).waitFor({ state: 'detached' });
    await google.counts(person, ['page_view /login']);
    await person.page.getByRole('link', { name: 'Cât costă' }).click();
    await person.page.waitForURL('**/pricing');
    await google.counts(person, ['page_view /login', 'page_view /pricing']);
    const [login, pricing] = await google.hits(person);
    deepEqual(
      [login?.dl, login?.dr, login?.dt, pricing?.dr],
      [`${app.url}/login`, '', '/login', `${app.url}/login`],
    );
    deepEqual(await kept(person), [...GOOGLES, CHOICE]);
    deepEqual(problems, []);
    for (const path of ['/api/analytics/config', '/measure.html', '/gtag/js'])
      equal(asked.filter((each) => each === path).length, 1, path);
    await person.context.close();
  });

  test('keep the tag out of the page itself: its policy names no other origin, nothing of Google is in it', async () => {
    const person = await newPerson(browser, app.url);
    await open(person, '/login');
    await answer(person.page, 'Accept').click();
    await google.counts(person, ['page_view /login']);
    const response = await person.page.reload();
    match(response?.headers()['content-security-policy'] ?? '', /script-src 'self';/);
    await google.counts(person, ['page_view /login', 'user_engagement /login', 'page_view /login']);
    equal(await person.page.evaluate(() => 'dataLayer' in window), false);
    deepEqual(await accessibilityFindings(person.page), []);
    await person.context.close();
  });

  test('count in the installed app too', async () => {
    const person = await newPerson(browser, app.url, { device: 'phone', serviceWorkers: 'allow' });
    await open(person, '/login');
    await person.page.evaluate(() => navigator.serviceWorker.ready);
    await open(person, '/login');
    await press(person, answer(person.page, 'Accept'));
    await google.counts(person, ['page_view /login']);
    await person.context.close();
  });

  test('ask for nothing after a no, and do not ask the person again', async () => {
    const person = await newPerson(browser, app.url);
    const asked = countingRequests(person);
    await open(person, '/login');
    await answer(person.page, 'Refuz').click();
    await bar(person.page).waitFor({ state: 'detached' });
    await open(person, '/pricing');
    equal(await bar(person.page).count(), 0);
    deepEqual([asked, await kept(person)], [[], [CHOICE]]);
    await person.context.close();
  });

  test('ask again who said yes before Google was named', async () => {
    const person = await newPerson(browser, app.url);
    const asked = countingRequests(person);
    await person.context.addInitScript(() => localStorage.setItem('fotolot.statistics', 'accepted'));
    await open(person, '/login');
    await bar(person.page).waitFor();
    deepEqual(asked, []);
    await person.context.close();
  });

  test('can be taken back in the settings, in every tab at once, with their cookies; the answer outlives the session', async () => {
    const { person } = await visit(browser, app.url, { email: 'statistici@fotolot.example' });
    const { page } = person;
    await open(person, '/settings');
    await answer(page, 'Accept').click();
    await google.counts(person, ['page_view /settings']);
    const other = { ...person, page: await person.context.newPage() };
    await open(other, '/pricing');
    const before = ['page_view /settings', 'page_view /pricing'];
    await google.counts(person, before);
    const everything = async () => (await (await fetch(`${google.origin}/hits`)).json()).length;
    const counted = await everything();
    const choice = page.getByRole('switch', { name: 'Fotolot poate număra cum e folosit' });
    await choice.and(page.locator('[aria-checked=true]')).waitFor();
    await choice.click();
    await choice.and(page.locator('[aria-checked=false]')).waitFor();
    for (const tab of [page, other.page]) await becomes(() => tab.locator('iframe').count(), 0);
    await other.page.getByRole('navigation', { name: 'Pagini' }).getByRole('link').first().click();
    await becomes(() => kept(person), ['fotolot.known', CHOICE, 'fotolot.uid', 'known', 'sid']);
    await page.getByRole('main').getByRole('button', { name: 'Ieși din cont' }).click();
    await page.waitForURL('**/login');
    await becomes(() => page.evaluate(() => localStorage.getItem('fotolot.statistics')), 'refused');
    equal(await bar(page).count(), 0);
    deepEqual([await everything(), await kept(person)], [counted, ['fotolot.known', CHOICE, 'known']]);
    await person.context.close();
  });

  test('can be taken back without an account, from under every page', async () => {
    const person = await newPerson(browser, app.url, { device: 'phone' });
    const { page } = person;
    await open(person, '/pricing');
    await press(person, answer(page, 'Accept'));
    await google.counts(person, ['page_view /pricing']);
    await press(
      person,
      page.getByRole('navigation', { name: 'Documente' }).getByRole('button', { name: 'Statistici' }),
    );
    await becomes(() => bar(page).evaluate((region) => region === document.activeElement), true);
    await press(person, answer(page, 'Refuz'));
    await bar(page).waitFor({ state: 'detached' });
    await becomes(() => kept(person), [CHOICE]);
    equal(await page.locator('iframe').count(), 0);
    await person.context.close();
  });

  test('are off by default: no bar, no switch, no request', async () => {
    await app.restart({ ANALYTICS_ENDPOINT: '' });
    await seesNoStatistics('fara-statistici@fotolot.example');
  });

  test('do not ask where the configuration has no measurement id', async () => {
    const service = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"appId":"proba"}');
    });
    await once(service.listen(0, '127.0.0.1'), 'listening');
    const asked = once(service, 'request');
    const endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
    await app.restart({ ANALYTICS_ENDPOINT: endpoint, ANALYTICS_API_KEY: 'cheia-noastra' });
    await asked;
    await seesNoStatistics('fara-id@fotolot.example');
    service.closeAllConnections();
    service.close();
  });
});

async function seesNoStatistics(email: string): Promise<void> {
  const { person } = await visit(browser, app.url, { email });
  const asked = countingRequests(person);
  await open(person, '/settings');
  equal(await bar(person.page).count(), 0);
  equal(await person.page.getByRole('switch', { name: 'Fotolot poate număra' }).count(), 0);
  deepEqual(asked, []);
  await person.context.close();
}
