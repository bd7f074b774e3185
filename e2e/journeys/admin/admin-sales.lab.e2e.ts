import { deepEqual, equal } from 'node:assert/strict';
import type { Browser, Locator, Page } from '@playwright/test';
import { runTool } from '../../support/api-client.ts';
import { enter, spendGift, visit } from '../../support/batches.ts';
import { ADMIN, closeWindows, test } from '../../support/journey.ts';
import { looksRight } from '../../support/page-checks.ts';
import { renewProofs } from '../../support/seeded-photos.ts';
import {
  backAt,
  buy,
  fillBilling,
  ORDER,
  openSheet,
  order,
  payWith,
  type Shop,
  startShop,
  tickBoth,
} from '../../support/shop.ts';
import {
  becomes,
  newPerson,
  type Person,
  press,
  readDescription,
  sees,
  seesBalance,
  until,
  watchProblems,
} from '../../support/steps.ts';

/** The operator's side of selling: packages made and taken off sale, orders refunded and accepted. */

let app: Shop['app'];
let browser: Browser;
let sim: Shop['sim'];
let admin: Person;
let problems: string[];

test.beforeAll(async ({ browser: own }) => {
  ({ app, browser, sim } = await startShop(own, ADMIN));
  const hasAdmin = (output: string) => output.includes('Admins sign in');
  await until(async () => app.output(), hasAdmin);
  admin = await newAdmin();
  problems = watchProblems(admin);
});
test.beforeEach(() => renewProofs(app.dataDir));
test.afterAll(async () => {
  await closeWindows(browser);
  const verdict = app && (await runTool('tools/verify.ts', [], { dataDir: app.dataDir }));
  await app?.stop();
  equal(verdict?.code, 0, verdict?.output);
});

async function newAdmin(device: 'phone' | 'desk' = 'desk'): Promise<Person> {
  const person = await newPerson(browser, app.url, { device });
  await enter(person, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
  return person;
}

const visitor = (name: string) => visit(browser, app.url, { email: `${name}@fotolot.example` });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const question = (page: Page) => page.getByRole('alertdialog');
const orders = (page: Page) => page.getByRole('list', { name: 'Comenzi' }).getByRole('listitem');
const packages = (page: Page) => page.getByRole('region', { name: 'Pachete de credite' });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function openDashboard({ page }: Person): Promise<void> {
  await page.goto('/admin/dashboard');
  await heading(page, 'Privire de ansamblu');
}

/** Finds the newest order of a buyer by their address and opens it. */
async function openOrder({ page }: Person, email: string): Promise<void> {
  await page.goto('/admin/dashboard');
  await page.getByRole('searchbox').fill(email);
  await page.getByRole('button', { name: 'Caută', exact: true }).click();
  await page.waitForURL('**/admin/dashboard?q=*');
  await until(
    async () => orders(page).allTextContents(),
    (found) => found.length > 0 && found.every((line) => line.includes(email)),
  );
  await orders(page).first().getByRole('link').click();
  await region(page, 'Ce s-a comandat').waitFor();
}

/** Writes the reason, presses the button and confirms. */
async function decide(form: Locator, act: string | RegExp, reason: string): Promise<void> {
  const page = form.page();
  await form.getByLabel('Motivul').fill(reason);
  await form.getByRole('button', { name: act }).click();
  await question(page).getByRole('button').first().click();
  await question(page).waitFor({ state: 'hidden' });
}

const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement);

