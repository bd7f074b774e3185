import { equal, match } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { enter, visit } from '../../support/batches.ts';
import { ADMIN, closeWindows, test, waitForAdmin } from '../../support/journey.ts';
import { looksRight } from '../../support/page-checks.ts';
import { renewProofs } from '../../support/seeded-photos.ts';
import { type RunningApp, startApp } from '../../support/start-app.ts';
import { becomes, fillAccount, newPerson, type Person, sees, seesBalance } from '../../support/steps.ts';

/** Admins' decisions about an account, and their reports on all of them. */

let app: RunningApp;
let browser: Browser;
let admin: Person;

test.beforeAll(async ({ browser: own }) => {
  browser = own;
  app = await startApp({ LOG_LEVEL: 'warn', NETOPIA_MODE: 'simulator', ...ADMIN });
  await waitForAdmin(app);
  admin = await newPerson(browser, app.url);
  await enter(admin, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
});

test.beforeEach(() => renewProofs(app.dataDir));
test.afterAll(async () => {
  await closeWindows(browser);
  await app?.stop();
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const main = (page: Page) => page.getByRole('main');
const question = (page: Page) => page.getByRole('alertdialog');

const pressIn = (page: Page) => page.getByRole('button', { name: 'Intră în cont', exact: true }).click();

test.describe('/admin/users/{userId}', () => {
  test('corrects credits, gives a plan, suspends and restores, each with a reason that the journal keeps', async () => {
    const { person: other, client } = await visit(browser, app.url, { email: 'vizat@fotolot.example' });
    const { uid } = (await client.call('GET', '/api/users/me')).body;
    const { page } = admin;
    await other.page.goto('/dashboard');
    await seesBalance(other.page, '3 credite');
    await page.goto(`/admin/users/${uid}`);
    const part = (name: string) =>
      page
        .getByRole('navigation', { name: 'Părțile contului' })
        .getByRole('link', { name, exact: true })
        .click();
    const decide = async (
      form: string,
      entry: string,
      { confirm, reason }: { confirm: string; reason: string },
    ) => {
      const region = page.getByRole('region', { name: form, exact: true });
      await region.getByLabel('Motivul').fill(reason);
      await region.getByRole('button', { name: entry, exact: true }).click();
      await question(page).getByRole('button', { name: confirm, exact: true }).click();
      await question(page).waitFor({ state: 'hidden' });
    };
    await heading(page, 'vizat@fotolot.example').waitFor();
    await page.getByRole('heading', { name: 'Cum este scris' }).waitFor();
    await looksRight(page, 'an account');
    await part('Plan și credite');
    const credits = page.getByRole('region', { name: 'Corectează creditele' });
    await credits.getByRole('button', { name: 'Dă credite' }).click();
    await sees(credits, 'Scrie câte credite, de la 1 la 100.000.');
    await credits.getByLabel('Credite', { exact: true }).fill('5');
    await decide('Corectează creditele', 'Dă credite', {
      confirm: 'Dă 5 credite',
      reason: 'vizat a cerut la telefon',
    });
    await sees(page, 'Motivul rămâne în istoric: scrie-l fără nume și fără adrese.');
    await decide('Corectează creditele', 'Dă credite', {
      confirm: 'Dă 5 credite',
      reason: 'Cerere la telefon',
    });
    const ledger = page.getByRole('list', { name: 'Istoricul creditelor' });
    await ledger.getByText('Cerere la telefon').waitFor();
    await seesBalance(other.page, '8 credite');
    await page
      .getByRole('region', { name: 'Schimbă planul' })
      .getByLabel('Planul', { exact: true })
      .selectOption('pro');
    await decide('Schimbă planul', 'Dă planul', { confirm: 'Dă Pro', reason: 'Încercare gratuită' });
    await page
      .getByRole('region', { name: 'Planuri' })
      .getByText(/Pro · dat de un administrator/)
      .waitFor();
    await seesBalance(other.page, '68 de credite');
    await looksRight(page, 'the money of an account');
    await part('Loturi');
    await sees(main(page), 'N-a făcut încă niciun lot.');
    await part('Cont');
    await decide('Suspendă contul', 'Suspendă contul', {
      confirm: 'Suspendă',
      reason: 'Poze luate din anunțurile altora',
    });
    await page.getByRole('region', { name: 'Cont suspendat' }).waitFor();
    await other.page.waitForURL('**/login**');
    await heading(other.page, 'Contul tău este suspendat.').waitFor();
    await other.page.reload();
    await heading(other.page, 'Contul tău este suspendat.').waitFor();
    await fillAccount(other.page, 'vizat@fotolot.example');
    await pressIn(other.page);
    await sees(other.page.locator('form'), 'Contul tău este suspendat.');
    await decide('Cont suspendat', 'Ridică suspendarea', {
      confirm: 'Ridică suspendarea',
      reason: 'Neînțelegere lămurită',
    });
    await page.getByRole('region', { name: 'Suspendă contul' }).waitFor();
    await pressIn(other.page);
    await other.page.waitForURL((url) => url.pathname !== '/login');
    await part('Jurnal');
    const auditLog = page.getByRole('list', { name: 'Jurnal' }).getByRole('article');
    await becomes(() => auditLog.count(), 4);
    match(
      (await auditLog.first().textContent()) ?? '',
      /A ridicat suspendarea.*Neînțelegere lămurită.*admin@/s,
    );
    await looksRight(page, 'the journal of an account');
    await page.goto('/admin/users?group=suspended');
    await sees(main(page), 'Nu e nimeni aici');
    await page.getByRole('button', { name: 'Vezi toate conturile' }).click();
    await page.getByRole('list', { name: 'Utilizatori' }).getByText('vizat@fotolot.example').waitFor();
    await looksRight(page, 'the users');
    const refused = { code: 'http/too-many-requests', message: 'Prea multe cereri.', details: {} };
    await page.route('**/api/admin/users?*', (route) => route.fulfill({ status: 429, json: refused }));
    await page.getByRole('button', { name: 'Administratori', exact: true }).click();
    await sees(main(page).getByRole('alert'), 'Prea multe cereri.');
    await page.unrouteAll();
    await main(page).getByRole('button', { name: 'Încearcă din nou' }).click();
    await main(page).getByRole('alert').waitFor({ state: 'hidden' });
    await admin.context.setOffline(true);
    await sees(page, /^Fără legătură cu serverul/);
    await looksRight(page, 'the users without a connection');
    await admin.context.setOffline(false);
    await page.getByText(/^Fără legătură cu serverul/).waitFor({ state: 'hidden' });
    await other.context.close();
  });
});

test.describe('/admin/analytics', () => {
  test('shows what happened over a range, with its numbers to read out and to take away', async () => {
    const { page } = admin;
    await page.goto('/admin/analytics');
    const people = page.getByRole('region', { name: 'Conturi noi' });
    await people.getByRole('img', { name: /^Conturi noi.*Înscriși: \d+/ }).waitFor();
    await people.getByText('Cifrele').click();
    const today = people.getByRole('row').nth(1);
    equal(Number(await today.getByRole('cell').textContent()) > 0, true);
    const weeks = page.getByRole('region', { name: 'Tabelul săptămânilor' });
    const week = weeks.getByRole('rowheader').first();
    await week.waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    const { x } = (await week.boundingBox()) ?? {};
    await weeks.evaluate((table) => table.scrollTo(200, 0));
    await becomes(() => weeks.evaluate(({ scrollLeft }) => scrollLeft), 200);
    equal((await week.boundingBox())?.x, x, 'the week stays beside its numbers');
    await looksRight(page, 'the analytics');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Descarcă CSV: Conturi noi' }).click();
    match((await download).suggestedFilename(), /^fotolot-registrations-\d{4}-\d{2}-\d{2}-.*\.csv$/);
    await page.getByRole('button', { name: 'Un an', exact: true }).click();
    await people.getByText('Umbrit: doar o parte din săptămână.').waitFor();
    match((await today.getByRole('rowheader').textContent()) ?? '', /^\d+ .* 20\d\d \(parțial\)$/);
    await page.getByLabel('De la', { exact: true }).fill('2020-01-01');
    await page.getByLabel('Până la', { exact: true }).fill('2020-02-01');
    await page.getByRole('button', { name: 'Arată', exact: true }).click();
    await sees(people, 'Nimeni nu s-a înscris în perioada asta.');
    equal(new URL(page.url()).search, '?from=2020-01-01&to=2020-02-01');
    await page.getByLabel('De la', { exact: true }).fill('2020-03-01');
    await page.getByRole('button', { name: 'Arată', exact: true }).click();
    await sees(page, '„De la” este după „Până la”.');
  });
});

test.describe('/admin/dashboard', () => {
  test('shows how things stand, what is offered from when, the machine behind it, and who changed what', async () => {
    const { page } = admin;
    await page.goto('/admin/dashboard');
    const figures = page.getByRole('region', { name: 'Cum merge' });
    await figures.getByRole('row', { name: /^Conturi noi \d/ }).waitFor();
    await looksRight(page, 'the overview');
    const part = (name: string) =>
      page
        .getByRole('navigation', { name: 'Părțile panoului' })
        .getByRole('link', { name, exact: true })
        .click();
    await part('Planuri și șabloane');
    await page.getByRole('button', { name: 'Versiune nouă: Pro', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Versiune nouă: Pro' });
    await form.getByLabel('Preț în lei').fill('zece');
    await form.getByRole('button', { name: 'Adaugă versiunea' }).click();
    await sees(form, 'De la 1 la 100.000.');
    await looksRight(page, 'a version of a plan');
    await form.getByLabel('Preț în lei').fill('169,90');
    await form.getByRole('button', { name: 'Adaugă versiunea' }).click();
    await form.waitFor({ state: 'hidden' });
    await page
      .getByRole('list', { name: 'Planuri' })
      .getByText(/169,90/)
      .waitFor();
    await page.getByRole('button', { name: 'Versiune nouă: OLX', exact: true }).click();
    const preset = page.getByRole('dialog', { name: 'Versiune nouă: OLX' });
    await preset.getByLabel('Lățime, px').fill('1400');
    await preset
      .getByRole('region', { name: 'Ce se schimbă' })
      .getByText(/1400.px/)
      .waitFor();
    await looksRight(page, 'a version of a preset');
    await preset.getByRole('button', { name: 'Adaugă versiunea' }).click();
    await preset.waitFor({ state: 'hidden' });
    await page
      .getByRole('list', { name: 'Șabloane' })
      .getByText(/^1400 × 1200 JPEG/)
      .waitFor();
    await page.getByRole('button', { name: 'Șablon nou' }).click();
    const made = page.getByRole('dialog', { name: 'Șablon nou' });
    await made.getByLabel('Nume', { exact: true }).fill('OLX');
    await made.getByRole('button', { name: 'Adaugă șablonul' }).click();
    await sees(made, 'Există deja un șablon cu numele acesta.');
    await made.getByLabel('Nume', { exact: true }).fill('Anunțuri vechi');
    await made.getByLabel('Sursa', { exact: true }).fill('ajutorul lor');
    await made.getByLabel('Obiectul umple, %').fill('85');
    await made.getByLabel('Valabil din').fill('2099-01-01T10:00');
    await looksRight(page, 'a new preset');
    await made.getByRole('button', { name: 'Adaugă șablonul' }).click();
    await made.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Versiune nouă: Anunțuri vechi' }).waitFor();
    const drop = page.getByRole('button', { name: /^Renunță la versiunea .*2099.*: Anunțuri vechi$/ });
    await drop.click();
    await question(page).getByRole('button', { name: 'Păstreaz-o' }).click();
    await question(page).waitFor({ state: 'hidden' });
    await drop.click();
    await question(page).getByRole('button', { name: 'Renunță la ea' }).click();
    await question(page).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Versiune nouă: Anunțuri vechi' }).waitFor({ state: 'hidden' });
    await becomes(() => page.evaluate(() => document.activeElement?.textContent), 'Șabloane');
    await page.getByText(/^din 1 ian\. 2026 · 60 de fotografii pe lot/).waitFor();
    await looksRight(page, 'plans and presets');
    await part('Sistem');
    await page
      .getByRole('region', { name: 'Model de decupare' })
      .getByText('Oprit din setările serverului')
      .waitFor();
    const installed = page.getByRole('region', { name: 'Instalarea' });
    await installed.getByText(/^PostgreSQL \d+\.\d+, pornit de server, /).waitFor();
    await installed.getByText('Încă nu s-a făcut niciuna.').waitFor();
    await installed.getByRole('button', { name: 'Trimite un mail de probă' }).click();
    await sees(installed, `Mailul pentru ${ADMIN.ADMIN_EMAIL} este în dosarul „mails”.`);
    await installed.getByRole('button', { name: 'Verifică NETOPIA' }).click();
    await sees(installed, /^Simulatorul primește cheia API\./);
    await page.getByRole('button', { name: 'Verifică acum' }).click();
    await sees(page, /^Totul se potrivește: /);
    await looksRight(page, 'the system');
    await part('Jurnal');
    const auditLog = page.getByRole('list', { name: 'Jurnal' });
    for (const entry of [
      'A cerut verificarea registrelor',
      'A trimis un mail de probă',
      'A verificat NETOPIA',
      /^A adăugat o versiune a planului Pro, din /,
      /^A adăugat o versiune a șablonului OLX, din /,
    ])
      await auditLog.getByText(entry).first().waitFor();
    const plan = auditLog.getByRole('article').filter({ hasText: 'planului Pro' }).first();
    match((await plan.textContent()) ?? '', /preț:149\sLei→acum169,90\sLei/);
    await plan.getByText('Date brute').click();
    await sees(plan, /"kind": "plan-version"/);
  });
});
