import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { ApiClient, runTool } from '../../support/api-client.ts';
import { enter, visit } from '../../support/batches.ts';
import { ADMIN, closeWindows, test } from '../../support/journey.ts';
import { letProofsLapse, renewProofs } from '../../support/seeded-photos.ts';
import { type RunningApp, startApp } from '../../support/start-app.ts';
import { becomes, fillAccount, getPath, newPerson, PASSWORD, sees, until } from '../../support/steps.ts';

/** Admin rights as people meet them: the guard's notices, rights that come and go while a page is open, /debug-admin. */
const REFUSED = 'Acces interzis. Această pagină este disponibilă doar pentru administratori.';

let app: RunningApp;
let browser: Browser;
let admin: ApiClient;

test.beforeAll(async ({ browser: own }) => {
  browser = own;
  app = await startApp({ LOG_LEVEL: 'warn', ...ADMIN });
  admin = new ApiClient(app.url);
  await signInAsAdmin();
});

test.beforeEach(() => renewProofs(app.dataDir));
test.afterAll(async () => {
  await closeWindows(browser);
  await app?.stop();
});

async function signInAsAdmin(): Promise<void> {
  const credentials = { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD };
  equal((await admin.call('POST', '/api/auth/login', { body: credentials })).status, 200);
}

async function setAdmin(userId: string, isAdmin: boolean): Promise<void> {
  const answer = await admin.call('POST', '/api/functions/setAdminClaim', { body: { userId, isAdmin } });
  deepEqual([answer.status, answer.body], [200, { success: true }]);
}

