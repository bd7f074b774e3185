import { equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { ApiClient } from '../../support/api-client.ts';
import { visit } from '../../support/batches.ts';
import { ADMIN, leave, test } from '../../support/journey.ts';
import { backAt, buy, payWith } from '../../support/shop.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { becomes, type Person, press, seesBalance, signIn, signOut } from '../../support/steps.ts';

/** The dialog about the last credit: when it opens, and when it does not. */
let app: RunningApp;
let browser: Browser;
let admin: ApiClient;

test.beforeAll(async ({ shared }) => {
  ({ app, browser } = shared);
  admin = new ApiClient(app.url);
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = ADMIN;
  await admin.call('POST', '/api/auth/login', { body: { email, password } });
});
test.afterAll(async ({ shared }) => {
  await leave(shared);
});

const dialog = (page: Page) => page.getByRole('alertdialog', { name: 'Nu mai ai credite' });
/** Behind an open dialog too. */
const balanceIs = (page: Page, credits: string) =>
  becomes(() => page.getByTestId('credits').textContent(), credits);
const PAGES = { name: 'Pagini' } as const;

async function somebody(name: string) {
  const { person, client } = await visit(browser, app.url, { email: `${name}@fotolot.example` });
  const { uid } = (await client.call('GET', '/api/users/me')).body;
  const correct = async (delta: number) => {
    const correction = { delta, days: null, reason: 'O probă', key: randomUUID() };
    equal((await admin.call('POST', `/api/admin/users/${uid}/credits`, { body: correction })).status, 200);
  };
  return { person, page: person.page, correct };
}

/** Returns a count of how often, from now on, the dialog closed without leading to the prices. */
async function watchDismissals(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(window, { dismissals: 0 });
    window.addEventListener('fotolot:zero-credits-dismiss', () => {
      Object.assign(window, { dismissals: (window as unknown as { dismissals: number }).dismissals + 1 });
    });
  });
  return () => page.evaluate<number>('dismissals');
}

test.describe('the zero-credits dialog', () => {
  test('never stands on the prices, opens on the page after them, and says that it went when credits come', async () => {
    const { page, person, correct } = await somebody('la-preturi');
    await correct(-3);
    await page.goto('/pricing');
    await seesBalance(page, '0 credite');
    await becomes(() => page.getByTestId('credits').getAttribute('aria-busy'), 'false');
    equal(await dialog(page).count(), 0);
    const dismissals = await watchDismissals(page);
    await page.getByRole('navigation', PAGES).getByRole('link', { name: 'Panou' }).click();
    await dialog(page).waitFor();
    await correct(2);
    await dialog(page).waitFor({ state: 'detached' });
    await becomes(dismissals, 1);
    await correct(-2);
    await dialog(page).waitFor();
    await page.goBack();
    await dialog(page).waitFor({ state: 'detached' });
    await becomes(dismissals, 2);
    await person.context.close();
  });

  test('waits until another dialog is closed', async () => {
    const { page, person, correct } = await somebody('deasupra');
    await page.goto('/settings#delete');
    // Fetched and shown once: from here on nothing but the other dialog holds it back.
    await correct(-3);
    await dialog(page).waitFor();
    await correct(3);
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Șterge contul', exact: true }).click();
    const other = page.getByRole('dialog', { name: 'Ștergi contul?' });
    await other.getByText('Odată cu contul pierzi:').waitFor();
    await correct(-3);
    await balanceIs(page, '0 credite');
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    equal(await dialog(page).count(), 0);
    await other.getByRole('button', { name: 'Păstrez contul' }).click();
    await dialog(page).waitFor();
    equal(await other.count(), 0);
    await person.context.close();
  });

  test('is not shown twice to who signs out and in again, also after a page load and another person', async () => {
    const { page, person, correct } = await somebody('iar-eu');
    await correct(-3);
    await page.goto('/dashboard');
    await dialog(page).waitFor();
    const dismissals = await watchDismissals(page);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await becomes(dismissals, 1);
    await signOut(person);
    await signIn(person, 'iar-eu@fotolot.example');
    await seesBalance(page, '0 credite');
    await becomes(() => page.getByTestId('credits').getAttribute('aria-busy'), 'false');
    equal(await dialog(page).count(), 0);
    const isNotShown = async () => {
      await seesBalance(page, '0 credite');
      await becomes(() => page.getByTestId('credits').getAttribute('aria-busy'), 'false');
      equal(await dialog(page).count(), 0);
    };
    await page.reload();
    await isNotShown();
    await signOut(person);
    await page.reload();
    const { person: another } = await somebody('altcineva');
    await another.context.close();
    await signIn(person, 'altcineva@fotolot.example');
    await signOut(person);
    await signIn(person, 'iar-eu@fotolot.example');
    await isNotShown();
    await person.context.close();
  });

  test('says that it went when the session ends with it open', async () => {
    const { page, person, correct } = await somebody('alta-fila');
    await correct(-3);
    await page.goto('/dashboard');
    await dialog(page).waitFor();
    const dismissals = await watchDismissals(page);
    const other: Person = { ...person, page: await person.context.newPage() };
    await other.page.goto('/dashboard');
    await dialog(other.page).getByRole('button', { name: 'Poate mai târziu' }).click();
    await signOut(other);
    await page.waitForURL('**/login**');
    await becomes(dismissals, 1);
    equal(await dialog(page).count(), 0);
    await person.context.close();
  });

  test('does not come, in no tab, when the last credits went with a purchase that was given back', async () => {
    const { page, person, correct } = await somebody('dat-inapoi');
    await correct(-3);
    await buy(person, 'Starter 10');
    await payWith(page, 'Plată acceptată');
    await backAt(page);
    await page.getByRole('heading', { level: 1, name: 'Plata a reușit' }).waitFor();
    const other = await person.context.newPage();
    await other.goto('/dashboard');
    await seesBalance(other, '10 credite');
    await page.goto('/settings#purchases');
    await press(person, page.getByRole('button', { name: /^Retrage-te din contract aici/ }));
    await press(person, page.getByRole('button', { name: 'Confirmă retragerea' }));
    const outcome = page.getByRole('dialog', { name: 'Banii se întorc pe card' });
    await outcome.waitFor();
    await balanceIs(page, '0 credite');
    equal(await dialog(page).count(), 0);
    await press(person, outcome.getByRole('button', { name: 'Am înțeles' }));
    await outcome.waitFor({ state: 'detached' });
    await seesBalance(page, '0 credite');
    equal(await dialog(page).count(), 0);
    await page.getByRole('navigation', PAGES).getByRole('link', { name: 'Panou' }).click();
    await page.getByRole('heading', { level: 1, name: /^Bună/ }).waitFor();
    await balanceIs(other, '0 credite');
    for (const tab of [page, other]) equal(await dialog(tab).count(), 0);
    await correct(2);
    for (const tab of [page, other]) await seesBalance(tab, '2 credite');
    await correct(-2);
    for (const tab of [page, other]) await dialog(tab).waitFor();
    await person.context.close();
  });
});
