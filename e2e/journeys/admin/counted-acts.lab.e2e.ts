import { deepEqual, equal, match } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { visit } from '../../support/batches.ts';
import { closeWindows, test } from '../../support/journey.ts';
import { backAt, fillBilling, openSheet, order, payWith, startShop } from '../../support/shop.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { answer, type Hit, open, type StandIn, statisticsAt } from '../../support/statistics.ts';
import { newPerson, type Person, register, sees, signIn, signOut, until } from '../../support/steps.ts';

/** Acts that are counted after a yes: an account, a sheet, a purchase. */
let app: RunningApp;
let browser: Browser;
let google: StandIn;

test.beforeAll(async ({ browser: own }) => {
  ({ app, browser } = await startShop(own, { ANALYTICS_ENDPOINT: 'stand-in', GOOGLE_ISSUER: 'stand-in' }));
  google = await statisticsAt(app.url);
});
test.afterAll(async () => {
  await closeWindows(browser);
  await app?.stop();
});

const agree = async (person: Person, path: string) => {
  await open(person, path);
  await answer(person.page, 'Accept').click();
};

/** Hits other than pages, read once a later view of /pricing has been counted. */
async function actsUntilNow(person: Person): Promise<Hit[]> {
  const views = async () => (await google.hits(person)).filter(({ dl }) => dl?.endsWith('/pricing')).length;
  const before = await views();
  await open(person, '/pricing');
  for (;;) {
    if ((await views()) > before) break;
    await person.page.evaluate(() => new Promise(requestAnimationFrame));
  }
  return (await google.hits(person)).filter(({ en }) => !/^(page_view|user_engagement)$/.test(en ?? ''));
}

const signUps = async (person: Person) =>
  (await actsUntilNow(person)).map((hit) => [hit.en, hit['ep.method'], new URL(hit.dl ?? '').pathname]);

test.describe('a new account', () => {
  test('is counted once, when it is made by email', async () => {
    const person = await newPerson(browser, app.url);
    await agree(person, '/register');
    await register(person, 'numarata@fotolot.example');
    await signOut(person);
    await signIn(person, 'numarata@fotolot.example');
    await person.page.waitForURL('**/dashboard');
    deepEqual(await signUps(person), [['sign_up', 'email', '/register']]);
    const text = JSON.stringify(await google.hits(person));
    for (const secret of [/numarata/, /usr_/]) equal(secret.test(text), false, String(secret));
    await person.context.close();
  });

  const choose = async (at: Page, email: string) => {
    await at.getByLabel('Adresa de email').fill(email);
    await at.getByLabel('Numele').fill('Nuța');
    await at.getByRole('button', { name: 'Continuă' }).click();
  };
  const enterWithGoogle = async (page: Page, at: Page, email: string) => {
    await choose(at, email);
    await page.waitForURL('**/dashboard');
    await page.getByRole('heading', { name: 'Bună, Nuța' }).waitFor();
  };

  test('is counted once, when a new person comes through Google', async () => {
    const person = await newPerson(browser, app.url);
    const { page } = person;
    const press = () => page.getByRole('button', { name: 'Continuă cu Google' }).click();
    await agree(person, '/login');
    for (const visitNumber of [1, 2]) {
      const popup = page.waitForEvent('popup');
      await press();
      await enterWithGoogle(page, await popup, 'nuta@gmail.com');
      if (visitNumber === 1) await signOut(person);
    }
    deepEqual(
      (await signUps(person)).map(([name, method]) => [name, method]),
      [['sign_up', 'google']],
    );
    await person.context.close();
  });

  test('is counted after the whole page was at Google, too, and not when it is there to link an account', async () => {
    const arrive = async () => {
      const person = await newPerson(browser, app.url);
      await person.context.addInitScript(() => {
        window.open = () => null;
      });
      return person;
    };
    const first = await arrive();
    await agree(first, '/login');
    await first.page.getByRole('button', { name: 'Continuă cu Google' }).click();
    await sees(first.page, 'MOD TEST – nu este Google');
    await enterWithGoogle(first.page, first.page, 'prin-redirect@gmail.com');
    deepEqual(
      (await signUps(first)).map(([name, method]) => [name, method]),
      [['sign_up', 'google']],
    );
    await first.context.close();

    const other = await arrive();
    await agree(other, '/register');
    await register(other, 'leaga@fotolot.example');
    // A page that is left before the tag has arrived counts nothing, as with Google's own.
    await until(
      () => google.hits(other),
      (hits) => hits.some(({ en }) => en === 'sign_up'),
    );
    await open(other, '/settings');
    await other.page.getByRole('button', { name: 'Leagă contul Google' }).click();
    await sees(other.page, 'MOD TEST – nu este Google');
    await choose(other.page, 'legat-apoi@gmail.com');
    await sees(other.page, 'legat-apoi@gmail.com');
    deepEqual(await signUps(other), [['sign_up', 'email', '/register']]);
    await other.context.close();
  });
});

test.describe('a purchase', () => {
  test('is counted once with what the server says was paid, however often its page is opened', async () => {
    const { person } = await visit(browser, app.url, { email: 'cumpara@fotolot.example' });
    const { page } = person;
    await agree(person, '/pricing#packages');
    const form = await openSheet(person, 'Pro 25');
    await fillBilling(form);
    await order(person, form);
    await payWith(page, 'Plată acceptată');
    await backAt(page);
    await page.getByRole('heading', { level: 1, name: 'Plata a reușit' }).waitFor();
    const returned = page.url();
    // Who leaves before the tag has arrived is counted at the next visit or never, as with Google's own.
    await until(
      () => google.hits(person),
      (hits) => hits.some(({ en }) => en === 'purchase'),
    );
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Plata a reușit' }).waitFor();
    await open(person, '/upload');
    await signOut(person);
    await signIn(person, 'cumpara@fotolot.example');
    await page.waitForURL('**/dashboard');
    await open(person, returned);
    await page.getByRole('heading', { level: 1, name: 'Plata a reușit' }).waitFor();
    const [opened, bought, ...more] = await actsUntilNow(person);
    deepEqual(more, []);
    match(opened?.pr1 ?? '', /^id[^~]+~nmPro 25~pr100~qt1$/);
    deepEqual([opened?.en, opened?.cu, opened?.['epn.value']], ['begin_checkout', 'RON', '100']);
    deepEqual([bought?.en, bought?.cu, bought?.['epn.value']], ['purchase', 'RON', '100']);
    equal(bought?.['ep.transaction_id'], new URL(returned).searchParams.get('orderId'));
    equal(bought?.pr1, opened?.pr1);
    const pages = (await google.hits(person)).map(({ dl, dr }) => `${dl} ${dr}`).join('\n');
    equal(/orderId|ord_/.test(pages), false, pages);
    const text = JSON.stringify(await google.hits(person));
    for (const secret of [/cumpara@/, /Țurcanu/, /Horea/, /usr_/])
      equal(secret.test(text), false, String(secret));
    await person.context.close();
  });
});
