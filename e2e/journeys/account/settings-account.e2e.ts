import { deepEqual, equal } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { drawRows } from '#testing/draws.ts';
import { enter, fillBatch, visit } from '../../support/batches.ts';
import { leave, test } from '../../support/journey.ts';
import { mailsTo } from '../../support/mails.ts';
import { findingsInTheme, looksRight } from '../../support/page-checks.ts';
import { SAMPLES } from '../../support/photo-files.ts';
import { letProofsLapse } from '../../support/seeded-photos.ts';
import { openSlowConnection, type SlowConnection } from '../../support/slow-connection.ts';
import type { RunningApp } from '../../support/start-app.ts';
import {
  becomes,
  getPath,
  newPerson,
  PASSWORD,
  type Person,
  press,
  sees,
  signIn,
  watchProblems,
} from '../../support/steps.ts';

/** The ways into the account, and the way out, in the settings. */
let app: RunningApp;
let browser: Browser;

test.beforeAll(({ shared }) => {
  ({ app, browser } = shared);
});
test.afterAll(async ({ shared }) => {
  await leave(shared);
});

const menuButton = (page: Page) => page.getByRole('button', { name: /contul tău$/ });
const EMAIL = 'cont@fotolot.example';
const NEW_PASSWORD = 'drumul spre Sibiu';
const SENT_OUT =
  'De pe acest dispozitiv s-a ieșit din cont: sesiunea a expirat sau a fost încheiată din altă parte.';

