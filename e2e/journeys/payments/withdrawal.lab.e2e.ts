import { deepEqual, equal } from 'node:assert/strict';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { drawRows } from '#testing/draws.ts';
import { runTool } from '../../support/api-client.ts';
import { enter, visit } from '../../support/batches.ts';
import { ADMIN, closeWindows, test } from '../../support/journey.ts';
import { findingsInTheme, sidewaysScrollers } from '../../support/page-checks.ts';
import { backAt, buy, payWith, startShop } from '../../support/shop.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { becomes, newPerson, press, sees, watchProblems } from '../../support/steps.ts';

/** „Retrage-te din contract aici”, signed out and with card payments off, and how an admin pays what is owed. */
const EMAIL = 'fara-cont@fotolot.example';
/** Pictures of what it looks like, for who wants to see it. */
const { SCREENSHOTS } = process.env;

let app: RunningApp;
let browser: Browser;

test.beforeAll(async ({ browser: own }) => {
  ({ app, browser } = await startShop(own, ADMIN));
});
test.afterAll(async () => {
  await closeWindows(browser);
  const verdict = app && (await runTool('tools/verify.ts', [], { dataDir: app.dataDir }));
  await app?.stop();
  equal(verdict?.code, 0, verdict?.output);
});

async function look(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const width of drawRows([1280, 360], 1)) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of drawRows(['light', 'dark'] as const, 1)) {
      found.push(...(await findingsInTheme(page, colorScheme)));
      if (SCREENSHOTS)
        await page.screenshot({
          path: join(SCREENSHOTS, `${name}-${width}-${colorScheme}.png`),
          fullPage: true,
        });
    }
    await becomes(() => sidewaysScrollers(page), []);
  }
  return found;
}

test('withdrawing signed out with payments off ends the contract, and an admin pays what is owed', async () => {
  const { person: buyer } = await visit(browser, app.url, { email: EMAIL });
  await buy(buyer, 'Starter 10');
  await payWith(buyer.page, 'Plată acceptată');
  await backAt(buyer.page);
  await buyer.page.getByRole('heading', { level: 1, name: 'Plata a reușit' }).waitFor();
  const orderId = new URL(buyer.page.url()).searchParams.get('orderId') ?? '';
  const said = await buyer.page.getByText(/^Comanda [2-9A-Z]{5}-[2-9A-Z]{5}$/).textContent();
  const number = said?.replace('Comanda ', '') ?? '';
  await buyer.context.close();
  await app.restart({ NETOPIA_MODE: 'off' });

  const person = await newPerson(browser, app.url, { device: 'phone' });
  const { page } = person;
  const problems = watchProblems(person);
  const found: string[] = [];
  await page.goto('/login');
  await press(
    person,
    page
      .getByRole('navigation', { name: 'Documente' })
      .getByRole('link', { name: 'Retrage-te din contract aici' }),
  );
  await page.getByRole('heading', { level: 1, name: 'Retrage-te din contract aici' }).waitFor();
  equal(await page.locator('script').count(), 0);
  found.push(...(await look(page, 'ask')));
  await page.getByLabel('Numele tău').fill('Ștefania Țurcanu');
  await page.getByLabel('Numărul comenzii').fill(number);
  await page.getByLabel('Adresa de email a contului').fill('alta@fotolot.example');
  await press(person, page.getByRole('button', { name: 'Continuă' }));
  await page.getByRole('heading', { level: 1, name: 'Uită-te în email' }).waitFor();
  found.push(...(await look(page, 'mailed')));
  await page.getByLabel('Adresa de email a contului').fill(EMAIL);
  await press(person, page.getByRole('button', { name: 'Continuă' }));
  await page.getByRole('heading', { level: 1, name: 'Te retragi din contract?' }).waitFor();
  await sees(page, '10 credite ies din cont.');
  found.push(...(await look(page, 'confirm')));
  await press(person, page.getByRole('button', { name: 'Confirmă retragerea' }));
  await page.getByRole('heading', { level: 1, name: 'Am primit retragerea ta' }).waitFor();
  await sees(page, `„Mă retrag din contractul pentru comanda ${number}: Starter 10.”`);
  await sees(page, /^Retragerea e valabilă și îți datorăm 50\slei\./);
  found.push(...(await look(page, 'receipt')));
  await page.goto('/legal/accessibility');
  found.push(...(await look(page, 'accessibility')));
  await person.context.close();

  const admin = await newPerson(browser, app.url);
  await enter(admin, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
  await admin.page.goto('/admin/dashboard');
  const owed = admin.page.getByRole('region', { name: 'Bani datorați după retrageri' });
  await sees(owed, /^50\slei până pe \d+ \S+ 20\d\d$/);
  found.push(...(await look(admin.page, 'owed')));
  await admin.page.setViewportSize({ width: 1280, height: 800 });
  await press(admin, owed.getByRole('button', { name: 'Notează plata' }));
  await sees(owed, 'Scrie numărul plății.');
  await owed.getByLabel('Numărul plății').fill('OP 17');
  await press(admin, owed.getByRole('button', { name: 'Notează plata' }));
  await owed.waitFor({ state: 'detached' });
  await admin.page.goto(`/admin/dashboard?order=${orderId}`);
  await sees(admin.page, /^50\slei au fost datorați și s-au plătit\.$/);
  await sees(admin.page, /^Banii datorați au fost plătiți prin transfer, nr\. OP 17, pe/);
  found.push(...(await look(admin.page, 'order')));
  await admin.context.close();
  deepEqual(found, []);
  deepEqual(problems, []);
});
