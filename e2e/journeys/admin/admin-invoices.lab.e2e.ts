import { deepEqual, equal, match } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { drawRows } from '#testing/draws.ts';
import { runTool } from '../../support/api-client.ts';
import { enter, visit } from '../../support/batches.ts';
import { ADMIN, closeWindows, test, waitForAdmin } from '../../support/journey.ts';
import { findingsInTheme, sidewaysScrollers } from '../../support/page-checks.ts';
import { renewProofs } from '../../support/seeded-photos.ts';
import {
  backAt,
  fillBilling,
  openSheet,
  order,
  payWith,
  SELLER,
  type Shop,
  startShop,
} from '../../support/shop.ts';
import { becomes, newPerson, type Person, sees, seesBalance } from '../../support/steps.ts';

/** What admins see of an order's invoices, and decide about them. The seller pays VAT. */
const ENV = {
  ...ADMIN,
  ...SELLER,
  INVOICE_SERIES: 'FTL',
};

let app: Shop['app'];
let browser: Browser;
let sim: Shop['sim'];
let admin: Person;

test.beforeAll(async ({ browser: own }) => {
  ({ app, browser, sim } = await startShop(own, ENV));
  await waitForAdmin(app);
  admin = await newPerson(browser, app.url, { device: 'desk' });
  await enter(admin, ENV.ADMIN_EMAIL, ENV.ADMIN_PASSWORD);
});
test.beforeEach(() => renewProofs(app.dataDir));
test.afterAll(async () => {
  await closeWindows(browser);
  const verdict = app && (await runTool('tools/verify.ts', [], { dataDir: app.dataDir }));
  await app?.stop();
  equal(verdict?.code, 0, verdict?.output);
});

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Answers the question over the page. */
async function confirm(page: Page, name: string): Promise<void> {
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name, exact: true }).click();
  await question.waitFor({ state: 'hidden' });
}

async function look(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of drawRows([1280, 360], 1)) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of drawRows(['light', 'dark'] as const, 1)) {
      found.push(...(await findingsInTheme(page, colorScheme)));
    }
    await becomes(() => sidewaysScrollers(page), []);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

test('a firm that pays VAT buys; a chargeback waits to be taken back, and a wrong buyer is mended', async () => {
  const { person } = await visit(browser, app.url, { email: 'firma@fotolot.example' });
  await person.page.goto('/pricing#packages');
  await sees(person.page, /^Prețurile sunt în lei, cu TVA inclus\./);
  const form = await openSheet(person, 'Starter 10');
  await fillBilling(form);
  equal(await form.getByLabel('Plătitor de TVA').count(), 0);
  await form.getByText('Firmă').click();
  await form.getByLabel('Denumirea').fill('Mașini Bune SRL');
  await form.getByLabel('CUI').fill('RO43131360');
  await form.getByLabel('Plătitor de TVA').check();
  await sees(form, 'Total, cu TVA inclus');
  await order(person, form);
  await payWith(person.page, 'Plată acceptată');
  await backAt(person.page);
  await seesBalance(person.page, '13 credite');
  const orderId = new URL(person.page.url()).searchParams.get('orderId') ?? '';

  const { page } = admin;
  await page.goto(`/admin/dashboard?order=${orderId}`);
  const invoices = region(page, 'Facturi');
  await sees(invoices, /Factură PROBA0001/);
  await sees(invoices, /bază 41,32\slei, TVA 8,68\slei/);
  await sees(region(page, 'Cumpărătorul'), 'Plătitor de TVA');

  const mending = region(page, 'Stornează și refă');
  await mending.getByLabel('Denumirea').fill('');
  await mending.getByLabel('Motivul').fill('Denumire greșită');
  await mending.getByRole('button', { name: 'Stornează și refă factura' }).click();
  equal(await mending.getByLabel('Denumirea').getAttribute('aria-invalid'), 'true');
  await mending.getByLabel('Denumirea').fill('Mașini Foarte Bune SRL');
  await mending.getByRole('button', { name: 'Stornează și refă factura' }).click();
  await confirm(page, 'Stornează și refă');
  await sees(invoices, /Factură PROBA0003/);
  deepEqual(await look(page), []);

  await sim('POST', `/orders/${orderId}/status`, { status: 9 });
  await seesBalance(person.page, '3 credite');
  await page.goto('/admin/dashboard');
  await page.getByRole('button', { name: 'Vezi ce e de stornat' }).click();
  await page.getByRole('link', { name: /Starter 10/ }).click();
  const toDecide = region(page, 'De stornat');
  await sees(toDecide, /Din factură au rămas 50\slei/);
  deepEqual(await look(page), []);
  await toDecide.getByLabel('Cât se stornează, în lei').fill('51');
  await toDecide.getByLabel('Motivul').fill('Văzut în contul NETOPIA');
  await toDecide.getByRole('button', { name: 'Stornează', exact: true }).click();
  await sees(toDecide, /^De la 0 la 50\slei\.$/);
  await toDecide.getByLabel('Cât se stornează, în lei').fill('50');
  await toDecide.getByRole('button', { name: 'Stornează', exact: true }).click();
  await confirm(page, 'Stornează');
  await sees(invoices, /Storno PROBA0004/);
  equal(await toDecide.count(), 0);

  // The dispute is won: the order is listed again, and an admin gives it back.
  await sim('POST', `/orders/${orderId}/status`, { status: 5 });
  await page.goto('/admin/dashboard?list=storno');
  await page.getByRole('link', { name: /Starter 10/ }).click();
  const again = region(page, 'Banii sunt din nou aici');
  await sees(again, /NETOPIA spune că plata este din nou încasată/);
  deepEqual(await look(page), []);
  await again.getByLabel('Motivul').fill('Contestația este câștigată');
  await again.getByRole('button', { name: 'Redă comanda' }).click();
  await sees(page.getByRole('alertdialog'), /10 credite se întorc în cont\. Se facturează din nou 50\slei\./);
  await confirm(page, 'Redă');
  await sees(invoices, /Factură PROBA0005/);
  await seesBalance(person.page, '13 credite');

  await page.goto('/admin/dashboard?parte=facturi');
  const books = region(page, 'Facturi');
  await sees(books, /^Sunt documente de probă, fără valoare fiscală/);
  await sees(books, /3 facturi, 2 stornări · (Bază 41,32\slei · TVA 8,68\slei|Total 50\slei)/);
  deepEqual(await look(page), []);
  const journal = page.waitForEvent('download');
  await books.getByRole('link', { name: /^Jurnalul, CSV/ }).click();
  const file = await journal;
  match(file.suggestedFilename(), /^PROBA-Jurnal-vanzari-20\d\d-\d\d\.csv$/);
  match(await readFile(await file.path(), 'utf8'), /PROBA;4;/);

  const decision = page.waitForEvent('download');
  await books.getByRole('link', { name: /^20\d\d$/ }).click();
  match(await readFile(await (await decision).path(), 'utf8'), /DECIZIA nr\. .* începând cu FTL0001\./s);

  // The buyer is still where the payment led, by now on a phone.
  await person.page.setViewportSize({ width: 360, height: 780 });
  const invoice = person.page.getByRole('link', { name: 'Factura PROBA0001, PDF' });
  await invoice.waitFor();
  deepEqual(await look(person.page), []);
  const pdf = await person.page.request.get(
    new URL((await invoice.getAttribute('href')) ?? '', app.url).href,
  );
  equal(pdf.headers()['content-type'], 'application/pdf');
  await person.context.close();
});
