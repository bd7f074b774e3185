import { equal } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { enter, visit } from '../../support/batches.ts';
import { showCode } from '../../support/codes/authenticator.ts';
import { ADMIN, closeWindows, test, waitForAdmin } from '../../support/journey.ts';
import { looksRight } from '../../support/page-checks.ts';
import { inDatabase } from '../../support/seeded-photos.ts';
import { type RunningApp, startApp } from '../../support/start-app.ts';
import { getPath, newPerson, type Person, sees } from '../../support/steps.ts';

/** Admins who must have a second factor, and one that is lost. */
let app: RunningApp;
let browser: Browser;
let admin: Person;

test.beforeAll(async ({ browser: own }) => {
  browser = own;
  app = await startApp({ LOG_LEVEL: 'warn', ...ADMIN });
  await waitForAdmin(app);
  admin = await newPerson(browser, app.url);
  await enter(admin, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
});
test.afterAll(async () => {
  await closeWindows(browser);
  await app?.stop();
});

const SYSTEM = '/admin/dashboard?parte=sistem';
const duty = (page: Page) =>
  page.getByRole('region', { name: 'Verificarea în doi pași a administratorilor' });

/** Turns the second factor on in the settings; returns its key. */
async function turnOn(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Pornește verificarea în doi pași' }).click();
  const section = page.getByRole('region', { name: 'Securitate' });
  const key = (await section.locator('.font-mono').textContent()) ?? '';
  await section.getByLabel('Codul din aplicație').fill(showCode(key));
  await section.getByRole('button', { name: 'Confirmă codul' }).click();
  await section.getByRole('button', { name: 'Le-am păstrat' }).click();
  return key;
}

test('admins are obliged to it by one who has it, and an admin without is led to the settings', async () => {
  const { page } = admin;
  await page.goto(SYSTEM);
  await sees(duty(page), /Un administrator nu o are\.$/);
  await duty(page).getByRole('button', { name: 'Cere tuturor administratorilor' }).click();
  await sees(page, /^Pornește întâi verificarea în doi pași la contul tău/);
  await page.goto('/settings#security');
  await turnOn(page);
  const { person: other } = await visit(browser, app.url, { email: 'alt.admin@fotolot.example' });
  await inDatabase(app.dataDir, `update users set role = 'admin', email_verified_at = now()`);
  await page.goto(SYSTEM);
  await duty(page).getByRole('button', { name: 'Cere tuturor administratorilor' }).click();
  await sees(duty(page), /^Administratorii intră aici numai cu ea\./);
  await looksRight(page, 'obliged admins');
  await other.page.goto('/admin/users');
  await sees(other.page, 'Pornește întâi verificarea în doi pași.');
  await looksRight(other.page, 'an admin without it');
  await other.page.getByRole('link', { name: 'Mergi la „Securitate”' }).click();
  await turnOn(other.page);
  await other.page.goto('/admin/users');
  await other.page.getByRole('heading', { level: 1, name: 'Utilizatori' }).waitFor();
});

test('a lost one is removed by an admin, with a reason that the journal keeps', async () => {
  const { page } = admin;
  const { person, client } = await visit(browser, app.url, { email: 'pierdut@fotolot.example' });
  const { uid } = (await client.call('GET', '/api/users/me')).body;
  await inDatabase(app.dataDir, 'update users set email_verified_at = now() where id = $1', [uid]);
  await person.page.goto('/settings#security');
  await turnOn(person.page);
  await page.goto(`/admin/users/${uid}`);
  const form = page.getByRole('region', { name: 'Verificarea în doi pași', exact: true });
  await looksRight(page, 'an account with a second factor');
  await form.getByLabel('Motivul').fill('Telefon pierdut, sunat înapoi');
  await form.getByRole('button', { name: 'Oprește verificarea în doi pași' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Oprește', exact: true }).click();
  await form.waitFor({ state: 'hidden' });
  await person.page.waitForURL('**/login*');
  await enter(person, 'pierdut@fotolot.example');
  await page.goto(`/admin/users/${uid}?parte=jurnal`);
  await sees(page, 'A oprit verificarea în doi pași a contului');
  await sees(page, 'Telefon pierdut, sunat înapoi');
  equal(getPath(page), `/admin/users/${uid}?parte=jurnal`);
});
