import { deepEqual, equal, match } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { enter, fillBatch, visit } from '../../support/batches.ts';
import { showCode } from '../../support/codes/authenticator.ts';
import { leave, test } from '../../support/journey.ts';
import { findBrokenWords, looksRight } from '../../support/page-checks.ts';
import { SAMPLES } from '../../support/photo-files.ts';
import { inDatabase, letProofsLapse } from '../../support/seeded-photos.ts';
import type { RunningApp } from '../../support/start-app.ts';
import {
  becomes,
  getPath,
  newPerson,
  PASSWORD,
  type Person,
  sees,
  signIn,
  signOut,
} from '../../support/steps.ts';

/** The second step of signing in: turned on, used, lost and turned off. */
let app: RunningApp;
let browser: Browser;

test.beforeAll(({ shared }) => {
  ({ app, browser } = shared);
});
test.afterAll(async ({ shared }) => {
  await leave(shared);
});

const EMAIL = 'doi.pasi@fotolot.example';

test.describe('a second factor', () => {
  test.describe.configure({ mode: 'serial' });
  let person: Person;
  let page: Page;
  /** The person's other browser, in the middle of something. */
  let elsewhere: Person;
  let key = '';
  let recoveryCodes: string[] = [];

  test.beforeAll(async () => {
    const visitor = await visit(browser, app.url, { email: EMAIL });
    person = visitor.person;
    page = person.page;
    const batchId = await fillBatch(visitor.client, 'Scaun', SAMPLES.slice(0, 1));
    elsewhere = await newPerson(browser, app.url);
    await enter(elsewhere, EMAIL);
    await elsewhere.page.goto(`/process/${batchId}`);
    const keys = elsewhere.page.getByRole('button', { name: 'Scurtături', includeHidden: true });
    await keys.waitFor({ state: 'attached' });
    await elsewhere.page.keyboard.press('?');
    await elsewhere.page.getByRole('dialog', { name: 'Scurtături' }).waitFor();
    await inDatabase(app.dataDir, 'update users set email_verified_at = now() where email = $1', [EMAIL]);
    await page.goto('/settings#security');
  });
  test.afterAll(() => person?.context.close());

  const section = () => page.getByRole('region', { name: 'Securitate' });

  test('is turned on with an app, after the password is asked once more', async () => {
    await letProofsLapse(app.dataDir);
    await sees(section(), /Când o pornești, de pe celelalte dispozitive se iese din cont\.$/);
    await section().getByRole('button', { name: 'Pornește verificarea în doi pași' }).click();
    const proof = page.getByRole('dialog', { name: 'Arată că ești tu' });
    await proof.getByLabel('Parola contului').fill(PASSWORD);
    await proof.getByRole('button', { name: 'Continuă' }).click();
    await section().getByRole('img', { name: 'Cod QR pentru aplicația de coduri' }).waitFor();
    key = (await section().locator('.font-mono').textContent()) ?? '';
    match(key.replace(/ /g, ''), /^[A-Z2-7]{32}$/);
    await looksRight(page, 'the key');
    await section().getByLabel('Codul din aplicație').fill('000000');
    await section().getByRole('button', { name: 'Confirmă codul' }).click();
    await sees(section(), 'Codul nu este bun. Scrie codul care se vede acum în aplicație.');
    await section().getByLabel('Codul din aplicație').fill(showCode(key));
    await section().getByRole('button', { name: 'Confirmă codul' }).click();
    const codes = section().getByRole('list', { name: 'Coduri de rezervă' }).getByRole('listitem');
    await becomes(() => codes.count(), 10);
    recoveryCodes = await codes.allTextContents();
    const heading = section().getByRole('heading', { name: 'Codurile tale de rezervă' });
    await becomes(() => heading.evaluate((element) => element === document.activeElement), true);
    await becomes(() => heading.evaluate(isInSight), true);
    await looksRight(page, 'recovery codes');
    await section().getByRole('button', { name: 'Le-am păstrat' }).click();
    await sees(section(), /Mai ai 10 coduri de rezervă\.$/);
  });

  test('sends the other browser out, from under an open dialog, too, and says why there', async () => {
    await elsewhere.page.waitForURL('**/login*');
    await sees(elsewhere.page, /^De pe acest dispozitiv s-a ieșit din cont/);
    match(getPath(elsewhere.page), /^\/login\?redirect=%2Fprocess%2F/);
    await elsewhere.context.close();
  });

  test('is asked for at sign-in, after the password', async () => {
    await signOut(person);
    await page.goto('/login?redirect=%2Fgallery');
    await signIn(person, EMAIL);
    await sees(page, 'Încă un pas.');
    equal((await person.context.request.get('/api/users/me')).status(), 401);
    await looksRight(page, 'second step');
    await page.getByLabel('Codul din aplicație').fill('000000');
    await page.getByRole('button', { name: 'Intră în cont' }).click();
    await sees(page, 'Codul nu este bun. Scrie codul care se vede acum în aplicație.');
    await page.getByLabel('Codul din aplicație').fill(showCode(key, 1));
    await page.getByRole('button', { name: 'Intră în cont' }).click();
    await page.waitForURL('**/gallery');
  });

  test('lets a recovery code in its place, once', async () => {
    const [used = '', other = ''] = recoveryCodes;
    const give = async (code: string) => {
      await page.getByLabel('Cod de rezervă').fill(code);
      await page.getByRole('button', { name: 'Intră în cont' }).click();
    };
    const askForRecovery = async () => {
      await signOut(person);
      await signIn(person, EMAIL);
      await page.getByRole('button', { name: 'Nu am telefonul: scriu un cod de rezervă' }).click();
    };
    await askForRecovery();
    await give(used.toUpperCase());
    await page.waitForURL('**/dashboard');
    await askForRecovery();
    await give(used);
    await sees(page, 'Codul nu este bun. Scrie codul care se vede acum în aplicație.');
    await give(other);
    await page.waitForURL('**/dashboard');
    await page.goto('/settings#security');
    await sees(section(), /Mai ai 8 coduri de rezervă\.$/);
  });

  test('gets other recovery codes after a question: those of before stop working', async () => {
    const remake = section().getByRole('button', { name: 'Fă alte coduri de rezervă' });
    const question = page.getByRole('alertdialog', { name: 'Faci alte coduri de rezervă?' });
    await remake.click();
    await looksRight(page, 'question about recovery codes');
    await question.getByRole('button', { name: 'Le păstrez pe acestea' }).click();
    await question.waitFor({ state: 'hidden' });
    await sees(section(), /Mai ai 8 coduri de rezervă\.$/);
    await remake.click();
    await question.getByRole('button', { name: 'Fă alte coduri' }).click();
    const codes = section().getByRole('list', { name: 'Coduri de rezervă' }).getByRole('listitem');
    await becomes(() => codes.count(), 10);
    const made = await codes.allTextContents();
    deepEqual(
      made.filter((code) => recoveryCodes.includes(code)),
      [],
    );
    await section().getByRole('button', { name: 'Le-am păstrat' }).click();
    await sees(section(), /Mai ai 10 coduri de rezervă\.$/);
  });

  test('is turned off after a question, and the password alone opens the account again', async () => {
    await section().getByRole('button', { name: 'Oprește verificarea în doi pași' }).click();
    const question = page.getByRole('alertdialog', { name: 'Oprești verificarea în doi pași?' });
    await looksRight(page, 'question');
    await question.getByRole('button', { name: 'Oprește' }).click();
    await section().getByRole('button', { name: 'Pornește verificarea în doi pași' }).waitFor();
    await signOut(person);
    await signIn(person, EMAIL);
    await page.waitForURL('**/dashboard');
    equal(getPath(page), '/dashboard');
  });
});

