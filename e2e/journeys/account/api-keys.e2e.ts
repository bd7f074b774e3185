import { deepEqual, equal, match } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import { visit } from '../../support/batches.ts';
import { leave, test } from '../../support/journey.ts';
import { looksRight } from '../../support/page-checks.ts';
import { inDatabase } from '../../support/seeded-photos.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { becomes, type Person, press, sees, watchProblems } from '../../support/steps.ts';

let app: RunningApp;
let browser: Browser;

test.beforeAll(({ shared }) => {
  ({ app, browser } = shared);
});
test.afterAll(async ({ shared }) => {
  await leave(shared);
});

const EMAIL = 'programe@fotolot.example';
const SECTION = '/settings#keys';
const section = (page: Page) => page.getByRole('region', { name: 'Chei API' });
const rows = (page: Page) =>
  section(page).getByRole('list', { name: 'Cheile tale API' }).getByRole('listitem');
const ADDRESS = 'https://magazin.example/';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.describe('an API key', () => {
  test.describe.configure({ mode: 'serial' });
  let person: Person;
  let page: Page;
  let problems: string[];
  let secret = '';

  test.beforeAll(async () => {
    ({ person } = await visit(browser, app.url, { email: EMAIL, device: 'phone' }));
    ({ page } = person);
    problems = watchProblems(person);
  });

  const setPlan = (plan: string) =>
    inDatabase(
      app.dataDir,
      `update users set plan = '${plan}', email_verified_at = now() where email = '${EMAIL}'`,
    );
  const askByKey = async () => {
    const headers = { authorization: `Bearer ${secret}` };
    return (await fetch(new URL('/api/v1/credits', app.url), { headers })).status;
  };

  test('comes with the plans Pro and Dealer, as the settings say to the others', async () => {
    await page.goto(SECTION);
    await sees(section(page), 'Cheile API vin cu planurile Pro și Dealer.');
    equal(await button(page, 'Fă o cheie').count(), 0);
    await looksRight(page, 'API keys without a plan');
    await page.setViewportSize({ width: 360, height: 740 });
  });

  test('is made with a name, and shown this once', async () => {
    await setPlan('pro');
    await page.goto('/dashboard');
    await page.goto(SECTION);
    await press(person, button(page, 'Fă o cheie'));
    await press(person, button(page, 'Fă cheia'));
    await sees(section(page), 'Dă-i un nume cheii.');
    await page.getByLabel('Numele cheii', { exact: true }).fill('Depozit');
    await press(person, section(page).getByText('Citește și lucrează', { exact: true }));
    await press(person, button(page, 'Fă cheia'));
    const field = page.getByLabel('Cheia API', { exact: true });
    await field.waitFor();
    secret = await field.inputValue();
    match(secret, /^fot_[\w-]{43}$/);
    await sees(rows(page), 'Depozit');
    await sees(rows(page), /^Citește și lucrează · nefolosită încă · din /);
    await looksRight(page, 'a new API key');
    await page.setViewportSize({ width: 360, height: 740 });
    await press(person, button(page, 'E la loc sigur'));
    await becomes(() => field.count(), 0);
  });

  test('lets a program in, and the settings say when', async () => {
    equal(await askByKey(), 200);
    await page.reload();
    await sees(rows(page), /folosită azi/);
    equal(await page.getByLabel('Cheia API', { exact: true }).count(), 0);
  });

  test('sleeps once the plan is over, and says so', async () => {
    await setPlan('free');
    await page.reload();
    await sees(section(page), 'Cheile tale dorm: merg din nou când ai planul Pro sau Dealer.');
    await sees(rows(page), 'doarme');
    equal(await askByKey(), 403);
    await setPlan('pro');
    await page.reload();
    await button(page, 'Fă o cheie').waitFor();
  });

  test('is withdrawn after a question that says what stays of it, and lets no program in any more', async () => {
    const made = await fetch(new URL('/api/v1/webhooks', app.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: ADDRESS, events: ['lot.done'] }),
    });
    equal(made.status, 200);
    await page.reload();
    await sees(section(page), ADDRESS);
    await press(person, button(page, 'Retrage cheia Depozit'));
    await sees(page, 'Retragi cheia „Depozit”?');
    await sees(page, /Adresele la care trimitem anunțuri rămân, și cele adăugate cu o cheie/);
    await looksRight(page, 'the question before a key is withdrawn');
    await page.setViewportSize({ width: 360, height: 740 });
    await press(person, button(page, 'Retrage cheia'));
    await becomes(() => rows(page).count(), 0);
    equal(await askByKey(), 401);
    await sees(section(page), ADDRESS);
    deepEqual(problems, []);
  });

  test('is explained on a page of its own, without a script', async () => {
    await press(person, section(page).getByRole('link', { name: 'API pentru programele tale' }));
    await page.getByRole('heading', { level: 1, name: 'API pentru programele tale' }).waitFor();
    equal(await page.locator('script').count(), 0);
    await looksRight(page, 'the page of the API');
    await person.context.close();
  });
});