test.describe('a package', () => {
  test.describe.configure({ mode: 'serial' });
  test('made by an admin, by keyboard and with its mistakes named, is on /pricing at once and is bought', async () => {
    const { person } = await visitor('cumparator');
    await person.page.goto('/pricing#packages');
    await person.page.getByRole('heading', { name: 'Starter 10' }).waitFor();
    const { page } = admin;
    await openDashboard(admin);
    await sees(page, 'Nicio comandă încă');
    await packages(page).getByText('Scale 60').waitFor();
    await sees(page, /valabile 24 de luni/);
    await page.getByRole('button', { name: 'Pachet nou' }).focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Pachet nou' });
    await form.getByLabel('Credite').fill('1,5');
    await form.getByLabel('Preț în lei').fill('zece');
    await page.keyboard.press('Enter');
    const fields = ['Nume', 'Credite', 'Preț în lei'].map((label) => form.getByLabel(label));
    deepEqual(await Promise.all(fields.map(readDescription)), [
      'Completează câmpul acesta.',
      'Scrie un număr întreg de credite.',
      'Scrie suma în lei, cu cel mult doi bani după virgulă: 49,90.',
    ]);
    equal(await isFocused(form.getByLabel('Nume')), true);
    await looksRight(page, 'a new package');
    await form.getByLabel('Nume').fill('Târg de toamnă');
    await form.getByLabel('Credite').fill('12');
    await form.getByLabel('Preț în lei').fill('49,90');
    await sees(form, /4,16\sLei pe lot/);
    await page.keyboard.press('Enter');
    await form.waitFor({ state: 'hidden' });
    await packages(page).getByRole('heading', { name: 'Târg de toamnă' }).waitFor();

    // The buyer looks at the prices again without loading the application anew.
    await person.page.getByRole('link', { name: 'Galerie' }).first().click();
    await person.page.getByRole('link', { name: 'Prețuri' }).first().click();
    const sheet = await openSheet(person, 'Târg de toamnă');
    await sees(sheet, /49,90\sLei/);
    await fillBilling(sheet);
    await order(person, sheet);
    await payWith(person.page, 'Plată acceptată');
    await backAt(person.page);
    await seesBalance(person.page, '15 credite');
    await person.context.close();
  });

  test('taken off sale can’t be bought any more, not even from an open sheet, until it is put back', async () => {
    const { person } = await visitor('intarziat');
    await person.page.goto('/pricing#packages');
    const sheet = await openSheet(person, 'Târg de toamnă');
    await fillBilling(sheet);
    await tickBoth(sheet);
    const { page } = admin;
    await openDashboard(admin);
    await packages(page).getByRole('button', { name: 'Scoate din vânzare Târg de toamnă' }).click();
    const back = packages(page).getByRole('button', { name: 'Pune în vânzare Târg de toamnă' });
    await becomes(() => isFocused(back), true);
    // The price list behind the sheet learns of it, as it does whenever its tab is looked at again.
    const readAgain = person.page.waitForResponse('**/api/credit-packages');
    await person.page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await readAgain;
    await press(person, sheet.getByRole('button', { name: ORDER }));
    await sees(sheet, 'Pachetul nu mai este de vânzare. Reîncarcă pagina.');
    await person.page.reload();
    await person.page.getByRole('heading', { name: 'Starter 10' }).waitFor();
    equal(await person.page.getByText('Târg de toamnă').count(), 0);
    await page.keyboard.press('Enter');
    const off = packages(page).getByRole('button', { name: 'Scoate din vânzare Târg de toamnă' });
    await becomes(() => isFocused(off), true);
    await person.page.reload();
    await person.page.getByRole('heading', { name: 'Târg de toamnă' }).waitFor();
    await person.context.close();
  });
});