/** Runs in the page: the whole element is on the screen, below the bar that stays there. */
function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  return top >= Math.max(0, bar) && bottom <= window.innerHeight;
}

test('a second factor is set up on the phone that shows it: its app opens by a link, and the key has whole groups', async () => {
  const email = 'acelasi.telefon@fotolot.example';
  const { person } = await visit(browser, app.url, { email, device: 'phone' });
  const { page } = person;
  await inDatabase(app.dataDir, 'update users set email_verified_at = now() where email = $1', [email]);
  await page.goto('/settings#security');
  const section = page.getByRole('region', { name: 'Securitate' });
  await section.getByRole('button', { name: 'Pornește verificarea în doi pași' }).click();
  const way = section.getByRole('link', { name: 'Deschide aplicația de coduri' });
  const { protocol, searchParams } = new URL((await way.getAttribute('href')) ?? '');
  const shown = section.locator('.font-mono');
  const key = (await shown.textContent()) ?? '';
  deepEqual([protocol, searchParams.get('secret')], ['otpauth:', key.replace(/ /g, '')]);
  deepEqual(await shown.evaluate(findBrokenWords), []);
  await person.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await section.getByRole('button', { name: 'Copiază cheia' }).tap();
  await sees(page, 'Cheia e copiată.');
  equal(await page.evaluate(() => navigator.clipboard.readText()), key.replace(/ /g, ''));
  await section.getByLabel('Codul din aplicație').fill(showCode(key));
  await section.getByRole('button', { name: 'Confirmă codul' }).tap();
  const heading = section.getByRole('heading', { name: 'Codurile tale de rezervă' });
  await becomes(() => heading.evaluate(isInSight), true);
  await person.context.close();
});
