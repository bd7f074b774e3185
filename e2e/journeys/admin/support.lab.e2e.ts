import { deepEqual, equal } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { enter, visit } from '../../support/batches.ts';
import { ADMIN, closeWindows, test } from '../../support/journey.ts';
import { looksRight } from '../../support/page-checks.ts';
import { renewProofs } from '../../support/seeded-photos.ts';
import { backAt, buy, payWith, type Shop, startShop } from '../../support/shop.ts';
import { newPerson, press, sees, until, watchProblems } from '../../support/steps.ts';

/** What support does for a person who calls: finds the order by what they say, notes it, sends papers again. */

let app: Shop['app'];
let browser: Browser;

test.beforeAll(async ({ browser: own }) => {
  ({ app, browser } = await startShop(own, ADMIN));
  await until(
    async () => app.output(),
    (output: string) => output.includes('Admins sign in'),
  );
});
test.beforeEach(() => renewProofs(app.dataDir));
test.afterAll(async () => {
  await closeWindows(browser);
  await app?.stop();
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text);
  await page.getByRole('button', { name: 'Caută', exact: true }).click();
}

test('finds a buyer’s order by name and number, writes a note and sends the receipt again, on a phone', async () => {
  const { person: buyer } = await visit(browser, app.url, { email: 'cumparator@fotolot.example' });
  await buy(buyer, 'Starter 10');
  await payWith(buyer.page, 'Plată acceptată');
  await backAt(buyer.page);
  await heading(buyer.page, 'Plata a reușit');
  const said = await buyer.page.getByText(/^Comanda [2-9A-Z]{5}-[2-9A-Z]{5}$/).textContent();
  const number = said?.replace('Comanda ', '') ?? '';

  const admin = await newPerson(browser, app.url, { device: 'phone' });
  const problems = watchProblems(admin);
  await enter(admin, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
  const { page } = admin;
  await page.goto('/admin/dashboard');
  await heading(page, 'Privire de ansamblu');
  for (const text of [number.toLowerCase(), 'turcanu', '50 lei']) {
    await search(page, text);
    await sees(page, '1 comandă, din care plătite 1: 50 Lei');
    equal(await page.getByRole('searchbox').count(), 1);
  }
  await search(page, number);
  await page.getByRole('region', { name: 'Conturi găsite' }).getByRole('link').waitFor();
  await page.getByRole('button', { name: 'Filtre', exact: true }).click();
  await page.getByText('Perioadă și sumă').click();
  await looksRight(page, 'search of the dashboard');
  await press(admin, page.getByRole('list', { name: 'Comenzi' }).getByRole('link'));
  await heading(page, 'Starter 10');
  await press(admin, page.getByRole('button', { name: 'Trimite din nou confirmarea și factura' }));
  await sees(page, 'Confirmarea plății pleacă spre cumparator@fotolot.example.');
  await looksRight(page, 'order with its number');

  await page.goto('/admin/users?q=cumparator');
  await sees(page, '1 cont');
  await looksRight(page, 'users found');
  await press(admin, page.getByRole('list', { name: 'Utilizatori' }).getByRole('link'));
  await heading(page, 'cumparator@fotolot.example');
  await page.getByLabel('Notă nouă').fill('A sunat: vrea factura pe firmă.');
  await press(admin, page.getByRole('button', { name: 'Adaugă nota' }));
  await sees(page, 'A sunat: vrea factura pe firmă.');
  await looksRight(page, 'notes on an account');
  deepEqual(problems, []);
});

test('an unfinished payment stands on dashboard and prices until it is paid or given up', async () => {
  const { person } = await visit(browser, app.url, { email: 'neterminat@fotolot.example' });
  const { page } = person;
  await buy(person, 'Pro 25');
  await page.goto('/dashboard');
  const strip = page.getByRole('region', { name: 'Plată neterminată' });
  await sees(page, 'Ai o plată neterminată: Pro 25, 100 Lei.');
  await looksRight(page, 'unfinished payment on the dashboard');
  await page.goto('/pricing');
  await strip.waitFor();
  await looksRight(page, 'unfinished payment on the prices');
  await strip.getByRole('button', { name: 'Renunță: Pro 25' }).click();
  await strip.waitFor({ state: 'detached' });
});
