import { equal, match, ok } from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { type ApiClient, runTool } from '../../support/api-client.ts';
import { fillBatch, processBatch, readBatch, startBatch, visit } from '../../support/batches.ts';
import { closeWindows, test } from '../../support/journey.ts';
import { getFileName, renderScenes, SAMPLES, type Scenes } from '../../support/photo-files.ts';
import { type RunningApp, startApp } from '../../support/start-app.ts';
import {
  becomes,
  getPath,
  litFrames,
  type Person,
  pressStart,
  sees,
  seesBalance,
  until,
} from '../../support/steps.ts';

/** One batch in several tabs, with a server that comes and goes. */
const PHOTOS = 14;

let app: RunningApp;
let browser: Browser;
let scenes: Scenes;

test.beforeAll(async ({ browser: own }) => {
  browser = own;
  [app, scenes] = await Promise.all([
    startApp({ LOG_LEVEL: 'warn', LOT_PROCESSES: '1' }),
    renderScenes(PHOTOS, 3),
  ]);
});

test.afterAll(async () => {
  await closeWindows(browser);
  await app?.stop();
  await scenes?.remove();
});

async function openTab({ context }: Person, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

const startButton = (page: Page) => page.getByRole('button', { name: /^Procesează / });
const results = (page: Page) => page.getByRole('button', { name: /^Compară / });
const isAny = (lit: number) => lit > 0;
const closeAll = ({ context }: Person) => context.close();

test.describe('a batch that runs', () => {
  test.describe.configure({ mode: 'serial' });
  let person: Person;
  let first: Page;
  let second: Page;
  let dashboard: Page;

  test.beforeAll(async () => {
    const { person: owner, client } = await visit(browser, app.url, { email: 'magazin@fotolot.example' });
    person = owner;
    const path = `/process/${await fillBatch(client, 'Paisprezece poze', scenes.paths)}`;
    first = await openTab(person, path);
    second = await openTab(person, path);
    dashboard = await openTab(person, '/dashboard');
  });
  test.afterAll(() => closeAll(person));

  test('lights up in every tab and on the dashboard, and the balance follows in all of them', async () => {
    await startButton(second).waitFor();
    for (const page of [first, second, dashboard]) await seesBalance(page, '3 credite');
    await pressStart({ ...person, page: first }, `Procesează ${PHOTOS} fotografii – 1 credit (rămân 2)`);
    for (const page of [first, second]) await until(() => litFrames(page), isAny);
    const strip = dashboard.getByRole('region', { name: 'Lot în lucru: Paisprezece poze' });
    await until(() => strip.getByRole('listitem').filter({ hasText: 'gata' }).count(), isAny);
    for (const page of [first, second, dashboard]) await seesBalance(page, '2 credite');
  });

  test('is still there after a reload in the middle', async () => {
    await first.reload();
    await until(() => litFrames(first), isAny);
    await sees(first, `din ${PHOTOS}`);
  });

  test('goes on after the server was restarted and killed in the middle', async () => {
    await app.restart();
    const lit = await litFrames(second);
    await until(
      () => litFrames(second),
      (now) => now > lit,
    );
    ok(lit < PHOTOS);
    await app.kill('SIGKILL');
    await sees(second, /^Fără legătură cu serverul/);
    await app.restart();
    for (const page of [first, second]) await becomes(() => results(page).count(), PHOTOS);
  });

  test('ends in every tab, paid once', async () => {
    for (const page of [first, second]) {
      await page.getByRole('heading', { name: 'Gata de publicat' }).waitFor();
      await seesBalance(page, '2 credite');
    }
    await dashboard.getByRole('link', { name: /gata Paisprezece poze/ }).waitFor();
    await seesBalance(dashboard, '2 credite');
    await dashboard.getByText('Fără legătură cu serverul').waitFor({ state: 'hidden' });
    const { output } = await runTool('tools/verify.ts', ['--strict', '--deep'], { dataDir: app.dataDir });
    match(output, /everything holds/);
  });
});

test.describe('a batch that is stopped from another tab', () => {
  test.describe.configure({ mode: 'serial' });
  let person: Person;
  let client: ApiClient;
  let batchId: string;
  let first: Page;
  let second: Page;

  test.beforeAll(async () => {
    ({ person, client } = await visit(browser, app.url, { email: 'oprit@fotolot.example' }));
    batchId = await fillBatch(client, 'De oprit', scenes.paths);
    first = await openTab(person, `/process/${batchId}`);
    second = await openTab(person, `/process/${batchId}`);
  });
  test.afterAll(() => closeAll(person));

  test('keeps what is done, and both tabs say so', async () => {
    await startButton(first).click();
    await until(() => litFrames(second), isAny);
    await second.getByRole('button', { name: 'Oprește', exact: true }).click();
    await second.getByRole('button', { name: 'Oprește procesarea' }).click();
    for (const page of [first, second]) {
      await sees(page, 'oprită înainte să-i vină rândul');
      await sees(page, /· oprit$/);
      await seesBalance(page, '2 credite');
    }
    const done = await results(first).count();
    ok(done > 0 && done < PHOTOS, `${done} done`);
    await second.goto('/dashboard');
    await second.getByRole('img', { name: /^Fotografii în ultimele 30 de zile: / }).waitFor();
    await first.getByRole('button', { name: /^Procesează și celelalte .* – gratuit$/ }).click();
    await becomes(() => results(first).count(), PHOTOS);
    await second
      .getByRole('img', { name: `Fotografii în ultimele 30 de zile: ${PHOTOS} fotografii` })
      .waitFor();
    await seesBalance(second, '2 credite');
  });

  test('made anew and stopped, says which photos are new and which are as before, and offers the rest', async () => {
    const { photoIds } = await readBatch(client, batchId);
    const key = { 'idempotency-key': 'made-anew' };
    await client.call('POST', `/api/batches/${batchId}/start`, { body: { photoIds, cost: 0 }, headers: key });
    const { run } = await until(
      () => readBatch(client, batchId),
      (batch) => photoIds.some((id: string) => batch.run.photos[id].state === 'done'),
    );
    await client.call('POST', `/api/batches/${batchId}/runs/${run.id}/cancel`);
    const stopped = await until(
      () => readBatch(client, batchId),
      (batch) => batch.run.finishedAt !== null,
    );
    const left: boolean[] = photoIds.map((id: string) => stopped.run.photos[id].state === 'cancelled');
    const made = left.filter((isLeft) => !isLeft).length;
    ok(made > 0 && made < PHOTOS, `${made} made anew`);
    const note = first.getByRole('region', { name: 'Procesare oprită' });
    await sees(
      note,
      new RegExp(`^S-(a|au) refăcut ${made} fotografi.*; ${PHOTOS - made} fotografi.* rămas ca înainte`),
    );
    await becomes(
      () =>
        results(first).evaluateAll((all) => all.map(({ ariaLabel }) => /, ca înainte/.test(`${ariaLabel}`))),
      left,
    );
    await note.getByRole('button', { name: /gratuit$/ }).waitFor();
  });
});

test.describe('a batch with a photo that cannot be processed', () => {
  test('delivers the rest, says why, and tries again until it works', async () => {
    const { person, client } = await visit(browser, app.url, { email: 'poza-stricata@fotolot.example' });
    const [bad = '', ...good] = SAMPLES.slice(0, 3);
    const batchId = await fillBatch(client, 'Una stricată', [bad, ...good]);
    const page = await openTab(person, `/process/${batchId}`);
    const mend = await breakOriginal(bad);
    await startButton(page).click();
    const reason = page
      .getByRole('list', { name: 'OLX' })
      .getByRole('listitem')
      .filter({ hasText: getFileName(bad) });
    await sees(reason, 'Fișierul este deteriorat sau incomplet. Trimite‑l din nou de pe telefon.');
    equal(await results(page).count(), 2);
    await sees(page, /^O fotografie n-a ieșit: 0/);
    await seesBalance(page, '2 credite');
    const retry = page.getByRole('button', { name: 'Încearcă din nou fotografia nereușită – gratuit' });
    await retry.click();
    await until(
      async () => (await readBatch(client, batchId)).run,
      ({ number, finishedAt }) => number === 2 && finishedAt !== null,
    );
    await sees(reason, 'Fișierul este deteriorat sau incomplet. Trimite‑l din nou de pe telefon.');
    await mend();
    await retry.click();
    await becomes(() => results(page).count(), 3);
    await seesBalance(page, '2 credite');
    await closeAll(person);
  });
});

/** Breaks the stored original of a picked file as a bad disk would; returns a function that mends it. */
async function breakOriginal(path: string): Promise<() => Promise<void>> {
  const whole = await readFile(path);
  const originals = globSync('**/originals/**', { cwd: app.dataDir, withFileTypes: true });
  for (const entry of originals.filter((one) => one.isFile())) {
    const stored = join(entry.parentPath, entry.name);
    if (!whole.equals(await readFile(stored))) continue;
    await writeFile(stored, whole.subarray(0, whole.length / 3));
    return () => writeFile(stored, whole);
  }
  throw new Error(`${path} is not among the originals`);
}

test.describe('the last credit', () => {
  test.describe.configure({ mode: 'serial' });
  let person: Person;
  let client: ApiClient;
  let page: Page;
  let other: Page;
  const title = 'Nu mai ai credite';
  const getDialog = (tab: Page) => tab.getByRole('alertdialog', { name: title });

  test.beforeAll(async () => {
    ({ person, client } = await visit(browser, app.url, { email: 'ultimul-credit@fotolot.example' }));
    for (const sample of SAMPLES.slice(0, 2)) {
      await processBatch(client, await fillBatch(client, getFileName(sample), [sample]));
    }
    page = await openTab(person, `/process/${await fillBatch(client, 'Al treilea', SAMPLES.slice(2, 3))}`);
    other = await openTab(person, '/dashboard');
  });
  test.afterAll(() => closeAll(person));

  test('opens a dialog in every tab that only its own buttons close', async () => {
    await seesBalance(other, '1 credit');
    await pressStart({ ...person, page }, 'Procesează 1 fotografie – 1 credit (rămân 0)');
    for (const tab of [page, other]) await getDialog(tab).waitFor();
    // The results come in behind the dialog and leave it the focus.
    await page.locator('main').getByText('Descarcă').first().waitFor({ state: 'attached' });
    for (const key of ['Tab', 'Tab', 'Tab']) {
      const isInside = () =>
        page.evaluate(() => document.activeElement?.closest('[role="alertdialog"]') !== null);
      await becomes(isInside, true);
      await page.keyboard.press(key);
    }
    await other.mouse.click(5, 5);
    await other.mouse.click(1270, 850);
    equal(await getDialog(other).count(), 1);
    const dismissed = other.evaluate(
      () =>
        new Promise<string>((resolve) =>
          window.addEventListener('fotolot:zero-credits-dismiss', ({ type }) => resolve(type)),
        ),
    );
    await getDialog(other).getByRole('button', { name: 'Poate mai târziu' }).click();
    await getDialog(other).waitFor({ state: 'hidden' });
    await dismissed;
    equal(getPath(other), '/dashboard');
  });

  test('leads to the plans, and does not come back in this session', async () => {
    await getDialog(page).getByRole('button', { name: 'Încarcă aici credite' }).click();
    await page.waitForURL('**/pricing?from=%2Fprocess%2Flot_*#plans');
    await page.reload();
    await seesBalance(page, '0 credite');
    await page.getByRole('heading', { name: 'Planuri' }).waitFor();
    equal(await getDialog(page).count(), 0);
  });

  test('leaves a clear sentence on the next batch, which does not start', async () => {
    const batchId = await fillBatch(client, 'Al patrulea', SAMPLES.slice(3, 4));
    await page.goto(`/process/${batchId}`);
    const button = page.getByRole('button', { name: 'Costă 1 credit, ai 0', exact: true });
    equal(await button.getAttribute('aria-disabled'), 'true');
    await button.click({ force: true });
    await page.getByRole('main').getByRole('link', { name: 'Încarcă credite', exact: true }).waitFor();
    const refused = await startBatch(client, batchId);
    equal((await readBatch(client, batchId)).run, null);
    match(refused.body.message, /^Nu ai destule credite: lotul costă 1 credit, iar tu ai 0\.$/);
  });
});
