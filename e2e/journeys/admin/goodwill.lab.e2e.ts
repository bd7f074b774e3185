import type { Browser } from '@playwright/test';
import { enter, visit } from '../../support/batches.ts';
import { ADMIN, closeWindows, test, waitForAdmin } from '../../support/journey.ts';
import { looksRightInAll } from '../../support/page-checks.ts';
import { backAt, buy, payWith, type Shop, startShop } from '../../support/shop.ts';
import { newPerson, sees, seesBalance } from '../../support/steps.ts';

/** A chosen sum of a paid order goes back by transfer, while the order stands. */

let app: Shop['app'];
let sim: Shop['sim'];
let browser: Browser;

test.beforeAll(async ({ browser: own }) => {
  ({ app, browser, sim } = await startShop(own, ADMIN));
  await waitForAdmin(app);
});
test.afterAll(async () => {
  await closeWindows(browser);
  await app?.stop();
});

test('is given with its storno, told to the buyer, and noted as transferred', async () => {
  const { person: buyer } = await visit(browser, app.url, { email: 'cumparator@fotolot.example' });
  await buy(buyer, 'Starter 10');
  await payWith(buyer.page, 'Plată acceptată');
  await backAt(buyer.page);
  const orderId = new URL(buyer.page.url()).searchParams.get('orderId');
  await buyer.page.getByRole('heading', { level: 1, name: 'Plata a reușit' }).waitFor();

  const admin = await newPerson(browser, app.url);
  await enter(admin, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
  const { page } = admin;
  await page.goto(`/admin/dashboard?order=${orderId}`);
  const form = page.getByRole('region', { name: 'Dă înapoi o sumă, din bunăvoință' });
  await form.getByLabel('Câți lei dai înapoi').fill('51');
  await form.getByLabel('Motivul').fill('O zi proastă a noastră');
  await form.getByRole('button', { name: 'Dă înapoi o sumă', exact: true }).click();
  await sees(form, /O sumă mai mare decât 0, cel mult 50\slei/);
  await form.getByLabel('Câți lei dai înapoi').fill('12,34');
  await form.getByRole('button', { name: /^Dă înapoi 12,34\slei$/ }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Dă înapoi 12,34\slei$/ })
    .click();
  const given = page.getByRole('region', { name: 'Date înapoi din bunăvoință' });
  await sees(given, /12,34\slei, de returnat prin transfer/);
  await sees(page.getByRole('region', { name: 'Facturi' }), /−12,34\slei/);
  await looksRightInAll(page);

  await buyer.page.goto('/settings#purchases');
  await sees(buyer.page, /Îți dăm înapoi 12,34\slei prin transfer bancar/);
  await seesBalance(buyer.page, '13 credite');

  await given.getByLabel('Numărul plății').fill('OP 7');
  await given.getByRole('button', { name: 'Notează plata' }).click();
  await sees(given, /transferați pe .*, nr\. OP 7/);
  await looksRightInAll(page);
  await buyer.page.reload();
  await sees(buyer.page, /Ți-am trimis 12,34\slei prin transfer bancar/);

  // The bank takes the payment back beside a transfer that was made and one that is promised.
  await page.reload();
  await form.getByLabel('Câți lei dai înapoi').fill('10');
  await form.getByLabel('Motivul').fill('Încă o zi proastă');
  await form.getByRole('button', { name: /^Dă înapoi 10\slei$/ }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Dă înapoi 10\slei$/ })
    .click();
  await sees(given, /10\slei, de returnat prin transfer/);
  await sim('POST', `/orders/${orderId}/status`, { status: 10 });
  await seesBalance(buyer.page, '3 credite');
  await page.reload();
  await sees(given, /10\slei, transfer oprit/);
  await sees(given, /Ai transferat 12,34\slei, iar plata de 50\slei s-a întors/);
  await looksRightInAll(page);
  const toDecide = page.getByRole('region', { name: 'De stornat' });
  await toDecide.getByLabel('Motivul').fill('Văzut în contul NETOPIA');
  await toDecide.getByRole('button', { name: 'Stornează', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stornează', exact: true }).click();
  await sees(given, /10\slei, nu se mai transferă/);
});
