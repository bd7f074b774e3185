import { deepEqual, equal } from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import { enter, visit } from '../../support/batches.ts';
import { ADMIN, closeWindows, test, waitForAdmin } from '../../support/journey.ts';
import { type ModelMirror, modelMirror } from '../../support/model-mirror.ts';
import { looksRight } from '../../support/page-checks.ts';
import { type RunningApp, startApp } from '../../support/start-app.ts';
import { newPerson, sees } from '../../support/steps.ts';

/** The model that cuts out, as admins meet it: fetched by one press, shown on its way, refused and taken back. */

let app: RunningApp;
let browser: Browser;
let mirror: ModelMirror;

test.beforeAll(async ({ browser: own }) => {
  mirror = await modelMirror();
  browser = own;
  app = await startApp({ LOG_LEVEL: 'info', CUTOUT_MODEL: mirror.setting, ...ADMIN });
  await waitForAdmin(app);
});
test.afterAll(async () => {
  await closeWindows(browser);
  await app?.stop();
  await mirror?.close();
});

/** SHA-256 of IS-Net in eight bits. */
const EIGHT_BIT = '7001d60734fdc112dd9c062635fb59cd401fb82a9d4213134bce4dbd655c803a';
const SYSTEM = '/admin/dashboard?parte=sistem';
const panel = (page: Page) => page.getByRole('region', { name: 'Model de decupare' });
const button = (at: Locator, name: string) => at.getByRole('button', { name, exact: true });

test.describe('the model that cuts out', () => {
  test('is fetched by one press; the panel says why it is not there yet, how far it is, and what it is', async () => {
    const person = await newPerson(browser, app.url);
    const { page, context } = person;
    await enter(person, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
    await page.goto(SYSTEM);
    const here = panel(page);
    await sees(here, /^Redness se descarcă la prima decupare/);
    await looksRight(page, 'a model that is not there');

    mirror.refuseNext(404);
    await button(here, 'Descarcă acum').click();
    await sees(
      here,
      /nu s-a putut descărca: serverul de modele refuză \(HTTP 404\)\. Se încearcă din nou la \d\d:\d\d\./,
    );
    await looksRight(page, 'a model that waits');

    mirror.holdNextAt(0.6);
    await button(here, 'Descarcă acum').click();
    await sees(here, /^Redness se descarcă: 60\s%/);
    await looksRight(page, 'a model on its way');
    const overview = await context.newPage();
    await overview.goto('/admin/dashboard');
    await sees(overview, /^Modelul de decupare Redness se descarcă: 60\s%/);
    await looksRight(overview, 'the overview with a model on its way');
    await overview.close();

    mirror.cut();
    await sees(here, /legătura s-a întrerupt/);
    await button(here, 'Descarcă acum').click();
    await sees(here, 'Redness este pe server și decupează.');
    await sees(here.locator('dl'), 'CC0');
    await sees(here.locator('dl'), /^\d+ ms$/);
    await looksRight(page, 'a model that is there');

    await button(here, 'Nu folosi niciun model').click();
    const question = page.getByRole('alertdialog');
    await sees(question, /mai puține/);
    await looksRight(page, 'the question before there is no model');
    await button(question, 'Păstrează modelul').click();
    await sees(here, 'Redness este pe server și decupează.');
    await button(here, 'Folosește IS-Net').click();
    await sees(question, /^IS-Net are 179\sMB de descărcat\. Pe acest server, o fotografie va lua cam /);
    await looksRight(page, 'the question before a large model is fetched');
    await button(question, 'Renunță').click();
    await sees(here, 'Redness este pe server și decupează.');
    await button(here, 'Nu folosi niciun model').click();
    await button(question, 'Nu folosi niciun model').click();
    await sees(here, /^Niciunul, cum a ales un administrator\./);
    equal(await here.locator('dl').count(), 0);
    await button(here, 'Folosește Redness').click();
    await sees(here, 'Redness este pe server și decupează.');
    await page.goto('/admin/dashboard?parte=jurnal');
    await sees(page, 'A oprit modelul de decupare');
    await sees(page, 'A ales modelul de decupare Redness');
    await context.close();
  });

  test('is one line in the log when it begins, when it first fails and when it is there', async () => {
    const lines = app
      .output()
      .split('\n')
      .filter((line) => /cut-out model/.test(line))
      .map((line) => JSON.parse(line).msg as string);
    deepEqual(lines, [
      'a cut-out model is being fetched',
      'a cut-out model could not be fetched; tried again later',
      'the cut-out model is here',
    ]);
  });

  test('that the settings name is shown with its size and its trial, which refuses the eight-bit file', async () => {
    const { address: _, bytes: __, ...manifest } = JSON.parse(await readFile(mirror.setting, 'utf8'));
    const path = join(dirname(mirror.setting), 'beside.json');
    await writeFile(path, JSON.stringify(manifest));
    await app.restart({ CUTOUT_MODEL: path });
    const person = await newPerson(browser, app.url);
    const { page, context } = person;
    await enter(person, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
    await page.goto(SYSTEM);
    const here = panel(page);
    await sees(here, 'Cel din setările serverului.');
    const listed = here.getByRole('list', { name: 'Modele' });
    for (const words of [/^Redness/, 'pe server', 'O fotografie: se vede la încercare'])
      await sees(listed, words);
    await sees(here.locator('dl'), 'CC0');
    equal(await here.getByRole('alert').count(), 0);
    equal(await here.getByRole('button', { name: /^Folosește/ }).count(), 0);
    await looksRight(page, 'a model that the settings name');

    await writeFile(path, JSON.stringify({ ...manifest, name: 'IS-Net', sha256: EIGHT_BIT }));
    await button(here, 'Încearcă din nou').click();
    await sees(here.getByRole('alert'), 'Modelul nu merge. Se decupează fără el.');
    await sees(here.getByRole('alert'), /^Fișierul este IS-Net pe opt biți \(quint8\)/);
    await looksRight(page, 'the eight-bit model, refused');
    await context.close();
  });

  test('is not shown to those who are no admins', async () => {
    const { person, client } = await visit(browser, app.url, { email: 'simplu@fotolot.example' });
    equal((await client.call('GET', '/api/admin/models')).status, 403);
    equal((await client.call('POST', '/api/admin/models', { body: { choice: 'off' } })).status, 403);
    await person.context.close();
  });
});
