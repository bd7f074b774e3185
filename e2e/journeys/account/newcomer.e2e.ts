import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Browser, Locator } from '@playwright/test';
import { leave, test } from '../../support/journey.ts';
import type { RunningApp } from '../../support/start-app.ts';
import {
  becomes,
  fillAccount,
  newPerson,
  press,
  sees,
  seesBalance,
  watchProblems,
} from '../../support/steps.ts';
import { zipEntries } from '../../support/zip-entries.ts';

/** True when a press on its middle reaches it. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

test.describe('a newcomer', () => {
  let app: RunningApp;
  let browser: Browser;
  test.beforeAll(({ shared }) => {
    ({ app, browser } = shared);
  });
  test.afterAll(async ({ shared }) => {
    await leave(shared);
  });

  test('without a photo at hand has a first downloaded result in seven presses, on a phone', async () => {
    const person = await newPerson(browser, app.url, { device: 'phone' });
    const { page } = person;
    const problems = watchProblems(person);
    const presses: string[] = [];
    const pressed = async (target: Locator, what: string) => {
      presses.push(what);
      await press(person, target);
    };
    await page.goto('/');
    await pressed(page.getByRole('link', { name: /^Sunt nou – fă-ți cont/ }), 'Sunt nou – fă-ți cont');
    await page.waitForURL('**/register');
    await sees(page, 'Din telefon, gata de publicat.');
    await fillAccount(page, 'nou@fotolot.example');
    await pressed(page.getByRole('button', { name: 'Creează cont', exact: true }), 'Creează cont');
    await pressed(page.getByRole('link', { name: 'Adaugă primele fotografii' }), 'Adaugă primele fotografii');
    await pressed(
      page.getByRole('button', { name: 'Încearcă cu 4 fotografii de probă' }),
      'Încearcă cu 4 fotografii de probă',
    );
    await pressed(page.getByRole('link', { name: /^Alege rețeta/ }), 'Alege rețeta');
    await pressed(
      page.getByRole('button', { name: 'Procesează 4 fotografii – 1 credit (rămân 2)', exact: true }),
      'Procesează',
    );
    const link = page.getByRole('link', { name: /^Descarcă tot \(ZIP\)/ });
    await link.waitFor();
    // At the page's end nothing lies over its last lines.
    const last = page.getByRole('navigation', { name: 'Documente' }).getByRole('link').last();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await becomes(() => last.evaluate(isOnTop), true);
    const download = page.waitForEvent('download');
    await pressed(link, 'Descarcă tot');
    const entries = zipEntries(await readFile(await (await download).path()));
    equal(entries.length, 4);
    ok(entries.every(({ bytes }) => bytes > 10_000));
    equal(presses.length, 7);
    await seesBalance(page, '2 credite');
    await page.goto('/upload');
    await sees(page, 'Lot nou');
    await seesBalance(page, '2 credite');
    // The browser's kept copy may be a moment old.
    await becomes(() => page.getByRole('button', { name: /de probă$/ }).count(), 0);
    await page.getByRole('link', { name: 'Panou' }).first().click();
    await page.getByRole('img', { name: 'Fotografii în ultimele 30 de zile: 4 fotografii' }).waitFor();
    await page.getByRole('button', { name: '12 săptămâni' }).click();
    await page.getByText('Cifrele', { exact: true }).click();
    deepEqual((await page.getByRole('cell').allTextContents()).slice(0, 2), ['4', '1']);
    deepEqual(problems, []);
    await person.context.close();
  });
});
