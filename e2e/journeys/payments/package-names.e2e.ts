import { deepEqual, equal } from 'node:assert/strict';
import type { Browser, Locator } from '@playwright/test';
import { drawRows } from '#testing/draws.ts';
import { enter, visit } from '../../support/batches.ts';
import { ADMIN, closeWindows, test, waitForAdmin } from '../../support/journey.ts';
import { sidewaysScrollers } from '../../support/page-checks.ts';
import { openSheet } from '../../support/shop.ts';
import { type RunningApp, startApp } from '../../support/start-app.ts';
import { newPerson, type Person } from '../../support/steps.ts';

let app: RunningApp;
let browser: Browser;
let admin: Person;

test.beforeAll(async ({ browser: own }) => {
  browser = own;
  app = await startApp({ NETOPIA_MODE: 'simulator', LOG_LEVEL: 'info', ...ADMIN });
  await waitForAdmin(app);
  admin = await newPerson(browser, app.url, { device: 'desk' });
  await enter(admin, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
});
test.afterAll(async () => {
  await closeWindows(browser);
  await app?.stop();
});

/** True when its text is wider than the place it has, or reaches out of the window. */
const spillsOver = (text: Locator) =>
  text.evaluate(
    (element) =>
      element.scrollWidth > element.clientWidth || element.getBoundingClientRect().right > innerWidth,
  );

test.describe('a package’s name', () => {
  test('of sixty letters without a space wraps wherever it is sold and bought, on a phone too', async () => {
    const name = 'W'.repeat(60);
    const { page } = admin;
    await page.goto('/admin/dashboard');
    await page.getByRole('button', { name: 'Pachet nou' }).click();
    const form = page.getByRole('dialog', { name: 'Pachet nou' });
    await form.getByLabel('Nume').fill(name);
    await form.getByLabel('Credite').fill('1');
    await form.getByLabel('Preț în lei').fill('5');
    await page.keyboard.press('Enter');
    await form.waitFor({ state: 'hidden' });
    const { person } = await visit(browser, app.url, { email: 'lung@fotolot.example' });
    await person.page.goto('/pricing#packages');
    for (const each of [page, person.page]) {
      const title = each.getByRole('heading', { name });
      await title.waitFor();
      for (const width of drawRows([1280, 360], 1)) {
        await each.setViewportSize({ width, height: 860 });
        deepEqual(await sidewaysScrollers(each), [], `${each.url()}, ${width} px`);
        equal(await spillsOver(title), false, `${each.url()}, ${width} px`);
      }
    }
    const sheet = await openSheet(person, name);
    for (const text of await sheet.getByText(name).all()) equal(await spillsOver(text), false, 'the sheet');
    await person.context.close();
  });
});
