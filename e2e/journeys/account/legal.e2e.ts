import { deepEqual, equal, match } from 'node:assert/strict';
import type { Browser } from '@playwright/test';
import { drawRows } from '#testing/draws.ts';
import { closeWindows, test } from '../../support/journey.ts';
import { findingsInTheme, sidewaysScrollers } from '../../support/page-checks.ts';
import { SELLER } from '../../support/shop.ts';
import { type RunningApp, startApp } from '../../support/start-app.ts';
import { getPath, newPerson, press, sees, watchProblems } from '../../support/steps.ts';

/** The plain documents, as a visitor without an account finds them. */
let app: RunningApp;
let browser: Browser;

test.beforeAll(async ({ browser: own }) => {
  browser = own;
  app = await startApp({
    ...SELLER,
    INVOICE_SERIES: 'FTL',
  });
});
test.afterAll(async () => {
  await closeWindows(browser);
  await app?.stop();
});

const DOCUMENTS = [
  ['/legal/terms', 'Termeni și condiții'],
  ['/legal/privacy', 'Confidențialitate'],
  ['/legal/withdrawal', 'Retrage-te din contract aici'],
  ['/legal/notice', 'Semnalează conținut ilegal'],
  ['/legal/accessibility', 'Declarație de accesibilitate'],
  ['/legal/contact', 'Contact'],
] as const;

test.describe('terms, privacy and the other documents', () => {
  test('are found under the sign-in page, which names who sells, and lead back to it', async () => {
    const person = await newPerson(browser, app.url, { device: 'phone' });
    const { page } = person;
    const problems = watchProblems(person);
    await page.goto('/login');
    await sees(page, /Poze de Probă SRL · CUI RO14399840 · nr\. reg\. com\. J12\/345\/2026/);
    await press(
      person,
      page.getByRole('navigation', { name: 'Documente' }).getByRole('link', { name: 'Termeni și condiții' }),
    );
    await page.getByRole('heading', { level: 1, name: 'Termeni și condiții' }).waitFor();
    await press(person, page.getByRole('link', { name: 'Fotolot, pagina de început' }));
    await page.waitForURL('**/login');
    deepEqual(problems, []);
    await person.context.close();
  });

  test('fit 360 px and satisfy axe in light and dark, with the product’s letters and without a script', async () => {
    const person = await newPerson(browser, app.url);
    const { page } = person;
    const problems = watchProblems(person);
    const found: string[] = [];
    for (const [path, title] of DOCUMENTS) {
      await page.goto(path);
      const heading = page.getByRole('heading', { level: 1, name: title });
      match(await heading.evaluate((h1) => getComputedStyle(h1).fontFamily), /^"Bricolage Grotesque"/);
      equal(await page.locator('script').count(), 0);
      for (const width of drawRows([1280, 360], 1)) {
        await page.setViewportSize({ width, height: 800 });
        for (const colorScheme of drawRows(['light', 'dark'] as const, 1)) {
          found.push(...(await findingsInTheme(page, colorScheme)));
        }
        found.push(...(await sidewaysScrollers(page)));
      }
      equal(getPath(page), path);
    }
    deepEqual(found, []);
    deepEqual(problems, []);
    await person.context.close();
  });
});