test.describe('an order', () => {
  test.afterEach(() => sim('PUT', '/faults', {}));

  async function paid(name: string) {
    const buyer = await visitor(name);
    await buy(buyer.person, 'Starter 10');
    await payWith(buyer.person.page, 'Plată acceptată');
    await backAt(buyer.person.page);
    await seesBalance(buyer.person.page, '13 credite');
    const orderId = new URL(buyer.person.page.url()).searchParams.get('orderId') ?? '';
    return { ...buyer, email: `${name}@fotolot.example`, orderId };
  }

  test('is found by its buyer’s address, shows all there is to know, and its unspent credits are refunded', async () => {
    const { person, client, email } = await paid('ramburs');
    await spendGift(client, { more: 1 });
    const { page } = admin;
    await openOrder(admin, email);
    const bought = (await region(page, 'Ce s-a comandat').textContent()) ?? '';
    for (const fact of ['Starter 10 · 10 credite', '9 din 10 credite', 'pur_'])
      equal(bought.includes(fact), true, `${fact}: ${bought}`);
    const buyer = (await region(page, 'Cumpărătorul').textContent()) ?? '';
    for (const fact of [email, 'Țurcanu', 'Cluj-Napoca', 'Cer ca serviciul să înceapă imediat'])
      equal(buyer.includes(fact), true, `${fact}: ${buyer}`);
    await looksRight(page, 'a paid order');
    const form = region(page, 'Returnează banii');
    await sees(form, /nefolosite 9 credite din 10;/);
    await form.getByRole('button', { name: /^Returnează 45\slei$/ }).click();
    equal(await readDescription(form.getByLabel('Motivul')), 'Scrie motivul, în câteva cuvinte.');
    equal(await isFocused(form.getByLabel('Motivul')), true);
    await form.getByLabel('Motivul').fill('S-a răzgândit');
    await form.getByLabel('Motivul').press('Enter');
    await sees(question(page), /se retrag 9 credite din contul ramburs@/);
    await becomes(() => page.evaluate(() => document.activeElement?.textContent), 'Renunță');
    await page.keyboard.press('Enter');
    await question(page).waitFor({ state: 'hidden' });
    await decide(region(page, 'Returnează banii'), /^Returnează 45/, 'S-a răzgândit');
    await sees(page, /S-au returnat 45\slei\./);
    await sees(region(page, 'Returnări'), /45\slei, făcută · 9 credite/);
    await form.waitFor({ state: 'hidden' });
    await becomes(() => page.evaluate(() => document.activeElement?.tagName), 'H1');
    await seesBalance(person.page, '0 credite');
    await looksRight(page, 'a refunded order');
    await person.context.close();
  });

  test('whose refund the provider refuses says so and gives the credits back; spent credits change the amount first', async () => {
    const { person, client, email, orderId } = await paid('refuz');
    const { page } = admin;
    await openOrder(admin, email);
    await spendGift(client, { more: 1 });
    await decide(region(page, 'Returnează banii'), /^Returnează 50/, 'La cerere');
    await sees(page, /Suma s-a schimbat între timp: acum s-ar întoarce 45\slei/);
    // Cancelled at the provider, whose notification is lost.
    await sim('PUT', '/faults', { notification: 'lost' });
    await sim('POST', `/orders/${orderId}/status`, { status: 4 });
    await decide(region(page, 'Returnează banii'), /^Returnează 45/, 'La cerere');
    await sees(page, 'Procesatorul de plăți a refuzat returnarea. Creditele au fost puse la loc.');
    await sees(region(page, 'Returnări'), /nu s-a făcut/);
    await seesBalance(person.page, '9 credite');
    await person.context.close();
  });

  test('refunded outside or charged back shows what could not be withdrawn', async () => {
    const { person, client, email, orderId } = await paid('contestat');
    await spendGift(client, { more: 1 });
    await sim('POST', `/orders/${orderId}/status`, { status: 9 });
    await seesBalance(person.page, '0 credite');
    const { page } = admin;
    await openDashboard(admin);
    await page.getByRole('button', { name: 'De urmărit' }).click();
    await orders(page).filter({ hasText: email }).getByText('lipsește 1 credit').waitFor();
    await openOrder(admin, email);
    await sees(page, /Cumpărătorul a contestat plata la bancă\./);
    await sees(page, /S-au retras 9 credite\. 1 credit nu mai era/);
    equal(await region(page, 'Returnează banii').count(), 0);
    await region(page, 'Cumpărătorul').getByRole('link', { name: email }).click();
    await page.getByRole('link', { name: 'Plan și credite' }).click();
    await sees(region(page, 'Cumpărări'), 'întoarsă de bancă');
    await sees(region(page, 'Istoricul creditelor'), '−1 credit');
    await person.context.close();
  });

  test('in review is accepted once, though two admins press, and then its credits are there', async () => {
    const { person } = await visitor('verificat');
    await buy(person, 'Starter 10');
    await sim('PUT', '/faults', { amount: 'wrong' });
    await payWith(person.page, 'Plată acceptată');
    await backAt(person.page);
    await heading(person.page, 'Verificăm plata');
    await seesBalance(person.page, '3 credite');
    const second = await newAdmin('phone');
    for (const one of [admin, second]) {
      await openDashboard(one);
      await sees(one.page, 'O comandă așteaptă o decizie');
    }
    await looksRight(admin.page, 'the dashboard');
    for (const { page } of [admin, second]) {
      await page.getByRole('button', { name: 'Vezi', exact: true }).click();
      await orders(page).filter({ hasText: 'verificat@' }).getByRole('link').click();
      await region(page, 'Acceptă banii').waitFor();
      await sees(page, /A fost anunțată altă sumă sau altă monedă/);
    }
    await looksRight(admin.page, 'an order in review');
    await Promise.all([
      decide(region(admin.page, 'Acceptă banii'), /^Acceptă și dă/, 'Suma întreagă e în extras'),
      decide(region(second.page, 'Acceptă banii'), /^Acceptă și dă/, 'Am văzut banii'),
    ]);
    await heading(person.page, 'Plata a reușit');
    await seesBalance(person.page, '13 credite');
    for (const { page } of [admin, second]) {
      await region(page, 'Acceptă banii').waitFor({ state: 'hidden' });
      const history = region(page, 'Ce s-a întâmplat');
      await becomes(() => history.getByText('Banii au fost acceptați: s-a dat ce s-a cumpărat.').count(), 1);
    }
    for (const each of [second, person]) await each.context.close();
  });

  test('that does not exist is said, and the journeys left no error in the admin’s browser', async () => {
    const { page } = admin;
    const unexpected = problems.filter((problem) => !/status of 409/.test(problem));
    deepEqual(unexpected, []);
    await page.goto(`/admin/dashboard?order=ord_${'q'.repeat(26)}`);
    await heading(page, 'Nu am găsit comanda');
    await page.getByRole('link', { name: 'Înapoi la comenzi' }).click();
    await heading(page, 'Privire de ansamblu');
  });
});
