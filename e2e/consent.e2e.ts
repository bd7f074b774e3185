import { deepEqual, equal } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from './find-browser.ts';
import { visit } from './lots.ts';
import { accessibilityFindings, sidewaysScrollers } from './page-checks.ts';
import { type RunningApp, startApp } from './start-app.ts';
import { becomes, newPerson, type Person } from './steps.ts';

/** Statistics are off by default, and where they are on nothing happens before a yes. */
let app: RunningApp;
let browser: Browser;
let service: Server;

before(async () => {
  service = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', etag: '"1"' }).end('{"appId":"proba"}');
  });
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
  [app, browser] = await Promise.all([
    startApp({ LOG_LEVEL: 'warn', ANALYTICS_ENDPOINT: endpoint, ANALYTICS_API_KEY: 'cheia-noastra' }),
    launchBrowser(),
  ]);
});

after(async () => {
  await browser?.close();
  await app?.stop();
  service.closeAllConnections();
  service.close();
});

const bar = (page: Page) => page.getByRole('region', { name: 'Statistici' });
const answer = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });

/** Requests for the configuration by this person's browser. */
function configRequests({ context }: Person): string[] {
  const asked: string[] = [];
  context.on('request', (request) => {
    if (request.url().includes('/api/analytics/')) asked.push(request.url());
  });
  return asked;
}

/** Everything the browser keeps by name; the cache of the signed-in user's own documents aside. */
async function kept({ context, page }: Person): Promise<string[]> {
  const cookies = (await context.cookies()).map(({ name }) => name);
  const names = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  return [...cookies, ...names];
}

/** The page stands, and what the server said about the session has been shown. */
async function open({ page }: Person, path: string): Promise<void> {
  const session = page.waitForResponse('**/api/auth/session');
  await page.goto(path);
  await (await session).finished();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

describe('statistics', () => {
  it('load and keep nothing while nobody has answered', async () => {
    for (const device of ['phone', 'desk'] as const) {
      const person = await newPerson(browser, app.url, device);
      const asked = configRequests(person);
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

  it('are offered and refused by two buttons that look the same', async () => {
    const person = await newPerson(browser, app.url, 'phone');
    await open(person, '/login');
    const look = (name: string) =>
      answer(person.page, name).evaluate((button) => {
        const { backgroundColor, color, fontSize, borderColor } = getComputedStyle(button);
        return { backgroundColor, color, fontSize, borderColor, height: button.clientHeight };
      });
    deepEqual(await look('Accept'), await look('Refuz'));
    await person.context.close();
  });

  it('ask for their configuration once after a yes, and keep only the yes', async () => {
    const person = await newPerson(browser, app.url);
    const asked = configRequests(person);
    await open(person, '/login');
    const config = person.page.waitForResponse('**/api/analytics/config');
    await answer(person.page, 'Accept').click();
    deepEqual(await (await config).json(), { enabled: true, config: { appId: 'proba' } });
    await bar(person.page).waitFor({ state: 'detached' });
    await person.page.getByRole('link', { name: 'Cât costă' }).click();
    await person.page.waitForURL('**/pricing');
    deepEqual([asked.length, await kept(person)], [1, ['fotolot.statistics']]);
    await person.context.close();
  });

  it('ask for nothing after a no, and do not ask the person again', async () => {
    const person = await newPerson(browser, app.url);
    const asked = configRequests(person);
    await open(person, '/login');
    await answer(person.page, 'Refuz').click();
    await bar(person.page).waitFor({ state: 'detached' });
    await open(person, '/pricing');
    equal(await bar(person.page).count(), 0);
    deepEqual([asked, await kept(person)], [[], ['fotolot.statistics']]);
    await person.context.close();
  });

  it('can be taken back in the settings, and the answer outlives the session', async () => {
    const { person } = await visit(browser, app.url, 'statistici@fotolot.example');
    const { page } = person;
    await open(person, '/settings');
    await answer(page, 'Accept').click();
    const choice = page.getByRole('switch', { name: 'Fotolot poate număra cum e folosit' });
    await choice.and(page.locator('[aria-checked=true]')).waitFor();
    await choice.click();
    await choice.and(page.locator('[aria-checked=false]')).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Ieși din cont' }).click();
    await page.waitForURL('**/login');
    await becomes(() => page.evaluate(() => localStorage.getItem('fotolot.statistics')), 'refused');
    equal(await bar(page).count(), 0);
    await person.context.close();
  });

  it('are off by default: no bar, no switch, no request', async () => {
    await app.restart({ ANALYTICS_ENDPOINT: '', ANALYTICS_API_KEY: '' });
    const { person } = await visit(browser, app.url, 'fara-statistici@fotolot.example');
    const asked = configRequests(person);
    await open(person, '/settings');
    equal(await bar(person.page).count(), 0);
    equal(await person.page.getByRole('switch', { name: 'Fotolot poate număra' }).count(), 0);
    deepEqual(asked, []);
    await person.context.close();
  });
});
