import { equal } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { visit } from '../../support/batches.ts';
import { leave, test } from '../../support/journey.ts';
import { backAt, buy, type Shop } from '../../support/shop.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { getPath, press, sees } from '../../support/steps.ts';

/** The page after a payment, while its outcome is open. */
let app: RunningApp;
let browser: Browser;
let sim: Shop['sim'];

test.beforeAll(({ shared }) => {
  ({ app, browser, sim } = shared);
});
test.afterAll(async ({ shared }) => {
  await leave(shared);
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const visitor = (name: string) => visit(browser, app.url, { email: `${name}@fotolot.example` });

test.describe('the return page', () => {
  test('says at once that no card was entered, after a minute that nothing is confirmed, and lets one give up', async () => {
    const { person } = await visitor('asteapta');
    const { page } = person;
    await buy(person, 'Starter 10');
    await page.clock.install();
    await page.getByRole('link', { name: 'Renunță și înapoi la magazin' }).click();
    await backAt(page);
    await heading(page, 'Plata nu a început');
    await page.getByRole('link', { name: 'Mergi la pagina de plată' }).waitFor();
    // The order has left its trace where return pages and mails point to.
    const other = await person.context.newPage();
    await other.goto('/settings#purchases');
    const open = other.getByRole('list', { name: 'Comenzi neîncheiate' });
    await sees(open, /^Neplătită încă · /);
    await open.getByRole('link', { name: 'Vezi comanda: Starter 10' }).waitFor();
    const orderId = new URL(page.url()).searchParams.get('orderId');
    await sim('POST', `/orders/${orderId}/status`, { status: 13 });
    await heading(page, 'NETOPIA verifică plata');
    equal(await page.getByRole('button', { name: 'Renunț la plată' }).count(), 0);
    await sim('POST', `/orders/${orderId}/status`, { status: 6 });
    await heading(page, 'Se confirmă plata');
    await page.clock.runFor(45_000);
    equal(await page.getByRole('heading', { name: 'Plata nu este confirmată încă' }).count(), 0);
    await page.clock.runFor(16_000);
    await heading(page, 'Plata nu este confirmată încă');
    await press(person, open.getByRole('button', { name: 'Renunț la plată: Starter 10' }));
    await open.waitFor({ state: 'detached' });
    await heading(page, 'Ai renunțat la plată');
    await page.getByRole('link', { name: 'Încearcă din nou' }).waitFor();
    await person.context.close();
  });

  test('shows an order to its owner alone, and is friendly to who comes without one', async () => {
    const { person: owner } = await visitor('al-meu');
    await buy(owner, 'Starter 10');
    await owner.page.getByRole('link', { name: 'Renunță și înapoi la magazin' }).click();
    await backAt(owner.page);
    const path = getPath(owner.page);
    const { person: stranger } = await visitor('strain');
    await stranger.page.goto(path);
    await heading(stranger.page, 'Nu am găsit comanda');
    await stranger.page.goto('/payments/netopia/return');
    await heading(stranger.page, 'Nicio plată în curs');
    for (const { context } of [owner, stranger]) await context.close();
  });
});
