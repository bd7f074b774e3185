import { deepEqual, ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import type { BrowserContext, Page } from '@playwright/test';
import { readBatch, visit } from '../../e2e/support/batches.ts';
import { launchBrowser } from '../../e2e/support/find-browser.ts';
import { renderScenes } from '../../e2e/support/photo-files.ts';
import {
  becomes,
  openRecipe,
  openSection,
  pickPhotos,
  press,
  seesAllArrived,
  until,
} from '../../e2e/support/steps.ts';

const ROOT = join(import.meta.dirname, '..', '..');

test('a tab of the old version works on through an upgrade, opens parts that it never fetched, and only its next load brings the new page', async (t) => {
  const program = spawn(process.execPath, ['lab/upgrade/upgrade-program.ts'], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(async () => {
    program.stdin.end();
    if (program.exitCode === null) await once(program, 'exit');
  });
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  const said = async () => JSON.parse((await lines.next()).value ?? '{}') as { url: string };
  const replace = async (role: 'web' | 'worker') => {
    program.stdin.write(`${role}\n`);
    await said();
  };
  const { url } = await said();
  const [browser, scenes] = await Promise.all([launchBrowser(), renderScenes(2, 1)]);
  t.after(() => Promise.all([browser.close(), scenes.remove()]));
  const { person, client } = await visit(browser, url, { email: 'dealer@fotolot.example' });
  const { page, context } = person;
  const problems = refusals(context);
  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));
  const goTo = (name: string) => press(person, page.getByRole('navigation').getByRole('link', { name }));

  await page.goto('/dashboard');
  deepEqual(await listVersions(page), ['v1']);
  await replace('web');
  await goTo('Prețuri');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const another = await context.newPage();
  await another.goto('/gallery');
  deepEqual(await listVersions(another), ['v1'], 'as long as an old web process lives');

  await replace('worker');
  await goTo('Panou');
  await press(person, page.locator('main a[href="/upload"]').first());
  await pickPhotos(person, scenes.paths);
  await seesAllArrived(page, scenes.paths.length);

  // The editor was never fetched while a process lived that has this version on its disk.
  await replace('web');
  await openRecipe(person);
  const batchId = page.url().split('/').at(-1) ?? '';
  await openSection(person, 'Încadrare');
  await page.getByRole('radio', { name: 'Pătrat' }).check({ force: true });
  await until(
    async () => (await readBatch(client, batchId)).recipe.crop,
    (crop) => crop === '1:1',
  );
  deepEqual(await listVersions(page), ['v1']);
  deepEqual(loads.length, 1, 'the tab was never loaded anew');

  await becomes(async () => {
    await another.reload();
    return listVersions(another);
  }, ['v2']);
  deepEqual(problems, []);
  ok(program.exitCode === null);
});

/** Requests that were refused, and those that were cut. The live stream may be: it goes on elsewhere. */
function refusals(context: BrowserContext): string[] {
  const problems: string[] = [];
  context.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    if (!request.url().endsWith('/api/live') && reason !== 'net::ERR_ABORTED')
      problems.push(`${reason} ${request.url()}`);
  });
  return problems;
}

/** Of which versions the scripts are that a page has fetched. */
async function listVersions(page: Page): Promise<string[]> {
  const names = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  return [...new Set(names.flatMap((name) => /-(v\d)\.js$/.exec(name)?.[1] ?? []))];
}
