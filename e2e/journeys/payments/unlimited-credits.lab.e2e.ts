import { equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { ApiClient } from '../../support/api-client.ts';
import { enter, fillBatch, type Visit, visit } from '../../support/batches.ts';
import { ADMIN, leave, test } from '../../support/journey.ts';
import { SAMPLES } from '../../support/photo-files.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { newPerson, until } from '../../support/steps.ts';

/** An account without a limit sees ∞ wherever credits are shown. */
let app: RunningApp;
let browser: Browser;
let visitor: Visit;
let [uid, batch] = ['', ''];

test.beforeAll(async ({ shared }) => {
  ({ app, browser } = shared);
  visitor = await visit(browser, app.url, { email: 'fara-limita@fotolot.example' });
  uid = (await visitor.client.call('GET', '/api/users/me')).body.uid;
  batch = await fillBatch(visitor.client, 'Scaun', SAMPLES.slice(0, 1));
  const admin = new ApiClient(app.url);
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = ADMIN;
  await admin.call('POST', '/api/auth/login', { body: { email, password } });
  const plan = { plan: 'test', days: null, withCredits: true, reason: 'O probă', key: randomUUID() };
  equal((await admin.call('POST', `/api/admin/users/${uid}/plan`, { body: plan })).status, 200);
});
test.afterAll(async ({ shared }) => {
  await leave(shared);
});

/** The page's main part as it is seen: without what is there for screen readers alone. */
const seen = (page: Page) =>
  page.getByRole('main').evaluate((main: HTMLElement) => {
    const hidden = [...main.querySelectorAll<HTMLElement>('.sr-only')];
    for (const one of hidden) one.style.display = 'none';
    const text = (main as HTMLElement).innerText;
    for (const one of hidden) one.style.display = '';
    return text;
  });

async function shows(page: Page, path: string, words: RegExp): Promise<void> {
  await page.goto(path);
  const text = await until(
    () => seen(page),
    (said) => words.test(said),
  );
  ok(!/nelimitat|[-−]1 (de )?credit/i.test(text), `${path}: ${text}`);
  ok((await page.getByRole('main').textContent())?.includes('nelimitat'), path);
}

test.describe('unlimited credits', () => {
  test('are ∞ on the pages of their owner, and „nelimitat” for screen readers alone', async () => {
    const { page } = visitor.person;
    await shows(page, '/dashboard', /∞\s*credite/);
    await shows(page, '/pricing', /Ai acum ∞ credite/);
    await shows(page, '/settings', /∞ credite/);
    await shows(page, '/payments/netopia/return', /În cont ai ∞ credite/);
    await shows(page, `/process/${batch}`, /rămân ∞/);
    await page.goto('/gallery');
    await page
      .getByRole('option')
      .first()
      .click({ modifiers: ['ControlOrMeta'] });
    await page.getByRole('region', { name: 'Fotografii alese' }).getByText('ai ∞').waitFor();
    equal(/nelimitat/.test(await seen(page)), false);
    await page.getByTestId('credits').getByText('∞').waitFor();
    await visitor.person.context.close();
  });

  test('are ∞ in the admin area', async () => {
    const { page, context } = await newPerson(browser, app.url).then(async (person) => {
      await enter(person, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
      return person;
    });
    await shows(page, '/admin/users', /∞ credite/);
    await shows(page, `/admin/users/${uid}`, /∞ credite/);
    await shows(page, `/admin/users/${uid}?parte=bani`, /∞ credite/);
    await shows(page, '/admin/dashboard?parte=oferta', /∞ credite/);
    await context.close();
  });
});
