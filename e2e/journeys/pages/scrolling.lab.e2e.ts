import { deepEqual, equal } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { ApiClient } from '../../support/api-client.ts';
import { enter, fillBatch } from '../../support/batches.ts';
import { ADMIN, leave, test } from '../../support/journey.ts';
import { watchScrolling } from '../../support/page-checks.ts';
import { getFileName, SAMPLES } from '../../support/photo-files.ts';
import type { RunningApp } from '../../support/start-app.ts';
import {
  becomes,
  getPath,
  newPerson,
  PASSWORD,
  type Person,
  sees,
  signIn,
  until,
} from '../../support/steps.ts';

/** The scroll position of an opened page: at its anchor, at its top, or as it was left. */
const USER = 'derulare@fotolot.example';
const PRICES = /^Un credit, un lot/;

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

async function visitor(email: string, password = PASSWORD): Promise<Person> {
  const person = await newPerson(browser, app.url);
  await enter(person, email, password);
  return person;
}

test.describe('scrolling', () => {
  test.describe.configure({ mode: 'serial' });
  let person: Person;
  let page: Page;
  const getTop = (id: string) =>
    page.locator(`#${id}`).evaluate((anchor) => Math.round(anchor.getBoundingClientRect().top));
  const scrolled = () => page.evaluate(() => window.scrollY);
  test.beforeAll(async () => {
    person = await visitor(USER);
    page = person.page;
    await page.setViewportSize({ width: 900, height: 600 });
    await page.clock.install();
  });
  test.afterAll(() => person?.context.close());

  async function openPrices(path: string): Promise<void> {
    await page.goto(path);
    await heading(page, PRICES);
    await sees(page, 'Starter 10');
  }

  test('an anchor at the first load ends 80 px under the top', async () => {
    await openPrices('/pricing#packages');
    await becomes(() => getTop('packages'), 80);
  });

  test('an anchor keeps its place when the page grows just as it was reached', async () => {
    await openPrices('/pricing');
    await page.getByRole('banner').getByText('3 credite', { exact: true }).waitFor();
    await page.evaluate(() => {
      const { observe } = ResizeObserver.prototype;
      ResizeObserver.prototype.observe = function (target, options) {
        observe.call(this, target, options);
        if (target === document.body) document.body.prepend(document.createElement('hr'));
      };
    });
    await page.getByRole('link', { name: 'Încarcă credite', exact: true }).first().click();
    await becomes(() => page.locator('body > hr').count(), 1);
    await becomes(() => getTop('plans'), 80);
  });

  test('an anchor is scrolled to 100 ms after it was pressed, smoothly, and again when it is pressed again', async () => {
    await openPrices('/pricing');
    await page.getByRole('banner').getByText('3 credite', { exact: true }).waitFor();
    const link = page.getByRole('link', { name: 'Încarcă credite', exact: true }).first();
    const seen = await watchScrolling(page);
    for (let times = 1; times <= 2; times++) {
      await page.clock.pauseAt(new Date(Date.now() + times * 3_600_000));
      await link.click();
      // At the second press the address alone says nothing.
      await becomes(async () => (await seen()).waits, times);
      equal(getPath(page), '/pricing#plans');
      await page.clock.runFor(99);
      equal((await seen()).scrolls.length, times - 1);
      await page.clock.runFor(1);
      equal((await seen()).scrolls.length, times);
      await page.clock.resume();
      await becomes(() => getTop('plans'), 80);
      await page.evaluate(() => window.scrollBy(0, -60));
    }
    deepEqual((await seen()).scrolls, ['smooth', 'smooth']);
  });

  test('a hash that names nothing leads to the top, as a navigation and at the first load', async () => {
    for (const hash of ['#nimic', '#%E0%A4%A']) {
      await page.evaluate(() => window.scrollTo(0, 400));
      await becomes(async () => (await scrolled()) > 0, true);
      await page.evaluate((to) => {
        history.pushState({}, '', `/pricing${to}`);
        dispatchEvent(new PopStateEvent('popstate', { state: {} }));
      }, hash);
      await becomes(scrolled, 0);
    }
    await page.evaluate(() => window.scrollTo(0, 400));
    await openPrices('/pricing#nimic');
    await becomes(scrolled, 0);
  });

  test('any other navigation starts at the top', async () => {
    await page.evaluate(() => window.scrollTo(0, 400));
    await becomes(async () => (await scrolled()) > 0, true);
    await page
      .getByRole('navigation', { name: 'Pagini' })
      .getByRole('link', { name: 'Panou' })
      .first()
      .click();
    await heading(page, 'Bună, Ana');
    await becomes(scrolled, 0);
  });

  test('Back is a navigation as well: the page before starts at the top', async () => {
    await page.goto('/settings');
    await heading(page, 'Setări');
    await sees(page, 'Șterge contul');
    await page.evaluate(() => window.scrollTo(0, 400));
    await becomes(async () => (await scrolled()) > 0, true);
    await page.getByRole('link', { name: 'Prețuri' }).first().click();
    await heading(page, PRICES);
    await becomes(scrolled, 0);
    await page.evaluate(() => window.scrollTo(0, 300));
    await page.goBack();
    await heading(page, 'Setări');
    await sees(page, 'Șterge contul');
    await becomes(scrolled, 0);
    equal(await page.evaluate(() => history.scrollRestoration), 'manual');
  });
});

