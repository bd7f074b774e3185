import { deepEqual, equal } from 'node:assert/strict';
import type { Browser, Locator, Page } from '@playwright/test';
import { visit } from '../../support/batches.ts';
import { leave, test } from '../../support/journey.ts';
import { accessibilityFindings } from '../../support/page-checks.ts';
import { fillBilling, ORDER, openSheet } from '../../support/shop.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { type Person, press, sees } from '../../support/steps.ts';

/** The sheet before the payment on a phone: what is bought, what it costs and the button, whatever stands between them. */
let app: RunningApp;
let browser: Browser;
let person: Person;
let page: Page;
let form: Locator;

test.beforeAll(async ({ shared }) => {
  ({ app, browser } = shared);
  ({ person } = await visit(browser, app.url, { email: 'foaie@fotolot.example', device: 'phone' }));
  page = person.page;
  await page.goto('/pricing#packages');
  form = await openSheet(person, 'Starter 10');
});
test.afterAll(async ({ shared }) => {
  await leave(shared);
});

/** Whole on the screen and under nothing else. */
const isInSight = (target: Locator) =>
  target.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isOn = (x: number, y: number) => {
      const there = document.elementFromPoint(x, y);
      return there !== null && (element.contains(there) || there.contains(element));
    };
    const middle = (left + right) / 2;
    return (
      top >= 0 &&
      bottom <= innerHeight &&
      left >= 0 &&
      right <= innerWidth &&
      isOn(middle, top + 2) &&
      isOn(middle, bottom - 2)
    );
  });

test.describe('the sheet before a payment, on a phone', () => {
  test('at 400 % zoom takes title and button along: the whole height is for what is read', async () => {
    await page.setViewportSize({ width: 320, height: 256 });
    await form.getByLabel('Prenume').scrollIntoViewIfNeeded();
    const parts = [
      form.getByRole('heading', { name: 'Starter 10' }),
      form.getByRole('button', { name: ORDER }),
    ];
    for (const part of parts) equal(await isInSight(part), false);
    await parts[1]?.scrollIntoViewIfNeeded();
    equal(await isInSight(parts[1] as Locator), true);
  });

  for (const height of [780, 640, 400])
    test(`keeps title, price and button in sight from its beginning to its end: 360 × ${height}`, async () => {
      await page.setViewportSize({ width: 360, height });
      const parts = {
        title: form.getByRole('heading', { name: 'Starter 10' }),
        close: form.getByRole('button', { name: 'Închide' }),
        price: form.getByText('50 Lei', { exact: true }),
        button: form.getByRole('button', { name: ORDER }),
      };
      const seen: Record<string, Record<string, boolean>> = {};
      for (const [where, share] of Object.entries({ top: 0, middle: 0.5, end: 1 })) {
        await form.evaluate((sheet, part) => {
          sheet.scrollTop = (sheet.scrollHeight - sheet.clientHeight) * part;
        }, share);
        const inSight: Record<string, boolean> = {};
        for (const [name, part] of Object.entries(parts)) inSight[name] = await isInSight(part);
        seen[where] = inSight;
      }
      const all = { title: true, close: true, price: true, button: true };
      deepEqual(seen, { top: all, middle: all, end: all });
    });

  test('never hides the field that one has gone to with the keyboard', async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    const fields = await form.locator('input, select').all();
    for (const field of fields) {
      await field.focus();
      equal(await isInSight(field), true, (await field.getAttribute('name')) ?? '');
    }
    deepEqual(await accessibilityFindings(page), []);
  });

  test('no longer asks for what has been filled in and ticked', async () => {
    const order = form.getByRole('button', { name: ORDER });
    const billing = form.getByText('Completează datele de facturare marcate.');
    const boxes = form.getByText('Bifează cele două căsuțe ca să poți comanda.');
    await press(person, order);
    await billing.waitFor();
    equal(await isInSight(billing), true);
    const marked = form.locator('input[type=checkbox][aria-invalid=true]');
    equal(await marked.count(), 2);
    await press(person, form.getByText('Firmă', { exact: true }));
    await billing.waitFor({ state: 'detached' });
    await press(person, form.getByText('Persoană fizică', { exact: true }));
    await press(person, order);
    await billing.waitFor();
    await fillBilling(form);
    await billing.waitFor({ state: 'detached' });
    await press(person, order);
    await boxes.waitFor();
    equal(await marked.count(), 2);
    await form.getByRole('checkbox').first().check();
    equal(await marked.count(), 1);
    deepEqual(await accessibilityFindings(page), []);
    for (const box of await form.getByRole('checkbox').all()) await box.check();
    await boxes.waitFor({ state: 'detached' });
    await sees(form, /^Vânzător:/);
  });
});
