import { equal } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { visit } from '../../support/batches.ts';
import { holdPasskeys } from '../../support/codes/virtual-authenticator.ts';
import { leave, test } from '../../support/journey.ts';
import { looksRight } from '../../support/page-checks.ts';
import { inDatabase, letProofsLapse } from '../../support/seeded-photos.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { becomes, getPath, PASSWORD, type Person, sees, signIn, signOut } from '../../support/steps.ts';

/** A passkey of Chromium's own authenticator: made, shown at sign-in and as a proof, removed. */
let app: RunningApp;
let browser: Browser;

test.beforeAll(({ shared }) => {
  ({ app, browser } = shared);
});
test.afterAll(async ({ shared }) => {
  await leave(shared);
});

const EMAIL = 'cheie.de.acces@fotolot.example';
const ON_NUMBERS = 'adresa.din.cifre@fotolot.example';

test.describe('a passkey', () => {
  test.describe.configure({ mode: 'serial' });
  let person: Person;
  let page: Page;
  let holder: Awaited<ReturnType<typeof holdPasskeys>>;

  test.beforeAll(async () => {
    // Passkeys belong to a name: an address of numbers has none.
    ({ person } = await visit(browser, app.url.replace('127.0.0.1', 'localhost'), { email: EMAIL }));
    page = person.page;
    await inDatabase(app.dataDir, 'update users set email_verified_at = now() where email = $1', [EMAIL]);
    holder = await holdPasskeys(page);
    await page.goto('/settings#security');
  });
  test.afterAll(() => person?.context.close());

  const section = () => page.getByRole('region', { name: 'Securitate' });
  const list = () => section().getByRole('list', { name: 'Ce se cere la intrare' });
  const proof = () => page.getByRole('dialog', { name: 'Arată că ești tu' });

  test('is made in the settings under a name, after the password is asked once more', async () => {
    await letProofsLapse(app.dataDir);
    await section().getByRole('button', { name: 'Pornește cu o cheie de acces' }).click();
    await section().getByLabel('Numele cheii').fill('');
    await section().getByRole('button', { name: 'Fă cheia' }).click();
    await sees(section(), 'Dă-i un nume cheii.');
    await looksRight(page, 'form');
    await section().getByLabel('Numele cheii').fill('Laptopul meu');
    await section().getByRole('button', { name: 'Fă cheia' }).click();
    await proof().getByLabel('Parola contului').fill(PASSWORD);
    await proof().getByRole('button', { name: 'Continuă' }).click();
    const codes = section().getByRole('list', { name: 'Coduri de rezervă' }).getByRole('listitem');
    await becomes(() => codes.count(), 10);
    equal(await holder.countPasskeys(), 1);
    await section().getByRole('button', { name: 'Le-am păstrat' }).click();
    await sees(list(), 'Laptopul meu');
    await sees(list(), /^Cheie de acces · nefolosită încă · din /);
    await looksRight(page, 'list');
  });

  test('is asked for at sign-in, after the password, before the recovery codes', async () => {
    await signOut(person);
    await page.goto('/login?redirect=%2Fgallery');
    await signIn(person, EMAIL);
    await sees(page, 'Încă un pas.');
    await page.getByLabel('Cod de rezervă').waitFor();
    equal(await page.getByLabel('Codul din aplicație').count(), 0);
    await looksRight(page, 'second step');
    equal((await person.context.request.get('/api/users/me')).status(), 401);
    await page.getByRole('button', { name: 'Folosește cheia de acces' }).click();
    await page.waitForURL('**/gallery');
  });

  test('proves who asks, and is removed after a question: the password alone opens the account again', async () => {
    await letProofsLapse(app.dataDir);
    await page.goto('/settings#security');
    await sees(list(), /^Cheie de acces · folosită azi · din /);
    await section().getByRole('button', { name: 'Scoate: Laptopul meu' }).click();
    const question = page.getByRole('alertdialog', { name: 'Scoți „Laptopul meu”?' });
    await sees(question, /La intrare nu se va mai cere al doilea pas\./);
    await looksRight(page, 'question');
    await question.getByRole('button', { name: 'Scoate' }).click();
    await proof().waitFor();
    await looksRight(page, 'proof');
    await proof().getByRole('button', { name: 'Confirmă cu cheia de acces' }).click();
    await section().getByRole('button', { name: 'Pornește cu o cheie de acces' }).waitFor();
    await signOut(person);
    await signIn(person, EMAIL);
    await page.waitForURL('**/dashboard');
    equal(getPath(page), '/dashboard');
  });

  test('is not offered where the site has an address of numbers alone, and the page says why', async () => {
    const { person: other } = await visit(browser, app.url, { email: ON_NUMBERS });
    await other.page.goto('/settings#security');
    const there = other.page.getByRole('region', { name: 'Securitate' });
    await sees(there, /^Cheile de acces merg numai pe un site cu nume\./);
    equal(await there.getByRole('button', { name: /cheie de acces/ }).count(), 0);
    await other.context.close();
  });
});
