import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { runTool } from './api-client.ts';
import { launchBrowser } from './find-browser.ts';
import { fillLot, visit } from './lots.ts';
import { accessibilityFindings, sidewaysScrollers } from './page-checks.ts';
import { SAMPLES } from './photo-files.ts';
import { backAt, buy, desk, fillBilling, ORDER, openSheet, order, payWith, sheet } from './shop.ts';
import { type RunningApp, startApp } from './start-app.ts';
import {
  address,
  becomes,
  fillAccount,
  newPerson,
  PASSWORD,
  press,
  sees,
  seesBalance,
  watchProblems,
} from './steps.ts';

/** Buying a package with a card, with the provider's stand-in at the other end. */
let app: RunningApp;
let browser: Browser;
let sim: ReturnType<typeof desk>;

before(async () => {
  [app, browser] = await Promise.all([
    startApp({ LOG_LEVEL: 'info', NETOPIA_MODE: 'simulator' }),
    launchBrowser(),
  ]);
  const said = /"url":"(http:[^"]+)","msg":"card payments go to the simulator/.exec(app.output());
  sim = desk(said?.[1] ?? '');
});
after(async () => {
  await browser?.close();
  const verdict = app && (await runTool('tools/verify.ts', [], app.dataDir));
  await app?.stop();
  equal(verdict?.code, 0, verdict?.output);
});

const MARKER = 'MOD TEST – nu se încasează bani';
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const visitor = (name: string, device: 'phone' | 'desk' = 'desk') =>
  visit(browser, app.url, `${name}@fotolot.example`, device);

describe('buying a package', () => {
  it('shows the sheet, names what is missing, and credits a good card once the provider has said so', async () => {
    const { person } = await visitor('card-bun');
    const { page } = person;
    const problems = watchProblems(person);
    await page.goto('/pricing#packages');
    await sees(page, MARKER);
    await sees(page, /Plătești cu cardul, pe pagina NETOPIA; numărul cardului nu ajunge la noi\./);
    const form = await openSheet(person, 'Pro 25');
    await sees(form, MARKER);
    await sees(form, /^25 de credite\. Ajung pentru 25 de loturi/);
    await sees(form, /^Valabile 24 de luni, până pe /);
    await sees(form, '100 Lei');
    for (const box of await form.getByRole('checkbox').all()) equal(await box.isChecked(), false);
    await press(person, form.getByRole('button', { name: ORDER }));
    await sees(form, 'Completează datele de facturare marcate.');
    equal(await form.getByLabel('Prenume').evaluate((field) => field === document.activeElement), true);
    await fillBilling(form);
    await press(person, form.getByRole('button', { name: ORDER }));
    await sees(form, 'Bifează cele două căsuțe ca să poți comanda.');
    await order(person, form);
    await payWith(page, 'Plată acceptată');
    await backAt(page);
    await heading(page, 'Plata a reușit');
    await sees(page, /Ai primit 25 de credite\. Acum ai 28 de credite\./);
    await seesBalance(page, '28 de credite');
    await page.getByRole('link', { name: 'Adaugă fotografii' }).waitFor();
    deepEqual(problems, []);
    await person.context.close();
  });
});
