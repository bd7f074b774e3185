import { equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type Browser, test as base } from '@playwright/test';
import { ApiClient } from './api-client.ts';
import { launchBrowser } from './find-browser.ts';
import { inDatabase } from './seeded-photos.ts';
import { type Shop, startShop } from './shop.ts';
import type { RunningApp } from './start-app.ts';
import { until } from './steps.ts';

/** The admin of every server that is started with it. */
export const ADMIN = { ADMIN_EMAIL: 'admin@fotolot.example', ADMIN_PASSWORD: 'parola adminului' };

/** Resolves once the first admin can sign in, which is a moment after the server is healthy. */
export async function waitForAdmin(app: RunningApp): Promise<void> {
  await until(
    async () => app.output(),
    (said) => said.includes('Admins sign in'),
  );
}

/**
 * A worker starts one browser for all of its files, and one server for those that need no settings of their own and neither kill it nor
 * look at all of its rows. Files go one after another: what one leaves there are accounts of other names.
 */
export const test = base.extend<object, { browser: Browser; shared: Shop }>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that it needs no other
    async ({}, use) => {
      const browser = await launchBrowser();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  shared: [
    async ({ browser }, use) => {
      const shop = await startShop(browser, ADMIN);
      await waitForAdmin(shop.app);
      await use(shop);
      await shop.app.stop();
    },
    { scope: 'worker' },
  ],
});

/** Closes the people's windows of a file. */
export async function closeWindows(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

/** Ends a file on the shared server: the limits of its address begin anew for the next one. */
export async function leave({ app, browser }: Shop): Promise<void> {
  await closeWindows(browser);
  await inDatabase(app.dataDir, 'delete from rate_limits');
}

/** Has an admin give the client's account so many credits. */
export async function giveCredits(client: ApiClient, url: string, delta: number): Promise<void> {
  const admin = new ApiClient(url);
  const [email, password] = [ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD];
  equal((await admin.call('POST', '/api/auth/login', { body: { email, password } })).status, 200);
  const { uid } = (await client.call('GET', '/api/auth/session')).body.user;
  const gift = { delta, days: null, reason: 'Probă', key: randomUUID() };
  equal((await admin.call('POST', `/api/admin/users/${uid}/credits`, { body: gift })).status, 200);
}