test.describe('the kept pages', () => {
  test('come back as they were left from the admin area, from a page that is not there and from one that broke', async () => {
    const client = new ApiClient(app.url);
    await until(
      async () => app.output(),
      (said) => said.includes('Admins sign in'),
    );
    const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = ADMIN;
    await client.call('POST', '/api/auth/login', { body: { email, password } });
    await fillBatch(client, 'Un lot', SAMPLES.slice(0, 2));
    const { page, context } = await visitor(email, password);
    await page.setViewportSize({ width: 900, height: 400 });
    await page.goto('/gallery');
    await page
      .getByRole('option')
      .first()
      .click({ modifiers: ['ControlOrMeta'] });
    const chosen = page.getByRole('region', { name: 'Fotografii alese' });
    await chosen.waitFor();
    const kept = page.locator('[data-kept="/gallery"]');
    await kept.evaluate((element) => element.scrollTo(0, 50));
    const isAsLeft = async () => {
      await heading(page, 'Galerie');
      await chosen.waitFor();
      equal(await kept.evaluate(({ scrollTop }) => Math.round(scrollTop)), 50);
      equal(await page.evaluate(() => window.scrollY), 0);
    };
    const openFromMenu = async (name: string) => {
      await page.getByRole('button', { name: /contul tău$/ }).click();
      await page.getByRole('link', { name, exact: true }).click();
    };
    await openFromMenu('Administrare');
    await page.waitForURL('**/admin/dashboard');
    await heading(page, 'Privire de ansamblu');
    equal(await page.getByRole('banner').count(), 1);
    await page.goBack();
    await isAsLeft();

    await page.evaluate(() => {
      history.pushState({}, '', '/nu-exista');
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    });
    await heading(page, 'Aici nu e nicio poză');
    await page.goBack();
    await isAsLeft();

    await page.route('**/assets/settings-page*', (route) => route.abort());
    await openFromMenu('Setări');
    await page.getByRole('button', { name: 'Reîncarcă pagina' }).waitFor();
    await page.getByRole('navigation', { name: 'Documente' }).waitFor();
    await page.getByRole('navigation', { name: 'Pagini' }).getByRole('link', { name: 'Galerie' }).click();
    await isAsLeft();
    await context.close();
  });

  test('/gallery and /dashboard keep scroll, search and selection while the person is elsewhere; another user finds nothing of it', async () => {
    const client = new ApiClient(app.url);
    await client.call('POST', '/api/auth/login', { body: { email: USER, password: PASSWORD } });
    const [photo = ''] = SAMPLES;
    await fillBatch(client, 'Un lot', [photo]);
    const typed = getFileName(photo).slice(0, 3);
    const person = await visitor(USER);
    const { page, context } = person;
    await page.setViewportSize({ width: 900, height: 400 });
    await page.goto('/dashboard');
    await heading(page, 'Bună, Ana');
    const keptScroll = (path: string) =>
      page.locator(`[data-kept="${path}"]`).evaluate((kept) => Math.round(kept.scrollTop));
    await page.locator('[data-kept="/dashboard"]').evaluate((kept) => kept.scrollTo(0, 50));
    await page.getByRole('link', { name: 'Galerie' }).first().click();
    await page.getByLabel('Caută după nume').fill(typed);
    await page
      .getByRole('option')
      .first()
      .click({ modifiers: ['ControlOrMeta'] });
    await page.getByRole('region', { name: 'Fotografii alese' }).waitFor();
    const nav = page.getByRole('navigation', { name: 'Pagini' }).first();
    await nav.getByRole('link', { name: 'Prețuri' }).click();
    await heading(page, PRICES);
    await nav.getByRole('link', { name: 'Panou' }).click();
    await heading(page, 'Bună, Ana');
    equal(await keptScroll('/dashboard'), 50);
    await nav.getByRole('link', { name: 'Galerie' }).click();
    equal(await page.getByLabel('Caută după nume').inputValue(), typed);
    await page.getByRole('region', { name: 'Fotografii alese' }).waitFor();
    // From one view to the other and back: both stay as they were left; pressed where one is, all of it comes again.
    const searched = (label: string) => page.getByLabel(label).inputValue();
    await nav.getByRole('link', { name: 'Loturi' }).click();
    await page.getByLabel('Caută un lot').fill('Un');
    await becomes(async () => getPath(page), '/gallery?view=lots&q=Un');
    await nav.getByRole('link', { name: 'Galerie' }).click();
    await becomes(() => searched('Caută după nume'), typed);
    equal(getPath(page), `/gallery?q=${typed}`);
    await page.getByRole('region', { name: 'Fotografii alese' }).waitFor();
    await nav.getByRole('link', { name: 'Loturi' }).click();
    await becomes(() => searched('Caută un lot'), 'Un');
    await nav.getByRole('link', { name: 'Galerie' }).click();
    await becomes(() => searched('Caută după nume'), typed);
    await nav.getByRole('link', { name: 'Galerie' }).click();
    await becomes(async () => getPath(page), '/gallery');
    await becomes(() => searched('Caută după nume'), '');
    await client.call('POST', '/api/auth/register', {
      body: {
        email: 'bogdan@fotolot.example',
        password: PASSWORD,
      },
    });
    await page.getByRole('button', { name: /contul tău$/ }).click();
    await page.getByRole('button', { name: 'Ieși din cont' }).click();
    await page.waitForURL('**/login');
    await signIn(person, 'bogdan@fotolot.example');
    await page.waitForURL('**/dashboard');
    await heading(page, 'Bună');
    equal(await keptScroll('/dashboard'), 0);
    await nav.getByRole('link', { name: 'Galerie' }).click();
    equal(await page.getByLabel('Caută după nume').inputValue(), '');
    equal(await page.getByRole('option').count(), 0);
    equal(await page.getByRole('region', { name: 'Fotografii alese' }).count(), 0);
    await context.close();
  });
});
