import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { enter, visit } from '../../support/batches.ts';
import { ADMIN, closeWindows, test, waitForAdmin } from '../../support/journey.ts';
import { looksRightInAll } from '../../support/page-checks.ts';
import { backAt, buy, payWith, type Shop, startShop } from '../../support/shop.ts';
import { newPerson, type Person, sees } from '../../support/steps.ts';

/** Narrow rights: an admin gives them, their holder reads what they open and no more, and they end at once. */

let app: Shop['app'];
let browser: Browser;
let admin: Person;

test.beforeAll(async ({ browser: own }) => {
  ({ app, browser } = await startShop(own, ADMIN));
  await waitForAdmin(app);
  admin = await newPerson(browser, app.url);
  await enter(admin, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
  const { person: buyer } = await visit(browser, app.url, { email: 'cumparator@fotolot.example' });
  await buy(buyer, 'Starter 10');
  await payWith(buyer.page, 'Plată acceptată');
  await backAt(buyer.page);
  await buyer.page.getByRole('heading', { level: 1, name: 'Plata a reușit' }).waitFor();
  await buyer.context.close();
});
test.afterAll(async () => {
  await closeWindows(browser);
  await app?.stop();
});

/** Gives or takes a right on the account's page. */
async function change(page: Page, form: string, { act, confirm }: { act: string; confirm: string }) {
  const region = page.getByRole('region', { name: form, exact: true });
  await region.getByLabel('Motivul').fill('Ajută la telefon');
  await region.getByRole('button', { name: act, exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: confirm, exact: true }).click();
  await region.waitFor({ state: 'detached' });
}

/** On a phone what was found stands in sight below the search, and filters wait behind their button. */
async function seesResultOfSearch(page: Page) {
  const wide = page.viewportSize();
  ok(wide);
  await page.setViewportSize({ width: 360, height: 740 });
  const desk = page.getByRole('region', { name: 'Asistență', exact: true });
  const [field, found] = await Promise.all([
    desk.getByRole('searchbox').boundingBox(),
    desk.getByRole('list', { name: 'Utilizatori' }).boundingBox(),
  ]);
  ok(found && field && found.y - field.y < 260, `${found?.y} follows ${field?.y}`);
  equal(await page.getByRole('group', { name: 'Ordinea' }).count(), 0);
  await page.getByRole('button', { name: 'Filtre', exact: true }).click();
  await page.getByRole('group', { name: 'Ordinea' }).waitFor();
  await page.setViewportSize(wide);
}

const sections = (page: Page) => page.getByRole('navigation', { name: 'Secțiunile setărilor' });

test('„Asistență” is given, reads an account and its order without deciding anything, and ends when it is taken', async () => {
  const { person: holder, client } = await visit(browser, app.url, { email: 'ajutor@fotolot.example' });
  const { uid } = (await client.call('GET', '/api/users/me')).body;
  await holder.page.goto('/settings');
  await sections(holder.page).getByRole('link', { name: 'Profil' }).waitFor();
  equal(await sections(holder.page).getByRole('link', { name: 'Asistență' }).count(), 0);

  await admin.page.goto(`/admin/users/${uid}`);
  await admin.page.getByRole('region', { name: 'Dă dreptul „Asistență”', exact: true }).waitFor();
  await looksRightInAll(admin.page);
  await change(admin.page, 'Dă dreptul „Asistență”', { act: 'Dă dreptul', confirm: 'Dă dreptul' });

  // The settings that are open get the section by themselves.
  const { page } = holder;
  await sections(page).getByRole('link', { name: 'Asistență' }).click();
  const desk = page.getByRole('region', { name: 'Asistență', exact: true });
  await desk.getByRole('searchbox').fill('cumparator');
  await desk.getByRole('button', { name: 'Caută', exact: true }).click();
  const account = desk.getByRole('list', { name: 'Utilizatori' }).getByRole('link');
  await account.filter({ hasText: 'cumparator@fotolot.example' }).waitFor();
  await seesResultOfSearch(page);
  equal(await desk.getByRole('link', { name: /CSV/ }).count(), 0);
  await looksRightInAll(page);
  await account.filter({ hasText: 'cumparator@fotolot.example' }).click();
  await desk.getByRole('list', { name: 'Cumpărări' }).getByRole('link').waitFor();
  await desk.getByRole('button', { name: 'Trimite din nou emailul de confirmare' }).waitFor();
  await looksRightInAll(page);
  await desk.getByRole('list', { name: 'Cumpărări' }).getByRole('link').click();
  await desk.getByRole('button', { name: 'Trimite din nou confirmarea și factura' }).click();
  await sees(page, 'Confirmarea plății pleacă spre cumparator@fotolot.example.');
  for (const title of ['Returnează banii', 'Dă înapoi o sumă, din bunăvoință', 'Stornează și refă'])
    equal(await desk.getByRole('region', { name: title }).count(), 0);
  await looksRightInAll(page);
  for (const path of [
    '/api/admin/overview',
    '/api/admin/books',
    '/api/admin/csv/users',
    `/api/admin/users/${uid}/notes`,
  ])
    equal((await client.call('GET', path)).status, 403, path);

  await admin.page.reload();
  await sees(admin.page.getByRole('region', { name: 'Ce a deschis cu drepturile lui' }), /A văzut comanda/);
  await change(admin.page, 'Retrage dreptul „Asistență”', { act: 'Retrage dreptul', confirm: 'Retrage' });
  await sections(page).getByRole('link', { name: 'Asistență' }).waitFor({ state: 'detached' });
  equal((await client.call('GET', '/api/admin/users')).status, 403);
  await holder.context.close();
});

test('„Contabilitate” reads the books alone, and changes nothing in them', async () => {
  const { person: holder, client } = await visit(browser, app.url, { email: 'contabil@fotolot.example' });
  const { uid } = (await client.call('GET', '/api/users/me')).body;
  await admin.page.goto(`/admin/users/${uid}`);
  await change(admin.page, 'Dă dreptul „Contabilitate”', { act: 'Dă dreptul', confirm: 'Dă dreptul' });
  const { page } = holder;
  await page.goto('/settings');
  const books = page.getByRole('region', { name: 'Contabilitate', exact: true });
  await books.getByRole('button', { name: 'Deschide „Contabilitate”' }).click();
  await books.getByRole('link', { name: /^Jurnalul, CSV/ }).waitFor();
  equal(await books.getByRole('button', { name: /Conectează ANAF|Marchează/ }).count(), 0);
  await looksRightInAll(page);
  const statuses = await Promise.all(
    ['/api/admin/books', '/api/admin/hand-ins?list=due', '/api/admin/users', '/api/admin/orders'].map(
      async (path) => (await client.call('GET', path)).status,
    ),
  );
  deepEqual(statuses, [200, 200, 403, 403]);
  await holder.context.close();
});
