import { deepEqual, equal, match } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { enter, visit } from '../../support/batches.ts';
import { ADMIN, closeWindows, test, waitForAdmin } from '../../support/journey.ts';
import { findingsInTheme, sidewaysScrollers } from '../../support/page-checks.ts';
import { inDatabase } from '../../support/seeded-photos.ts';
import { backAt, buy, payWith, SELLER, type Shop, startShop } from '../../support/shop.ts';
import { becomes, newPerson, type Person, sees, seesBalance } from '../../support/steps.ts';

/** Documents that an admin hands in to RO e-Factura. Money is the simulator's, so that real documents are rows alone. */
const ENV = { ...ADMIN, ...SELLER, INVOICE_SERIES: 'FTL', EFACTURA_MODE: 'export' };

let app: Shop['app'];
let browser: Browser;
let admin: Person;

test.beforeAll(async ({ browser: own }) => {
  ({ app, browser } = await startShop(own, ENV));
  await waitForAdmin(app);
  admin = await newPerson(browser, app.url, { device: 'desk' });
  await enter(admin, ENV.ADMIN_EMAIL, ENV.ADMIN_PASSWORD);
});
test.afterAll(async () => {
  await closeWindows(browser);
  await app?.stop();
});

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Makes the only trial invoice real ones too: five of the past weeks and today, of which the first three were issued before the list. */
async function seedDocuments(): Promise<void> {
  await inDatabase(
    app.dataDir,
    `insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', 'ord_' || lpad(n::text, 24, '0'), 'number', order_number(), 'mode', 'live',
       'checkout_id', null, 'provider_id', null, 'told_admins', '[]'::jsonb))).* from orders o, generate_series(1, 6) n`,
  );
  await inDatabase(app.dataDir, `insert into invoice_series (series, first, next) values ('FTL', 1, 1)`);
  await inDatabase(app.dataDir, 'alter table invoices disable trigger user');
  await inDatabase(
    app.dataDir,
    `insert into invoices select (jsonb_populate_record(i, jsonb_build_object('id', 'inv_' || lpad(n::text, 24, '0'), 'series', 'FTL',
       'number', n, 'mode', 'live', 'order_id', 'ord_' || lpad(n::text, 24, '0'), 'pdf_sha256', null, 'xml_sha256', null,
       'issued_on', (now() at time zone 'Europe/Bucharest' - (6 - n) * interval '20 days')::date, 'created_at', now() - case when n < 4 then interval '70 days' else interval '0' end))).*
     from invoices i, generate_series(1, 6) n`,
  );
  await inDatabase(app.dataDir, 'alter table invoices enable trigger user');
}

async function look(page: Page): Promise<void> {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ['light', 'dark'] as const)
      deepEqual(await findingsInTheme(page, colorScheme), [], `${width} ${colorScheme}`);
    await becomes(() => sidewaysScrollers(page), []);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
}

test('an admin sees what is due, marks it with ANAF’s index, takes a mark back, and marks what was before', async () => {
  const { person } = await visit(browser, app.url, { email: 'cumparator@fotolot.example' });
  await buy(person, 'Starter 10');
  await payWith(person.page, 'Plată acceptată');
  await backAt(person.page);
  await seesBalance(person.page, '13 credite');
  await person.context.close();

  const { page } = admin;
  await page.goto('/admin/dashboard?parte=facturi');
  const due = region(page, 'De predat');
  await sees(due, 'Nimic adevărat de predat');
  await sees(
    due,
    'Documentele de până acum sunt de probă (MOD TEST) și nu se predau. Lista se umple la prima plată adevărată.',
  );
  await look(page);

  await seedDocuments();
  await page.goto('/admin/dashboard');
  await sees(page, /De predat în RO e-Factura: 3 documente, 2 restante/);
  await look(page);
  await page.getByRole('link', { name: 'Vezi ce e de predat' }).click();
  const rows = due.getByRole('list', { name: 'Documente de predat' }).getByRole('listitem');
  await becomes(() => rows.count(), 3);
  await sees(rows.nth(0), /Factura FTL0004 · .*restantă/s);
  await sees(rows.nth(2), /Factura FTL0006 · .*mai sunt 5 zile lucrătoare/s);
  await look(page);

  const zip = page.waitForEvent('download');
  await due.getByRole('link', { name: 'Fișierele, ZIP' }).click();
  match((await zip).suggestedFilename(), /^De-predat-20\d\d-\d\d-\d\d(-incomplet)?\.zip$/);

  await due.getByRole('button', { name: 'Marchează ca predată, FTL0004' }).click();
  const dialog = page.getByRole('dialog', { name: 'Marchează ca predată' });
  await dialog.getByRole('button', { name: 'Marchează ca predată' }).click();
  await sees(dialog, 'Scrie indexul de încărcare: doar cifre.');
  await sees(dialog, 'Scrie motivul, în câteva cuvinte.');
  await look(page);
  await dialog.getByLabel('Indexul de la ANAF').fill('5000 12345');
  await dialog.getByLabel('Motivul').fill('Încărcată în SPV');
  await dialog.getByRole('button', { name: 'Marchează ca predată' }).dblclick();
  await dialog.waitFor({ state: 'hidden' });
  await becomes(() => rows.count(), 2);
  await becomes(
    () => page.evaluate(() => document.activeElement?.textContent ?? ''),
    'De predat în RO e-Factura',
  );

  const done = due.getByRole('region', { name: 'Predate', exact: true });
  await done.getByRole('button', { name: /^Predate/ }).click();
  await sees(done, /index 500012345/);
  await look(page);
  await done.getByRole('button', { name: 'Anulează marcarea, FTL0004' }).click();
  const undo = page.getByRole('dialog', { name: 'Anulează marcarea' });
  await undo.getByLabel('Motivul').fill('Era alt document');
  await undo.getByRole('button', { name: 'Anulează marcarea' }).click();
  await becomes(() => rows.count(), 3);
  equal(await done.count(), 0);

  const before = due.getByRole('region', { name: 'Dinaintea acestei liste', exact: true });
  await before.getByRole('button', { name: /^Dinaintea acestei liste/ }).click();
  await before.getByLabel('Alege FTL0002').check();
  await sees(before, '1 document ales.');
  await before.getByLabel('Alege-le pe toate').check();
  await sees(before, '3 documente alese.');
  await look(page);
  await before.getByLabel('Motivul').fill('Predate de contabil');
  await before.getByRole('button', { name: 'Marchează ca predate' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Marchează', exact: true }).click();
  await becomes(() => before.count(), 0);
  await becomes(
    () => page.evaluate(() => document.activeElement?.textContent ?? ''),
    'De predat în RO e-Factura',
  );
  await done.getByRole('button', { name: /^Predate/ }).click();
  await becomes(() => done.getByRole('listitem').count(), 3);

  await page.goto('/admin/dashboard?parte=jurnal');
  await sees(page, /^A marcat ca predat în RO e-Factura FTL0004, index 500012345$/);
  await sees(page, /^A anulat marcarea ca predat în RO e-Factura: FTL0004, index 500012345$/);
  await sees(page, /^A marcat ca predate în RO e-Factura 3 documente dinaintea listei$/);
});