/** A registered person with a signed-in browser. */
async function newVisitor(email: string) {
  const { person, client } = await visit(browser, app.url, { email });
  const { body } = await client.call('GET', '/api/users/me');
  return { ...person, client, uid: body.uid as string };
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const pressIn = (page: Page) => page.getByRole('button', { name: 'Intră în cont', exact: true }).click();

test.describe('the guard of /admin', () => {
  test('shows signed out „Trebuie să fii autentificat pentru a accesa admin panel.” once and leads through /login back to it', async () => {
    const { page, context } = await newPerson(browser, app.url);
    await page.goto('/admin/users?q=ana#jos');
    await sees(page, 'Trebuie să fii autentificat pentru a accesa admin panel.');
    equal(await page.getByRole('region', { name: 'Mesaje' }).locator('.toast').count(), 1);
    await becomes(async () => getPath(page), '/login?redirect=%2Fadmin%2Fusers%3Fq%3Dana%23jos');
    await fillAccount(page, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
    await pressIn(page);
    await page.waitForURL('**/admin/users?q=ana#jos');
    await context.close();
  });

  test('shows a person without rights „Acces interzis. …” for 3 s, then the dashboard', async () => {
    const { page, context } = await newPerson(browser, app.url);
    const client = new ApiClient(app.url);
    await client.call('POST', '/api/auth/register', {
      body: { email: 'simplu@fotolot.example', password: PASSWORD },
    });
    await page.clock.install();
    await page.goto('/login?redirect=%2Fadmin');
    await fillAccount(page, 'simplu@fotolot.example');
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await pressIn(page);
    await heading(page, REFUSED).waitFor();
    await page.clock.runFor(2_999);
    equal(await heading(page, REFUSED).count(), 1);
    equal(new URL(page.url()).pathname.startsWith('/admin'), true);
    await page.clock.runFor(1);
    await page.waitForURL('**/dashboard');
    await context.close();
  });
});

test.describe('rights that change while a page is open', () => {
  test('take a demoted admin away from /admin without a reload, and out of its data', async () => {
    const { page, context, client, uid } = await newVisitor('retras@fotolot.example');
    await setAdmin(uid, true);
    await page.goto('/admin/analytics');
    await heading(page, 'Statistici').waitFor();
    await page.evaluate(() => Object.assign(window, { sameLoad: true }));
    await setAdmin(uid, false);
    await heading(page, REFUSED).waitFor();
    await page.waitForURL('**/dashboard');
    equal(await page.evaluate(() => 'sameLoad' in window), true);
    equal((await client.call('GET', '/api/admin/users')).status, 403);
    await context.close();
  });

  test('open /admin to a promoted person in every tab, without a reload and without a sign-out', async () => {
    const { page, context, uid } = await newVisitor('numit@fotolot.example');
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await tab.goto('/dashboard');
      await heading(tab, 'Bună').waitFor();
    }
    await setAdmin(uid, true);
    for (const tab of [page, other]) {
      const menu = tab.getByRole('button', { name: /contul tău$/ });
      const entry = tab.getByRole('link', { name: 'Administrare' });
      await menu.click();
      await entry.click();
      await heading(tab, 'Privire de ansamblu').waitFor();
    }
    await setAdmin(uid, false);
    for (const tab of [page, other]) await tab.waitForURL('**/dashboard');
    await context.close();
  });
});

test.describe('/debug-admin', () => {
  test('shows the token’s claims and the server’s answer, and a forced refresh brings them together', async () => {
    const { page, context, client, uid } = await newVisitor('jeton@fotolot.example');
    await page.goto('/debug-admin');
    const token = page.getByRole('region', { name: 'Ce spune tokenul tău' });
    const server = page.getByRole('region', { name: 'Ce spune serverul' });
    await token.getByText('user', { exact: true }).waitFor();
    await server.getByText('nu', { exact: true }).waitFor();
    match((await token.textContent()) ?? '', /Emis.*\d{2}:\d{2}:\d{2}.*Citit.*\d{2}:\d{2}:\d{2}/);
    const cookie = async () => (await context.cookies()).find(({ name }) => name === 'sid')?.value;
    const old = await cookie();
    await page.getByRole('button', { name: 'Reîmprospătează tokenul' }).click();
    await until(cookie, (now) => now !== old);
    // The old one counts until its successor has been used, whose reply might have been lost.
    equal((await page.request.get(new URL('/api/users/me', app.url).href)).status(), 200);
    const replayed = await fetch(new URL('/api/users/me', app.url), { headers: { cookie: `sid=${old}` } });
    equal(replayed.status, 401);
    await setAdmin(uid, true);
    // The page follows by itself: the live document's role differs from the claims.
    await page.getByRole('button', { name: 'Verifică din nou' }).click();
    await server.getByText('admin', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Reîmprospătează tokenul' }).click();
    await token.getByText('da', { exact: true }).waitFor();
    equal((await client.call('GET', '/api/users/me')).status, 200);
    await page.getByRole('link', { name: 'Mergi la administrare' }).click();
    await heading(page, 'Privire de ansamblu').waitFor();
    await setAdmin(uid, false);
    await context.close();
  });

  test('is not signed out by refreshes in two tabs at once, nor are the requests beside them', async () => {
    const { page, context } = await newVisitor('deodata@fotolot.example');
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await tab.goto('/debug-admin');
      await tab.getByRole('button', { name: 'Reîmprospătează tokenul' }).waitFor();
    }
    for (let round = 0; round < 3; round++)
      await Promise.all(
        [page, other].flatMap((tab) => [
          tab.getByRole('button', { name: 'Reîmprospătează tokenul' }).click(),
          tab.getByRole('button', { name: 'Verifică din nou' }).click(),
        ]),
      );
    for (const tab of [page, other]) {
      await tab.getByRole('button', { name: 'Reîmprospătează tokenul', disabled: false }).waitFor();
      await tab.getByRole('link', { name: 'Galerie' }).first().click();
      await heading(tab, 'Galerie').waitFor();
    }
    await context.close();
  });
});

test.describe('/admin/users', () => {
  const main = (page: Page) => page.getByRole('main');
  const question = (page: Page) => page.getByRole('alertdialog');

  async function openAsAdmin(path: string, email = ADMIN.ADMIN_EMAIL, password = ADMIN.ADMIN_PASSWORD) {
    const person = await newPerson(browser, app.url);
    await enter(person, email, password);
    await person.page.goto(path);
    return person;
  }

  test('finds an account that was imported beside the running server, and shows how it is stored', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fotolot-import-'));
    const file = join(folder, 'export.json');
    const document = {
      email: 'vechi@fotolot.example',
      plan: 'platinum',
      trialExpiresAt: '2020-01-01T00:00:00Z',
    };
    const purchase = { userId: 'dinainte1', createdAt: '2020-01-02T00:00:00Z' };
    await writeFile(
      file,
      JSON.stringify({ users: { dinainte1: document }, creditPurchases: { cumparare1: purchase } }),
    );
    const rehearsal = await runTool('tools/import-users.ts', [file], { dataDir: app.dataDir });
    match(rehearsal.output, /Dry run, nothing was written.*\n {2}users: 1 imported/);
    const written = await runTool('tools/import-users.ts', [file, '--write'], { dataDir: app.dataDir });
    match(
      written.output,
      /Written:\n {2}users: 1 imported, 0 already here, 0 refused\n.*creditPurchases: 1 imported/s,
    );
    equal(written.code, 0);
    await rm(folder, { recursive: true });
    const { page, context } = await openAsAdmin('/admin/users');
    await page.getByRole('searchbox').fill('vechi@');
    await page.getByRole('button', { name: 'Caută', exact: true }).click();
    await page.waitForURL('**/admin/users?q=vechi%40');
    const found = page.getByRole('list', { name: 'Utilizatori' }).getByRole('listitem');
    await becomes(() => found.count(), 1);
    await found.filter({ hasText: 'vechi@fotolot.example' }).waitFor();
    await found.getByRole('link').click();
    await heading(page, 'vechi@fotolot.example').waitFor();
    const stored = page.getByRole('region', { name: 'Cum este scris' });
    match((await stored.textContent()) ?? '', /planplatinum.*trialExpiresAt2020-01-01T00:00:00\.000Z/);
    match(
      (await page.getByRole('region', { name: 'Cum se citește' }).textContent()) ?? '',
      /Basic – gratuit/,
    );
    await page.getByRole('contentinfo').getByRole('link', { name: 'Ajutor și contact' }).waitFor();
    await page.getByRole('link', { name: 'Loturi', exact: true }).click();
    await sees(main(page), 'N-a făcut încă niciun lot.');
    await page.getByRole('link', { name: 'Înapoi la utilizatori' }).click();
    await page.waitForURL('**/admin/users?q=vechi%40');
    await context.close();
  });

  test('grants and takes back the rights of an admin after a question and a proof of who asks, live in the other’s browser', async () => {
    const other = await newVisitor('sef.nou@fotolot.example');
    const { page, context } = await openAsAdmin(`/admin/users/${other.uid}`);
    await page.getByRole('button', { name: 'Fă administrator' }).click();
    await question(page).getByRole('button', { name: 'Renunță' }).click();
    await question(page).waitFor({ state: 'hidden' });
    await sees(main(page), 'Nu este administrator.');
    await page.getByRole('button', { name: 'Fă administrator' }).click();
    await question(page).getByRole('button', { name: 'Fă administrator' }).click();
    // A message leaves by itself: it is looked for first.
    await sees(page.getByRole('region', { name: 'Mesaje' }), 'Are drepturi de administrator.');
    await sees(main(page), 'Este administrator.');
    await other.page.goto('/admin/users');
    await heading(other.page, 'Utilizatori').waitFor();
    await page.getByRole('button', { name: 'Retrage drepturile' }).click();
    await letProofsLapse(app.dataDir);
    await question(page).getByRole('button', { name: 'Retrage drepturile' }).click();
    const proof = page.getByRole('dialog', { name: 'Arată că ești tu' });
    await proof.getByLabel('Parola contului').fill(ADMIN.ADMIN_PASSWORD);
    await proof.getByRole('button', { name: 'Continuă' }).click();
    await heading(other.page, REFUSED).waitFor();
    await sees(main(page), 'Nu este administrator.');
    await other.page.waitForURL('**/dashboard');
    for (const each of [context, other.context]) await each.close();
  });

  test('says „Nu s-a putut seta privilegiul de admin” and why when the server refuses', async () => {
    const other = await newVisitor('suspendat.curand@fotolot.example');
    const { page, context } = await openAsAdmin(`/admin/users/${other.uid}`);
    const failed = page.locator('.toast-negative', { hasText: 'Nu s-a putut seta privilegiul de admin' });
    const grant = async () => {
      // One that is just closing has a button of the same name.
      await question(page).waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Fă administrator' }).click();
      await question(page).getByRole('button', { name: 'Fă administrator' }).click();
    };
    const route = '**/api/functions/setAdminClaim';
    await page.route(route, (asked) => asked.fulfill({ json: { success: false } }));
    await grant();
    await failed.getByText('Eroare necunoscută', { exact: true }).waitFor();
    await page.unroute(route);
    await signInAsAdmin();
    const suspended = await admin.call('POST', `/api/admin/users/${other.uid}/suspend`, {
      body: { reason: 'La cerere' },
    });
    equal(suspended.status, 200);
    await grant();
    await failed.filter({ hasText: 'suspendat' }).waitFor();
    await sees(main(page), 'Nu este administrator.');
    for (const each of [context, other.context]) await each.close();
  });

  test('does not offer an admin to take back the own rights, and says who can', async () => {
    const { body } = await admin.call('GET', '/api/users/me');
    const { page, context } = await openAsAdmin(`/admin/users/${body.uid}`);
    await sees(main(page), 'Drepturile tale de administrator ți le poate retrage doar alt administrator.');
    equal(await page.getByRole('button', { name: 'Retrage drepturile' }).count(), 0);
    await context.close();
  });

  test('says so when no account has the id', async () => {
    const { page, context } = await openAsAdmin(`/admin/users/usr_${'q'.repeat(26)}`);
    await heading(page, 'Nu am găsit utilizatorul').waitFor();
    await context.close();
  });
});