test.describe('the own account', () => {
  test.describe.configure({ mode: 'serial' });
  let person: Person;
  let page: Page;

  test.beforeAll(async () => {
    ({ person } = await visit(browser, app.url, { email: EMAIL }));
    page = person.page;
    await page.goto('/settings');
  });
  test.afterAll(() => person?.context.close());

  test('says that its address is not verified and mails the link again', async () => {
    await sees(page, 'neverificat');
    await page.getByRole('button', { name: 'Trimite din nou emailul de verificare' }).click();
    await sees(page, 'Ți-am trimis un link la cont@fotolot.example. Deschide-l ca să confirmi adresa.');
    const [, again] = await mailsTo(app.dataDir, 'cont@fotolot.example', { mode: 'verifyEmail', atLeast: 2 });
    const tab = await person.context.newPage();
    await tab.goto(again?.link ?? '');
    await tab.getByRole('button', { name: 'Confirmă adresa' }).click();
    await sees(page, 'verificat');
    await tab.close();
  });

  test('changes its password by the one it has, and the other devices are out', async () => {
    const elsewhere = await newPerson(browser, app.url, { device: 'phone' });
    await enter(elsewhere, EMAIL);
    await elsewhere.page.goto('/dashboard');
    await page.reload();
    const change = page.getByRole('button', { name: 'Schimbă parola' });
    await change.press('Enter');
    await page.locator('input[name="current"]:focus').waitFor();
    await page.getByRole('button', { name: 'Renunță' }).press('Enter');
    await becomes(() => change.evaluate((button) => document.activeElement === button), true);
    await change.click();
    await page.getByLabel('Parola de acum').fill('nu e asta');
    await page.getByLabel('Parola nouă').fill(PASSWORD);
    await page.getByRole('button', { name: 'Salvează parola' }).click();
    await sees(page, 'Parola nu este aceasta.');
    await page.getByLabel('Parola de acum').fill(PASSWORD);
    await page.getByLabel('Parola nouă').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Salvează parola' }).click();
    await sees(page, 'Parola e schimbată. De pe celelalte dispozitive s-a ieșit din cont.');
    await elsewhere.page.waitForURL('**/login*');
    await sees(elsewhere.page, SENT_OUT);
    await elsewhere.context.close();
  });

  /** The question of who is there, over whatever is open. */
  async function showsWhoTheyAre(password: string): Promise<void> {
    const proof = page.getByRole('dialog', { name: 'Arată că ești tu' });
    await proof.waitFor();
    await looksRight(page, 'proof');
    await proof.getByLabel('Parola contului').fill(password);
    await proof.getByRole('button', { name: 'Continuă' }).click();
    await proof.waitFor({ state: 'hidden' });
  }

  test('shows its devices and sends another one out, after the password is asked once more', async () => {
    const elsewhere = await newPerson(browser, app.url, { device: 'phone' });
    await enter(elsewhere, EMAIL, NEW_PASSWORD);
    await elsewhere.page.goto('/dashboard');
    await menuButton(elsewhere.page).waitFor();
    await page.reload();
    const devices = page.getByRole('list', { name: 'Dispozitive din cont' });
    await becomes(() => devices.getByRole('listitem').count(), 2);
    await letProofsLapse(app.dataDir);
    await devices.getByRole('button', { name: /^Ieși de pe/ }).click();
    await page.getByRole('dialog', { name: 'Arată că ești tu' }).waitFor();
    await page.keyboard.press('Escape');
    await sees(page, 'Arată întâi că ești tu: cu parola sau cu Google.');
    await becomes(() => devices.getByRole('listitem').count(), 2);
    await devices.getByRole('button', { name: /^Ieși de pe/ }).click();
    await showsWhoTheyAre(NEW_PASSWORD);
    await becomes(() => devices.getByRole('listitem').count(), 1);
    await sees(devices, 'acesta');
    await elsewhere.page.waitForURL('**/login*');
    await sees(elsewhere.page, SENT_OUT);
    await elsewhere.context.close();
  });

  test('moves to another address by a link, after the password is asked once more', async () => {
    await page.getByRole('button', { name: 'Schimbă adresa' }).press('Enter');
    await page.locator('input[type="email"]:focus').waitFor();
    await page.getByLabel('Noua adresă').fill('mutat@fotolot.example');
    await letProofsLapse(app.dataDir);
    await page.getByRole('button', { name: 'Trimite linkul' }).click();
    await showsWhoTheyAre(NEW_PASSWORD);
    await sees(page, 'Renunță la schimbare');
    const [letter] = await mailsTo(app.dataDir, 'mutat@fotolot.example', { mode: 'changeEmail' });
    const tab = await person.context.newPage();
    await tab.goto(letter?.link ?? '');
    await tab.getByRole('button', { name: 'Confirmă adresa' }).click();
    await sees(tab, /^Gata, adresa contului e schimbată/);
    await tab.close();
    await sees(page, 'mutat@fotolot.example');
    equal((await mailsTo(app.dataDir, EMAIL, { mode: 'undoEmail' })).length, 1);
  });

  test('is left on all devices at once, after a question, here and in another browser', async () => {
    const elsewhere = await newPerson(browser, app.url, { device: 'phone' });
    await enter(elsewhere, 'mutat@fotolot.example', NEW_PASSWORD);
    await elsewhere.page.goto('/dashboard');
    await menuButton(elsewhere.page).waitFor();
    const leave = page.getByRole('button', { name: 'Ieși de pe toate dispozitivele' });
    const question = page.getByRole('alertdialog', { name: 'Ieși de pe toate dispozitivele?' });
    await leave.click();
    await question.waitFor();
    for (const colorScheme of drawRows(['light', 'dark'] as const, 1)) {
      deepEqual(await findingsInTheme(page, colorScheme), []);
    }
    await question.getByRole('button', { name: 'Rămân în cont' }).click();
    await question.waitFor({ state: 'hidden' });
    equal(getPath(page), '/settings');
    await leave.click();
    await question.getByRole('button', { name: 'Ieși de peste tot' }).click();
    await page.waitForURL('**/login');
    await elsewhere.page.waitForURL('**/login*');
    await sees(elsewhere.page, SENT_OUT);
    await page.getByRole('tab', { name: 'Am cont' }).waitFor();
    equal(await page.getByText(SENT_OUT).count(), 0);
    for (const { context } of [person, elsewhere]) {
      const answer = await context.request.get('/api/users/me');
      equal(answer.status(), 401);
    }
    await elsewhere.context.close();
  });
});

