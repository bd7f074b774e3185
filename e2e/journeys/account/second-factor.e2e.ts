import { equal, match, ok } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { visit } from '../../support/batches.ts';
import { showCode } from '../../support/codes/authenticator.ts';
import { leave, test } from '../../support/journey.ts';
import { looksRight } from '../../support/page-checks.ts';
import { inDatabase, letProofsLapse } from '../../support/seeded-photos.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { becomes, getPath, PASSWORD, type Person, sees, signIn, signOut } from '../../support/steps.ts';

/** The second step of signing in: turned on, used, lost and turned off. */
let app: RunningApp;
let browser: Browser;

test.beforeAll(({ shared }) => {
  ({ app, browser } = shared);
});
test.afterAll(async ({ shared }) => {
  await leave(shared);
});

/** Returns how many groups of letters of a text stand on two lines. */
function countBrokenGroups({ firstChild: text }: Element): number {
  const range = document.createRange();
  return [...(text?.textContent ?? '').matchAll(/\S+/g)].filter(({ index, 0: group }) => {
    range.setStart(text as Node, index);
    range.setEnd(text as Node, index + group.length);
    return range.getClientRects().length !== 1;
  }).length;
}

const EMAIL = 'doi.pasi@fotolot.example';

test.describe('a second factor', () => {
  test.describe.configure({ mode: 'serial' });
  let person: Person;
  let page: Page;
  let key = '';
  let recoveryCodes: string[] = [];

  test.beforeAll(async () => {
    ({ person } = await visit(browser, app.url, { email: EMAIL }));
    page = person.page;
    await inDatabase(app.dataDir, 'update users set email_verified_at = now() where email = $1', [EMAIL]);
    await page.goto('/settings#security');
  });
  test.afterAll(() => person?.context.close());

  const section = () => page.getByRole('region', { name: 'Securitate' });

  test('is turned on with an app, after the password is asked once more', async () => {
    await letProofsLapse(app.dataDir);
    await section().getByRole('button', { name: 'Pornește verificarea în doi pași' }).click();
    const proof = page.getByRole('dialog', { name: 'Arată că ești tu' });
    await proof.getByLabel('Parola contului').fill(PASSWORD);
    await proof.getByRole('button', { name: 'Continuă' }).click();
    await section().getByRole('img', { name: 'Cod QR pentru aplicația de coduri' }).waitFor();
    key = (await section().locator('.font-mono').textContent()) ?? '';
    match(key, /^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    await looksRight(page, 'the key');
    const wide = page.viewportSize();
    ok(wide);
    await page.setViewportSize({ width: 360, height: 740 });
    equal(await section().locator('.font-mono').evaluate(countBrokenGroups), 0);
    await page.setViewportSize(wide);
    await section().getByLabel('Codul din aplicație').fill('000000');
    await section().getByRole('button', { name: 'Confirmă codul' }).click();
    await sees(section(), 'Codul nu este bun. Scrie codul care se vede acum în aplicație.');
    await section().getByLabel('Codul din aplicație').fill(showCode(key));
    await section().getByRole('button', { name: 'Confirmă codul' }).click();
    const codes = section().getByRole('list', { name: 'Coduri de rezervă' }).getByRole('listitem');
    await becomes(() => codes.count(), 10);
    recoveryCodes = await codes.allTextContents();
    await looksRight(page, 'recovery codes');
    await section().getByRole('button', { name: 'Le-am păstrat' }).click();
    await sees(section(), /Mai ai 10 coduri de rezervă\.$/);
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
