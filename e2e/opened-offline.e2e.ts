import { equal } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from './find-browser.ts';
import { visit } from './lots.ts';
import { type RunningApp, startApp } from './start-app.ts';
import { newPerson, type Person, press, sees } from './steps.ts';

/** Pages that are opened for the first time while there is no connection. */
let app: RunningApp;
let browser: Browser;
const BROKEN = 'Pagina nu s-a putut deschide';

before(async () => {
  [app, browser] = await Promise.all([startApp({ LOG_LEVEL: 'warn' }), launchBrowser()]);
});
after(async () => {
  await browser?.close();
  await app?.stop();
});

const heading = ({ page }: Person, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).filter({ visible: true });
const toPage = (person: Person, name: string) =>
  press(
    person,
    person.page.getByRole('navigation', { name: 'Pagini' }).getByRole('link', { name, exact: true }),
  );

describe('a page that was never opened before', () => {
  for (const device of ['phone', 'desk'] as const)
    it(`says so without a connection, keeps the menu, and opens by itself when the connection is back: ${device}`, async () => {
      const { person } = await visit(browser, app.url, `${device}@fotolot.example`, device);
      const { page, context } = person;
      await page.goto('/upload');
      await heading(person, 'Lot nou').waitFor();
      await context.setOffline(true);
      // A kept page and another one.
      await toPage(person, 'Galerie');
      await heading(person, BROKEN).waitFor();
      await sees(page, /pagina se deschide singură când revine/);
      await toPage(person, 'Prețuri');
      await page.waitForURL('**/pricing');
      await heading(person, BROKEN).waitFor();
      await press(person, page.getByRole('button', { name: 'Încearcă din nou' }).filter({ visible: true }));
      await heading(person, BROKEN).waitFor();
      await context.setOffline(false);
      await heading(person, /^Un credit, un lot/).waitFor();
      await toPage(person, 'Galerie');
      await heading(person, 'Galerie').waitFor();
      equal(await page.getByRole('heading', { name: BROKEN }).count(), 0);
      await context.close();
    });

  it('opens by itself for who is signed out, too', async () => {
    const person = await newPerson(browser, app.url);
    const { page, context } = person;
    await page.goto('/pricing');
    await heading(person, /^Un credit, un lot/).waitFor();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Intră în cont' }).first().click();
    await heading(person, BROKEN).waitFor();
    await context.setOffline(false);
    await heading(person, 'Intră în cont.').waitFor();
    await context.close();
  });
});