test.describe('a connection that is slow to answer', () => {
  let connection: SlowConnection;
  let slow: Person;
  let page: Page;
  let visited: string[];
  test.beforeEach(async () => {
    connection = await openSlowConnection(app.url);
    slow = await newPerson(browser, connection.url);
    page = slow.page;
  });
  test.afterEach(async () => {
    await slow.context.close();
    await connection.close();
  });

  const token = async () =>
    (await slow.context.cookies()).find(({ name }) => name === 'sid')?.value ?? 'signed out';
  const fetchStatus = async (sid: string) =>
    (await fetch(`${app.url}/api/users/me`, { headers: { cookie: `sid=${sid}` } })).status;

  /** The server has a newer token for the session than this one, and hands it out. */
  const isRenewed = async (sid: string) => {
    const headers = { cookie: `sid=${sid}` };
    const answer = await fetch(`${app.url}/api/auth/session`, { headers });
    return answer.headers.getSetCookie().length > 0;
  };

  async function openSettings(email: string): Promise<void> {
    const { person } = await visit(browser, app.url, { email });
    await person.context.close();
    await enter(slow, email);
    await page.goto('/settings');
    visited = [];
    page.on('framenavigated', () => visited.push(getPath(page)));
  }

  /** Shows who they are: the session's token is renewed, while the reply with it is kept until `letGo`. */
  async function prove(email: string): Promise<{ before: string; letGo: () => void }> {
    await openSettings(email);
    await letProofsLapse(app.dataDir);
    await page.getByRole('button', { name: 'Schimbă adresa' }).click();
    await page.getByLabel('Noua adresă').fill(`nou.${email}`);
    await page.getByRole('button', { name: 'Trimite linkul' }).click();
    const dialog = page.getByRole('dialog', { name: 'Arată că ești tu' });
    await dialog.getByLabel('Parola contului').fill(PASSWORD);
    const letGo = connection.holdReplies('POST /api/auth/proof');
    const before = await token();
    await dialog.getByRole('button', { name: 'Continuă' }).click();
    await becomes(() => isRenewed(before), true);
    return { before, letGo };
  }

  /** Signed in by another token than before, which lasts. */
  async function staysSignedIn(before: string): Promise<void> {
    await becomes(async () => (await token()) !== before, true);
    await becomes(() => fetchStatus(before), 401);
    await page.reload();
    await menuButton(page).waitFor();
    await sees(page.getByRole('list', { name: 'Dispozitive din cont' }), 'acesta');
    deepEqual([...new Set(visited)], ['/settings']);
  }

  test('keeps its tab signed in while the password changes, and says nothing but that', async () => {
    const problems = watchProblems(slow);
    await openSettings('lent@fotolot.example');
    await page.getByRole('button', { name: 'Schimbă parola' }).click();
    await page.getByLabel('Parola de acum').fill(PASSWORD);
    await page.getByLabel('Parola nouă').fill(NEW_PASSWORD);
    const letGo = connection.holdReplies('PUT /api/users/me/password');
    const before = await token();
    await page.getByRole('button', { name: 'Salvează parola' }).click();
    await becomes(() => fetchStatus(before), 401);
    letGo();
    await sees(page, 'Parola e schimbată. De pe celelalte dispozitive s-a ieșit din cont.');
    equal(await page.getByRole('button', { name: 'Închide mesajul' }).count(), 0);
    await staysSignedIn(before);
    deepEqual(problems, []);
  });

  test('ends signed in when the page is loaded anew before the reply', async () => {
    const { before, letGo } = await prove('reincarcat@fotolot.example');
    await page.reload();
    await menuButton(page).waitFor();
    await staysSignedIn(before);
    letGo();
  });

  test('ends signed in when the reply is lost, without being loaded anew', async () => {
    const { before, letGo } = await prove('pierdut@fotolot.example');
    connection.lose();
    letGo();
    await becomes(async () => (await token()) !== before, true);
    equal(getPath(page), '/settings');
    await staysSignedIn(before);
  });
});

test.describe('leaving for good', () => {
  test('says what is lost, asks for the password, and leaves nothing to come back to', async () => {
    const email = 'pleaca@fotolot.example';
    const { person, client } = await visit(browser, app.url, { email, device: 'phone' });
    await fillBatch(client, 'Scaun', SAMPLES.slice(0, 1));
    const { page } = person;
    await page.goto('/settings#delete');
    // What is still fetched above it moves the button.
    await becomes(() => page.getByText('Se încarcă').count(), 0);
    await press(person, page.getByRole('button', { name: 'Șterge contul', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Ștergi contul?' });
    for (const line of ['3 credite', '1 fotografie', '1 lot']) await sees(dialog, line);
    await looksRight(page, 'deletion');
    await page.setViewportSize({ width: 360, height: 740 });
    await press(person, dialog.getByRole('button', { name: 'Păstrez contul' }));
    await dialog.waitFor({ state: 'hidden' });
    await press(person, page.getByRole('button', { name: 'Șterge contul', exact: true }));
    await letProofsLapse(app.dataDir);
    await press(person, dialog.getByRole('button', { name: 'Șterge contul definitiv' }));
    const proof = page.getByRole('dialog', { name: 'Arată că ești tu' });
    await proof.getByLabel('Parola contului').fill(PASSWORD);
    await press(person, proof.getByRole('button', { name: 'Continuă' }));
    await page.waitForURL('**/login');
    await sees(page, 'Contul tău e șters. Îți mulțumim că ai încercat.');
    equal(await page.getByText('te așteaptă').count(), 0);
    await signIn(person, email);
    await sees(page, 'Email sau parolă incorecte');
    await person.context.close();
  });
});
