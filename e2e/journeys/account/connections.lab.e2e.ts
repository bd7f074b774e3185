import { equal } from 'node:assert/strict';
import type { Browser } from '@playwright/test';
import { visit } from '../../support/batches.ts';
import { closeWindows, test } from '../../support/journey.ts';
import { looksRight } from '../../support/page-checks.ts';
import { type RunningApp, startApp } from '../../support/start-app.ts';
import { sees } from '../../support/steps.ts';

let app: RunningApp;
let browser: Browser;

test.beforeAll(async ({ browser: own }) => {
  browser = own;
  app = await startApp({
    AUTOVIT_MODE: 'off',
    WOOCOMMERCE_MODE: 'off',
    OLX_MODE: 'auto',
    OLX_CLIENT_ID: '1',
    OLX_CLIENT_SECRET: 'x',
  });
});
test.afterAll(async () => {
  await closeWindows(browser);
  await app?.stop();
});

test('an account at the real OLX cannot be linked on an address of this machine alone, and the page says why', async () => {
  const { person } = await visit(browser, app.url, { email: 'acasa@fotolot.example' });
  const { page } = person;
  await page.goto('/settings#connections');
  const section = page.getByRole('region', { name: 'Conturi legate' });
  await sees(section, /se poate lega doar când Fotolot are o adresă publică, cu https/);
  equal(await section.getByRole('button').count(), 0);
  equal(await section.getByText('MOD TEST').count(), 0);
  await looksRight(page, 'accounts that cannot be linked');
  await app.restart({ OLX_MODE: 'off', AUTOVIT_MODE: 'off', WOOCOMMERCE_MODE: 'off' });
  await page.reload();
  await page.getByRole('heading', { name: 'Notificări' }).waitFor();
  equal(await page.getByText('Conturi legate').count(), 0);
});
