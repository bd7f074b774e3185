import { deepEqual, equal } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { visit } from '../../support/batches.ts';
import { leave, test } from '../../support/journey.ts';
import { looksRight } from '../../support/page-checks.ts';
import { inDatabase } from '../../support/seeded-photos.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { becomes, getPath, type Person, press, sees, watchProblems } from '../../support/steps.ts';

let app: RunningApp;
let browser: Browser;

test.beforeAll(({ shared }) => {
  ({ app, browser } = shared);
});
test.afterAll(async ({ shared }) => {
  await leave(shared);
});

const SECTION = '/settings#connections';
const section = (page: Page) => page.getByRole('region', { name: 'Conturi legate' });
const linked = (page: Page) => section(page).getByRole('listitem');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.describe('an account at OLX', () => {
  test.describe.configure({ mode: 'serial' });
  let person: Person;
  let page: Page;
  let problems: string[];

  test.beforeAll(async () => {
    ({ person } = await visit(browser, app.url, { email: 'vinde-pe-olx@fotolot.example', device: 'phone' }));
    ({ page } = person);
    problems = watchProblems(person);
  });

  const begin = async (name = 'Leagă contul OLX') => {
    await press(person, button(page, name));
    await sees(page, 'MOD TEST: nu este OLX');
  };
  const answer = (name: string) => press(person, button(page, name));

  test('is linked from the settings by one press there and one at OLX', async () => {
    await page.goto(SECTION);
    await sees(section(page), /nu citește mesaje/);
    await sees(section(page), 'MOD TEST');
    await begin();
    await answer('Continuă ca Ana (privat)');
    await sees(section(page), 'Contul e legat.');
    await becomes(async () => getPath(page), SECTION);
    await sees(linked(page), 'Ana (privat)');
    await sees(linked(page), /^OLX · legat din /);
    await looksRight(page, 'a linked account');
    await page.setViewportSize({ width: 360, height: 740 });
  });

  test('is left as it was when the person refuses at OLX, which the page says', async () => {
    await begin('Leagă alt cont OLX');
    await answer('Refuz');
    await section(page)
      .getByRole('alert')
      .getByText('Ai refuzat la OLX, așa că nu am legat nimic.')
      .waitFor();
    await becomes(async () => getPath(page), SECTION);
    equal(await linked(page).count(), 1);
    await page.reload();
    await sees(linked(page), 'Ana (privat)');
    equal(await section(page).getByText('Ai refuzat').count(), 0);
  });

  test('is one of several, each with its own', async () => {
    await begin('Leagă alt cont OLX');
    await answer('Continuă ca Magazin (firmă)');
    await sees(section(page), 'Contul e legat.');
    await becomes(() => linked(page).count(), 2);
    await press(person, button(page, 'Deconectează Magazin (firmă)'));
    await becomes(() => linked(page).count(), 1);
    await sees(page, /îl poți retrage și la OLX/);
    equal(await section(page).getByText('Contul e legat.').count(), 0);
  });

  test('says when it no longer works, and is linked again in its place', async () => {
    await inDatabase(
      app.dataDir,
      `update advert_connections set broken_reason = 'ended', broken_since = now(), sealed_grant = null
       where user_id = (select id from users where email = 'vinde-pe-olx@fotolot.example')`,
    );
    await page.reload();
    await sees(linked(page), 'Nu mai merge');
    await looksRight(page, 'an account that no longer works');
    await page.setViewportSize({ width: 360, height: 740 });
    await begin('Leagă din nou Ana (privat)');
    await answer('Continuă ca Ana (privat)');
    await sees(section(page), 'Contul e legat.');
    await becomes(() => linked(page).count(), 1);
    equal(await section(page).getByText('Nu mai merge').count(), 0);
  });

  test('is unlinked by the keyboard, and the page breaks no rule on the way', async () => {
    await button(page, 'Deconectează Ana (privat)').focus();
    await page.keyboard.press('Enter');
    await becomes(() => linked(page).count(), 0);
    // The pressed button is gone: the focus goes on to where an account is linked.
    await becomes(
      () => button(page, 'Leagă contul OLX').evaluate((each) => each === document.activeElement),
      true,
    );
    deepEqual(problems, []);
    await person.context.close();
  });
});
