import { equal, ok } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { visit } from '../../support/batches.ts';
import { leave, test } from '../../support/journey.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { type Person, sees } from '../../support/steps.ts';

/** Messages about failures. Toasts: at the top, for 4000 ms, with the words of the response. */
let app: RunningApp;
let browser: Browser;
let person: Person;
let page: Page;

test.beforeAll(async ({ shared }) => {
  ({ app, browser } = shared);
  ({ person } = await visit(browser, app.url, { email: 'mesaje@fotolot.example' }));
  page = person.page;
  await page.clock.install();
  await page.goto('/dashboard');
  await page.getByRole('region', { name: 'Confirmarea adresei' }).waitFor();
});

test.afterAll(async ({ shared }) => {
  await leave(shared);
});

const toasts = () => page.getByRole('region', { name: 'Mesaje' });

/** Presses a button whose request is answered with this. */
async function refusedWith(status: number, body: string): Promise<void> {
  await page.route('**/api/auth/verification', (route) => route.fulfill({ status, body }));
  const answered = page.waitForResponse('**/api/auth/verification');
  await page.getByRole('button', { name: 'Trimite din nou' }).click();
  await (await answered).finished();
  await page.mouse.move(5, 700);
}

test.describe('an error that no page shows itself', () => {
  test('is a negative toast at the top with the message of the response, for 4000 ms', async () => {
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await refusedWith(409, JSON.stringify({ code: 'x/y', message: 'Așa nu se poate.', details: {} }));
    await page.clock.runFor(50);
    const toast = toasts()
      .locator('.toast-negative:not([data-ending-style])')
      .filter({ hasText: 'Așa nu se poate.' });
    await toast.waitFor();
    const box = await toast.boundingBox();
    ok(box !== null && box.y < 100, JSON.stringify(box));
    // By role: screen readers say it too.
    await toast.getByRole('alert').filter({ hasText: 'Așa nu se poate.' }).waitFor();
    await toast.getByRole('button', { name: 'Închide mesajul' }).waitFor();
    await page.clock.runFor(3_900);
    equal(await toast.count(), 1);
    await page.clock.runFor(200);
    await toast.waitFor({ state: 'hidden' });
    await page.clock.resume();
  });

  test('without a message it is the status text of the response', async () => {
    await refusedWith(502, '<html>');
    await sees(toasts(), 'Bad Gateway');
    // It lies over what is pressed next, and stays while the mouse is on it.
    await toasts().getByRole('button', { name: 'Închide mesajul' }).first().click();
    await toasts().getByText('Bad Gateway').waitFor({ state: 'hidden' });
  });
});

test.describe('a page whose parts cannot be fetched', () => {
  test('says that the server is out of reach and that nothing is lost', async () => {
    await page.route(/\/pricing-page-[^/]*\.js$/, (route) => route.abort());
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await page.getByRole('link', { name: 'Prețuri' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Pagina nu s-a putut deschide' }).waitFor();
    await sees(page, /^Fără legătură cu serverul\. Pozele și loturile tale sunt la locul lor/);
  });
});
