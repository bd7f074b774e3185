import { deepEqual, equal, match } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { drawRows } from '#testing/draws.ts';
import { runTool } from '../../support/api-client.ts';
import { fillBatch, visit } from '../../support/batches.ts';
import { leave, test } from '../../support/journey.ts';
import { findingsInTheme, sidewaysScrollers } from '../../support/page-checks.ts';
import { SAMPLES } from '../../support/photo-files.ts';
import {
  backAt,
  buy,
  fillBilling,
  ORDER,
  openSheet,
  order,
  payInClosedTab,
  payWith,
  type Shop,
  sheet,
  tickBoth,
} from '../../support/shop.ts';
import type { RunningApp } from '../../support/start-app.ts';
import {
  becomes,
  fillAccount,
  getPath,
  newPerson,
  PASSWORD,
  press,
  sees,
  seesBalance,
  watchProblems,
} from '../../support/steps.ts';

/** Buying a package with a card, with the provider's stand-in at the other end. */
let app: RunningApp;
let browser: Browser;
let sim: Shop['sim'];

test.beforeAll(({ shared }) => {
  ({ app, browser, sim } = shared);
});
test.afterAll(async ({ shared }) => {
  await leave(shared);
  const { code, output } = await runTool('tools/verify.ts', [], { dataDir: app.dataDir });
  equal(code, 0, output);
});

const MARKER = 'MOD TEST – nu se încasează bani';
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const visitor = (name: string, device: 'phone' | 'desk' = 'desk') =>
  visit(browser, app.url, { email: `${name}@fotolot.example`, device });

