import { equal, match } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { enter, visit } from '../../support/batches.ts';
import { ADMIN, closeWindows, test, waitForAdmin } from '../../support/journey.ts';
import { looksRightInAll } from '../../support/page-checks.ts';
import { inDatabase } from '../../support/seeded-photos.ts';
import { backAt, buy, payWith, SELLER, type Shop, startShop } from '../../support/shop.ts';
import { becomes, newPerson, type Person, sees } from '../../support/steps.ts';

/** Documents go to the stand-in of ANAF by themselves, by the clock of the server: some minutes. */
const ENV = { ...ADMIN, ...SELLER, EFACTURA_MODE: 'stand-in' };
const MINUTES = 60_000;

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

test('a document from before connecting goes to ANAF at a press, and its signed file is there minutes later', async () => {
  test.setTimeout(12 * MINUTES);
  const { person } = await visit(browser, app.url, { email: 'cumparator@fotolot.example' });
  await buy(person, 'Starter 10');
  await payWith(person.page, 'Plată acceptată');
  await backAt(person.page);
  await person.context.close();

  const { page } = admin;
  await page.goto('/admin/dashboard?parte=facturi');
  const due = page.getByRole('region', { name: 'De predat', exact: true });
  const trials = due.getByRole('region', { name: 'Documente de probă' });
  await sees(due, 'Nimic adevărat de predat');
  await sees(due, 'PROBA0001 așteaptă conectarea la ANAF.');
  await sees(due, /Documentele de până acum sunt de probă \(MOD TEST\) și nu se predau\./);
  await trials.getByRole('button', { name: /^Documente de probă/ }).click();
  await sees(trials, /fără valoare fiscală.*ANAF: așteaptă conectarea la ANAF/s);
  equal(await due.getByRole('button', { name: /^Acceptate de ANAF/ }).count(), 0);
  await looksRightInAll(page);

  // Rejected, as the list has it.
  await inDatabase(
    app.dataDir,
    `update efactura_sendings set state = 'rejected', next_at = null, errors = '[BR-RO-110]-Judetul lipseste'`,
  );
  await page.goto('/admin/dashboard?parte=facturi');
  await sees(due, '1 document respins de ANAF: motivul e mai jos, lângă fiecare.');
  await sees(trials, '[BR-RO-110]-Judetul lipseste');
  await trials.getByRole('button', { name: /^Trimite din nou/ }).click();
  await sees(
    page.getByRole('dialog', { name: 'Trimite din nou' }),
    /stornează și refă factura din pagina comenzii/,
  );
  await looksRightInAll(page);
  await page.keyboard.press('Escape');
  await trials.getByRole('link', { name: /^Comanda documentului/ }).click();
  await sees(page.getByRole('region', { name: 'Facturi' }), '[BR-RO-110]-Judetul lipseste');
  await looksRightInAll(page);
  await inDatabase(
    app.dataDir,
    `update efactura_sendings set state = 'waiting', next_at = now(), errors = null`,
  );
  await page.goto('/admin/dashboard?parte=facturi');
  const card = page.getByRole('region', { name: 'Conectarea la ANAF' });
  await card.getByRole('button', { name: 'Conectează ANAF' }).click();
  await page.getByRole('button', { name: /^Reprezentant legal/ }).click();
  await sees(card, 'ANAF este conectat.');

  const before = due.getByRole('region', { name: 'Nu pleacă singure' });
  await readUntil(page, () => before.count().then((count) => count > 0));
  await sees(
    before,
    /^PROBA0001 e un document emis înainte de .*, de când se trimite de aici\. Nu pleacă singur/,
  );
  await looksRightInAll(page);
  await before.getByLabel('Motivul').fill('Nu e încă în SPV');
  await before.getByRole('button', { name: 'Trimite și pe cele dinainte' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Trimite', exact: true }).click();
  await sees(page, '1 document de trimis la ANAF.');
  await becomes(() => before.count(), 0);
  await becomes(
    () => page.evaluate(() => document.activeElement?.textContent ?? ''),
    'De predat în RO e-Factura',
  );

  const fold = due.getByRole('button', { name: /Acceptate de ANAF/ });
  const rows = due.getByRole('list', { name: 'Documente acceptate de ANAF' }).getByRole('listitem');
  await readUntil(page, async () => {
    if ((await fold.count()) === 0) return false;
    await fold.click();
    await rows.first().waitFor();
    return (await rows.first().innerText()).includes('Fișierul semnat de ANAF, ZIP');
  });
  await looksRightInAll(page);
  const download = page.waitForEvent('download');
  await rows
    .first()
    .getByRole('link', { name: /Fișierul semnat de ANAF/ })
    .click();
  match((await download).suggestedFilename(), /-ANAF\.zip$/);
});

/** Reads the page again until something is so: what happens by the server's clock tells no page. */
async function readUntil(page: Page, isSo: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + 5 * MINUTES;
  for (;;) {
    await page.goto('/admin/dashboard?parte=facturi');
    await page.getByRole('heading', { name: 'De predat în RO e-Factura' }).waitFor();
    if (await isSo()) return;
    if (Date.now() > until) throw new Error('it never became so');
  }
}
