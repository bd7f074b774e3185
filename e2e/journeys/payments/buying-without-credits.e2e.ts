import { deepEqual, equal, match } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { drawRows } from '#testing/draws.ts';
import { enter, fillBatch, processBatch, type Visit, visit } from '../../support/batches.ts';
import { closeWindows, test } from '../../support/journey.ts';
import { findingsInTheme } from '../../support/page-checks.ts';
import { SAMPLES } from '../../support/photo-files.ts';
import { backAt, buy, payWith, startShop } from '../../support/shop.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { becomes, newPerson, type Person, press, sees, seesBalance } from '../../support/steps.ts';

/** A person who pays just as the last credit goes. */
let app: RunningApp;
let browser: Browser;

// The last test reads the log of all of them.
test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser: own }) => {
  ({ app, browser } = await startShop(own, { LOG_LEVEL: 'debug' }));
});
test.afterAll(async () => {
  await closeWindows(browser);
  await app?.stop();
});

const MINUTE_MS = 60_000;
const dialog = (page: Page) => page.getByRole('alertdialog', { name: 'Nu mai ai credite' });

test.describe('the zero-credits dialog while a payment is processing', () => {
  let visitor: Visit;
  let dashboard: Page;
  let elsewhere: Person;
  /** Of a browser whose clock is 25 minutes ahead. */
  let later: Page;
  /** What its server's clock is made to say is so far ahead. */
  let serverAheadMs = 0;

  test.beforeAll(async () => {
    visitor = await visit(browser, app.url, { email: 'pe-terminate@fotolot.example' });
    const { person, client } = visitor;
    await buy(person, 'Starter 10');
    for (const sample of SAMPLES.slice(0, 3))
      await processBatch(client, await fillBatch(client, 'Lot', [sample]));
    dashboard = await person.context.newPage();
    await dashboard.goto('/dashboard');
    // A browser of its own: a clock that is moved is that of all its tabs.
    elsewhere = await newPerson(browser, app.url);
    await enter(elsewhere, 'pe-terminate@fotolot.example');
    later = elsewhere.page;
    await later.clock.install({ time: Date.now() + 25 * MINUTE_MS });
    await later.route(/\/api\/(?!live)/, async (route) => {
      const response = await route.fetch();
      const date = new Date(Date.now() + serverAheadMs).toUTCString();
      await route.fulfill({ response, headers: { ...response.headers(), date } });
    });
    await later.goto('/dashboard');
  });
  test.afterAll(async () => {
    await elsewhere?.context.close();
    await visitor?.person.context.close();
  });

  test('is postponed', async () => {
    for (const tab of [dashboard, later]) {
      await seesBalance(tab, '0 credite');
      await becomes(() => tab.getByTestId('credits').getAttribute('aria-busy'), 'false');
      equal(await dialog(tab).count(), 0);
    }
  });

  test('opens after 20 minutes by the server’s clock, whatever the browser’s says', async () => {
    // The batches before took their own time: the minutes between are left to a slow machine.
    serverAheadMs = 10 * MINUTE_MS;
    await later.reload();
    await seesBalance(later, '0 credite');
    await becomes(() => later.getByTestId('credits').getAttribute('aria-busy'), 'false');
    equal(await dialog(later).count(), 0);
    serverAheadMs = 21 * MINUTE_MS;
    await later.clock.fastForward('11:00');
    await dialog(later).waitFor();
    equal(await dialog(dashboard).count(), 0);
  });

  test('opens in every tab when the payment is given up and the balance is still 0', async () => {
    const { page } = visitor.person;
    await page.getByRole('link', { name: 'Renunță și înapoi la magazin' }).click();
    await backAt(page);
    await press(visitor.person, page.getByRole('button', { name: 'Renunț la plată' }));
    for (const tab of [page, dashboard]) await dialog(tab).waitFor();
    for (const tab of [page, dashboard])
      await dialog(tab).getByRole('button', { name: 'Poate mai târziu' }).click();
  });

  test('never comes when the payment brings credits; the settings show the purchase and every credit’s way', async () => {
    const { page } = visitor.person;
    await buy(visitor.person, 'Starter 10');
    await payWith(page, 'Plată acceptată');
    await backAt(page);
    await seesBalance(dashboard, '10 credite');
    equal(await dialog(dashboard).count(), 0);
    await press(visitor.person, page.getByRole('link', { name: 'Cumpărările tale' }));
    const purchases = page.getByRole('region', { name: 'Cumpărări' });
    await sees(purchases, 'Starter 10');
    await sees(purchases, '50 Lei');
    equal(await purchases.getByRole('listitem').count(), 1);
    const history = page.getByRole('region', { name: 'Istoricul creditelor' });
    const lines = () => history.getByRole('listitem').locator('p:first-child').allTextContents();
    await becomes(
      async () => (await lines()).slice(0, 4),
      ['Credite cumpărate', '+10 credite', 'Procesare', '−1 credit'],
    );
    await history.getByText('sold 10').waitFor();
    equal(await history.getByRole('link', { name: 'Lot', exact: true }).count(), 3);
    for (const colorScheme of drawRows(['light', 'dark'] as const, 1)) {
      deepEqual(await findingsInTheme(page, colorScheme), []);
    }
  });
});

test.describe('the server’s log of all this', () => {
  test('names neither who bought, nor where one pays, nor what was signed', () => {
    const secrets = /pe-terminate|Țurcanu|Horea 4|\/ui\/card|verification-token|eyJ|990000/i;
    const said = app.output().split('\n');
    deepEqual(
      said.filter((line) => secrets.test(line)),
      [],
    );
    match(app.output(), /card payments go to the simulator/);
  });
});