test.describe('buying a package', () => {
  test.afterEach(() => sim('PUT', '/faults', {}));

  test('shows the sheet, names what is missing, and credits a good card once the provider has said so', async () => {
    const { person } = await visitor('card-bun');
    const { page } = person;
    const problems = watchProblems(person);
    await page.goto('/pricing#packages');
    await sees(page, MARKER);
    await sees(page, /Plătești cu cardul, pe pagina NETOPIA; numărul cardului nu ajunge la noi\./);
    const form = await openSheet(person, 'Pro 25');
    await sees(form, MARKER);
    await sees(form, /^25 de credite\. Ajung pentru 25 de loturi/);
    await sees(form, /^Valabile 24 de luni, până pe /);
    await sees(form, '100 Lei');
    for (const box of await form.getByRole('checkbox').all()) equal(await box.isChecked(), false);
    await press(person, form.getByRole('button', { name: ORDER }));
    await sees(form, 'Completează datele de facturare marcate.');
    equal(await form.getByLabel('Prenume').evaluate((field) => field === document.activeElement), true);
    const [terms] = await Promise.all([
      person.context.waitForEvent('page'),
      press(person, form.getByRole('link', { name: /^Termenii și condițiile/ })),
    ]);
    await heading(terms, 'Termeni și condiții');
    await terms.close();
    equal(await form.getByRole('checkbox').last().isChecked(), false);
    await sees(form, 'Vânzător: Datele operatorului nu sunt încă completate.');
    await fillBilling(form);
    await press(person, form.getByRole('button', { name: ORDER }));
    await sees(form, 'Bifează cele două căsuțe ca să poți comanda.');
    await order(person, form);
    const held = Promise.withResolvers<void>();
    await page.route(/\/api\/credit-purchases/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await payWith(page, 'Plată acceptată');
    await backAt(page);
    await heading(page, 'Plata a reușit');
    await sees(page, /Ai primit 25 de credite\. Acum ai 28 de credite\./);
    // The address is not confirmed, and the receipt goes there all the same.
    await sees(page, 'Factura sosește pe email și rămâne în Setări › Cumpărări.');
    held.resolve();
    await seesBalance(page, '28 de credite');
    await page.getByRole('link', { name: 'Adaugă fotografii' }).waitFor();
    deepEqual(problems, []);
    await person.context.close();
  });

  test('says why a card was declined and lets one try again with the same choice', async () => {
    const { person } = await visitor('card-slab');
    const { page } = person;
    await buy(person, 'Starter 10');
    await payWith(page, 'Fonduri insuficiente');
    await sees(page, /Fonduri insuficiente\. Poți încerca din nou\./);
    await page.getByRole('link', { name: 'Renunță și înapoi la magazin' }).click();
    await backAt(page);
    await heading(page, 'Plata nu a reușit');
    await sees(page, /Fonduri insuficiente\. Nu s-au luat bani de pe card\./);
    await page.getByRole('link', { name: 'Plătește cu alt card' }).waitFor();
    await press(person, page.getByRole('link', { name: 'Schimbă datele comenzii' }));
    const form = sheet(page, 'Starter 10');
    await form.getByLabel('Prenume').waitFor();
    equal(await form.getByLabel('Prenume').inputValue(), 'Ștefania');
    equal(await form.getByLabel('Județ').inputValue(), 'CJ');
    await order(person, form);
    await payWith(page, 'Plată acceptată');
    await backAt(page);
    await heading(page, 'Plata a reușit');
    await seesBalance(page, '13 credite');
    await person.context.close();
  });

  test('passes through the bank’s own page where a card asks for it', async () => {
    const { person } = await visitor('trei-d', 'phone');
    const { page } = person;
    await buy(person, 'Starter 10');
    await payWith(page, 'Cere codul 3-D Secure');
    await page.getByRole('button', { name: 'Confirmă plata' }).click();
    await backAt(page);
    await heading(page, 'Plata a reușit');
    await person.context.close();
  });

  test('goes by a hidden form when the provider asks for a customer action', async () => {
    const { person } = await visitor('formular');
    const { page } = person;
    const problems = watchProblems(person);
    await sim('PUT', '/faults', { start: '3ds-form' });
    await page.goto('/pricing#packages');
    const form = await openSheet(person, 'Starter 10');
    await fillBilling(form);
    await tickBoth(form);
    const posted = page.waitForRequest((request) => /\/sandbox\/authorize/.test(request.url()));
    await press(person, form.getByRole('button', { name: ORDER }));
    equal((await posted).method(), 'POST');
    await sim('PUT', '/faults', {});
    await page.getByRole('button', { name: 'Confirmă plata' }).click();
    await backAt(page);
    await heading(page, 'Plata a reușit');
    await seesBalance(page, '13 credite');
    deepEqual(problems, []);
    await person.context.close();
  });

  test('opens an address when the provider asks for a customer action by GET', async () => {
    const { person } = await visitor('adresa');
    const { page } = person;
    await sim('PUT', '/faults', { start: 'get-form' });
    await page.goto('/pricing#packages');
    const form = await openSheet(person, 'Starter 10');
    await fillBilling(form);
    await tickBoth(form);
    const opened = page.waitForRequest((request) => /\/sandbox\/authorize\?paReq=/.test(request.url()));
    await press(person, form.getByRole('button', { name: ORDER }));
    equal((await opened).method(), 'GET');
    await sim('PUT', '/faults', {});
    await page.getByRole('button', { name: 'Confirmă plata' }).click();
    await backAt(page);
    await heading(page, 'Plata a reușit');
    await person.context.close();
  });

  test('says „Netopia nu a furnizat un URL de plată” when there is no way to pay, and takes the next try', async () => {
    const { person } = await visitor('fara-url');
    await person.page.goto('/pricing#packages');
    const form = await openSheet(person, 'Starter 10');
    await fillBilling(form);
    await tickBoth(form);
    await sim('PUT', '/faults', { start: 'no-url' });
    await press(person, form.getByRole('button', { name: ORDER }));
    await sees(form, 'Netopia nu a furnizat un URL de plată');
    await sim('PUT', '/faults', {});
    await order(person, form);
    await person.context.close();
  });

  test('finds out on the return when the notification was lost', async () => {
    const { person } = await visitor('pierduta');
    await buy(person, 'Starter 10');
    await sim('PUT', '/faults', { notification: 'lost' });
    await payWith(person.page, 'Plată acceptată');
    await backAt(person.page);
    await sim('PUT', '/faults', {});
    await heading(person.page, 'Plata a reușit');
    await person.context.close();
  });

  test('brings the credits live to another tab when the tab that paid was closed', async () => {
    const { person } = await visitor('tab-inchis');
    const other = await person.context.newPage();
    await other.goto('/dashboard');
    await seesBalance(other, '3 credite');
    await buy(person, 'Starter 10');
    await payInClosedTab(person, 'tab-inchis@fotolot.example');
    await seesBalance(other, '13 credite');
    await person.context.close();
  });

  test('signed out leads through sign-in back to the very same choice', async () => {
    const { person: owner } = await visitor('alegere');
    await owner.context.close();
    const person = await newPerson(browser, app.url);
    const { page } = person;
    await page.goto('/pricing');
    await press(person, page.getByRole('button', { name: 'Cumpără Scale 60', exact: true }));
    await page.waitForURL('**/login?redirect=*');
    match(decodeURIComponent(getPath(page)), /redirect=\/pricing\?buy=pkg_\w+#packages$/);
    await sees(page, /^Ca să cumperi.*intră în cont sau/);
    await page.getByRole('link', { name: 'fă-ți unul', exact: true }).click();
    await sees(page, 'Scale 60 · 200\u00a0Lei');
    await page.getByRole('link', { name: 'intră în al tău' }).click();
    await sees(page, 'Intră în cont.');
    await fillAccount(page, 'alegere@fotolot.example', PASSWORD);
    await press(person, page.getByRole('button', { name: 'Intră în cont', exact: true }));
    const form = sheet(page, 'Scale 60');
    await form.getByLabel('Prenume').waitFor();
    match(getPath(page), /^\/pricing\?buy=pkg_\w+#packages$/);
    await press(person, form.getByRole('button', { name: 'Închide' }));
    await becomes(async () => getPath(page), '/pricing#packages');
    await page.reload();
    await page.getByRole('button', { name: 'Cumpără Scale 60', exact: true }).waitFor();
    equal(await page.getByRole('dialog').count(), 0);
    await person.context.close();
  });

  test('from a batch returns to the batch', async () => {
    const { person, client } = await visitor('din-lot');
    const { page } = person;
    const batchId = await fillBatch(client, 'Cană', SAMPLES.slice(0, 1));
    await page.goto(`/process/${batchId}`);
    await press(person, page.getByRole('banner').getByRole('link', { name: 'Încarcă credite' }));
    await page.waitForURL(`**/pricing?from=*${batchId}#plans`);
    const form = await openSheet(person, 'Starter 10');
    await fillBilling(form);
    await order(person, form);
    await payWith(page, 'Plată acceptată');
    await backAt(page);
    await press(person, page.getByRole('link', { name: 'Înapoi la lot' }));
    await page.getByRole('button', { name: 'Procesează 1 fotografie – 1 credit (rămân 12)' }).waitFor();
    equal(getPath(page), `/process/${batchId}`);
    await person.context.close();
  });
});

test.describe('buying, on every screen', () => {
  test('fits 360 px and satisfies axe in light and dark: the open sheet with its problems, and the return page', async () => {
    const { person } = await visitor('ecrane');
    const { page } = person;
    const found: string[] = [];
    const look = async () => {
      for (const width of drawRows([1280, 360], 1)) {
        await page.setViewportSize({ width, height: 800 });
        for (const colorScheme of drawRows(['light', 'dark'] as const, 1)) {
          found.push(...(await findingsInTheme(page, colorScheme)));
        }
        await becomes(() => sidewaysScrollers(page), []);
      }
    };
    await page.goto('/pricing#packages');
    const form = await openSheet(person, 'Starter 10');
    await press(person, form.getByRole('button', { name: ORDER }));
    await sees(form, 'Completează datele de facturare marcate.');
    await look();
    await press(person, form.getByText('Firmă'));
    await form.getByLabel('CUI').fill('12345678');
    await form.getByLabel('Județ').selectOption({ label: 'București' });
    await form.getByLabel('Sector').selectOption('Sector 3');
    await press(person, form.getByRole('button', { name: ORDER }));
    await sees(form, 'CUI-ul nu este corect: verifică fiecare cifră.');
    await press(person, form.getByText('Persoană fizică'));
    await fillBilling(form);
    await order(person, form);
    await page.getByRole('link', { name: 'Renunță și înapoi la magazin' }).click();
    await backAt(page);
    await heading(page, 'Plata nu a început');
    await look();
    deepEqual(found, []);
    await person.context.close();
  });
});
