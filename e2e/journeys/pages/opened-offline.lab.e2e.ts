import { deepEqual, equal } from 'node:assert/strict';
import type { Browser } from '@playwright/test';
import { visit } from '../../support/batches.ts';
import { leave, test } from '../../support/journey.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { newPerson, type Person, press, sees } from '../../support/steps.ts';

/** Pages that are opened for the first time while there is no connection. */
let app: RunningApp;
let browser: Browser;
const BROKEN = 'Pagina nu s-a putut deschide';

test.beforeAll(({ shared }) => {
  ({ app, browser } = shared);
});
test.afterAll(async ({ shared }) => {
  await leave(shared);
});

const heading = ({ page }: Person, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).filter({ visible: true });
/** There once the menu says so: the address changes earlier, while the page before still stands. */
async function toPage(person: Person, name: string): Promise<void> {
  const { page } = person;
  const link = page.getByRole('navigation', { name: 'Pagini' }).getByRole('link', { name, exact: true });
  await press(person, link);
  await link.and(page.locator('[aria-current="page"]')).waitFor();
}

/** The widths, in pixels, in which the heading would end a line inside these letters. */
function brokenAt(person: Person, letters: string): Promise<number[]> {
  return heading(person, BROKEN).evaluate((h1, inside) => {
    const texts = document.createTreeWalker(h1, NodeFilter.SHOW_TEXT);
    while (!texts.nextNode()?.textContent?.includes(inside));
    const start = texts.currentNode.textContent?.indexOf(inside) ?? 0;
    const range = document.createRange();
    range.setStart(texts.currentNode, start);
    range.setEnd(texts.currentNode, start + inside.length);
    const { style } = h1 as HTMLElement;
    const widths = Array.from({ length: 200 }, (_, n) => 60 + n);
    const broken = widths.filter((width) => {
      style.width = `${width}px`;
      return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
    });
    style.width = '';
    return broken;
  }, letters);
}

test.describe('a page that was never opened before', () => {
  for (const device of ['phone', 'desk'] as const)
    test(`says so without a connection, keeps the menu, and opens by itself when the connection is back: ${device}`, async () => {
      const { person } = await visit(browser, app.url, {
        email: `fara-net-${device}@fotolot.example`,
        device,
      });
      const { page, context } = person;
      const unhandled: string[] = [];
      page.on('pageerror', ({ message }) => unhandled.push(message));
      await page.goto('/upload');
      await heading(person, 'Lot nou').waitFor();
      await context.setOffline(true);
      // A kept page and another one.
      await toPage(person, 'Galerie');
      await heading(person, BROKEN).waitFor();
      await sees(page, /pagina se deschide singură când revine/);
      deepEqual(await brokenAt(person, 's-a'), []);
      await toPage(person, 'Prețuri');
      await heading(person, BROKEN).waitFor();
      await press(person, page.getByRole('button', { name: 'Încearcă din nou' }).filter({ visible: true }));
      await heading(person, BROKEN).waitFor();
      await context.setOffline(false);
      await heading(person, /^Un credit, un lot/).waitFor();
      await toPage(person, 'Galerie');
      await heading(person, 'Galerie').waitFor();
      equal(await page.getByRole('heading', { name: BROKEN }).count(), 0);
      deepEqual(unhandled, []);
      await context.close();
    });

  test('of which only the list is missing says what is missing, in whole sentences, and mends it', async () => {
    const { person } = await visit(browser, app.url, { email: 'loturi@fotolot.example' });
    const { page, context } = person;
    await page.route(/\/api\/batches(\?|$)/, (route) => route.abort());
    await page.goto('/gallery?view=lots');
    await page.getByRole('heading', { name: 'Loturile nu s-au putut citi' }).waitFor();
    await sees(page.getByRole('alert'), 'Eroare de rețea. Verifică conexiunea la internet.');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Încearcă din nou' }).click();
    await page.getByRole('heading', { name: 'Niciun lot deocamdată' }).waitFor();
    await context.close();
  });

  test('opens by itself for who is signed out, too', async () => {
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
