import { deepEqual, equal, match } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
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

const EMAIL = 'anunturi@fotolot.example';
const SECTION = '/settings#keys';
const section = (page: Page) => page.getByRole('region', { name: 'Anunțuri către programul tău' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.describe('an address that is told how lots ended', () => {
  test.describe.configure({ mode: 'serial' });
  let receiver: Server;
  let url: string;
  let status = 200;
  const heard: { id: string; body: string }[] = [];
  let person: Person;
  let page: Page;
  let problems: string[];

  test.beforeAll(async () => {
    receiver = createServer(async (request, response) => {
      heard.push({ id: String(request.headers['webhook-id']), body: await text(request) });
      response.writeHead(status).end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/fotolot`;
    ({ person } = await visit(browser, app.url, { email: EMAIL, device: 'phone' }));
    ({ page } = person);
    problems = watchProblems(person);
    await setPlan('pro');
    await page.goto('/dashboard');
    await page.goto(SECTION);
  });
  test.afterAll(() => {
    receiver.close();
  });

  const setPlan = (plan: string) =>
    inDatabase(
      app.dataDir,
      `update users set plan = '${plan}', email_verified_at = now() where email = '${EMAIL}'`,
    );
  const log = () => section(page).getByRole('list', { name: `Anunțuri trimise la ${url}` });
  const shows = async (what: string) => {
    await looksRight(page, what);
    await page.setViewportSize({ width: 360, height: 740 });
  };

  test('is added with what it is told, and the secret that signs it is shown this once', async () => {
    await press(person, button(page, 'Adaugă o adresă'));
    await press(person, button(page, 'Adaugă adresa'));
    await sees(section(page), 'Scrie adresa programului.');
    const address = page.getByLabel('Adresa programului', { exact: true });
    await address.fill('http://magazin.example/fotolot');
    await press(person, button(page, 'Adaugă adresa'));
    await sees(section(page), /^Adresa trebuie să înceapă cu https/);
    await address.fill(url);
    for (const event of ['Lot gata', 'Lot eșuat']) await page.getByLabel(event, { exact: true }).uncheck();
    await press(person, button(page, 'Adaugă adresa'));
    await sees(section(page), 'Alege măcar unul.');
    await shows('the form of an address');
    await page.getByLabel('Lot gata', { exact: true }).check();
    await press(person, button(page, 'Adaugă adresa'));
    const secret = page.getByLabel('Secretul de semnare', { exact: true });
    await secret.waitFor();
    match(await secret.inputValue(), /^whsec_/);
    await sees(section(page), /^Lot gata · din /);
    await shows('a new address');
    await press(person, button(page, 'E la loc sigur'));
    await becomes(() => secret.count(), 0);
  });

  test('is sent a message for trying, and says what became of it', async () => {
    await press(person, button(page, `Trimite unul de probă la ${url}`));
    await sees(log(), /a ajuns · răspuns 200$/);
    deepEqual(
      heard.map(({ body }) => JSON.parse(body).type),
      ['webhook.test'],
    );
  });

  test('is off once its program says that it is gone, and on again when a message arrives', async () => {
    status = 410;
    await press(person, section(page).getByRole('button', { name: /^Trimite din nou: De probă/ }));
    await sees(section(page), 'oprită');
    await sees(section(page), /^A răspuns cu 410/);
    await sees(log(), /nu a ajuns · răspuns 410$/);
    await shows('an address that is off');
    status = 204;
    await press(person, section(page).getByRole('button', { name: /^Trimite din nou: De probă/ }));
    await sees(log(), /a ajuns · răspuns 204$/);
    await becomes(() => section(page).getByText('oprită', { exact: true }).count(), 0);
    equal(new Set(heard.map(({ id }) => id)).size, 1);
  });

  test('sleeps while the plan is over, and says so', async () => {
    await setPlan('free');
    await page.reload();
    await sees(section(page), 'doarme');
    equal(await button(page, 'Adaugă o adresă').count(), 0);
    equal(
      await section(page)
        .getByRole('button', { name: /^Trimite/ })
        .count(),
      0,
    );
    await setPlan('pro');
    await page.reload();
  });

  test('is removed after a question, with what was sent there', async () => {
    await press(person, button(page, `Șterge adresa ${url}`));
    await sees(page, 'Ștergi adresa?');
    await press(person, button(page, 'Șterge adresa'));
    await becomes(() => section(page).getByRole('listitem').count(), 0);
    // The address by http that was refused.
    deepEqual(
      problems.filter((problem) => !/ 422 .*\/api\/webhooks$/.test(problem)),
      [],
    );
    await person.context.close();
  });
});
