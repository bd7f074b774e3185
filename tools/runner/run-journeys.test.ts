import { deepEqual, equal, match } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';
import { runJourneys } from './run-journeys.ts';

/** Long enough for Playwright to start its workers, whose beginnings are no progress yet. */
const SHORT = { idleMs: 3000, cpuMs: 60_000, everyMs: 100 };

describe('a run of journeys', () => {
  let folder: TemporaryFolder;
  const file = async (name: string, body: string) => {
    const path = join(folder.path, `${name}.e2e.mjs`);
    await writeFile(
      path,
      `import { test } from '${import.meta.resolve('@playwright/test')}';\nconst waitForEver = () => new Promise(() => setInterval(() => {}, 1000));\n${body}\n`,
    );
    return path;
  };
  const run = (files: string[], together = 1) =>
    runJourneys(files, {
      scratch: folder.path,
      env: async () => ({}),
      patience: SHORT,
      together,
      playwright: { config: join(folder.path, 'playwright.config.mjs'), output: join(folder.path, 'traces') },
    });
  const good = (name: string) => file(name, "test('passes', () => {});");

  before(async () => {
    folder = await makeTemporaryFolder();
    const own = pathToFileURL(join(import.meta.dirname, '../../playwright.config.ts'));
    await writeFile(
      join(folder.path, 'playwright.config.mjs'),
      `import own from '${own}';\nexport default { ...own, testDir: '.', testMatch: '*.e2e.mjs' };`,
    );
  });
  after(() => folder.remove());

  it('counts what passed and what failed, and names each failure with its file', async () => {
    const bad = await file(
      'a-bad',
      "test('fails', () => { throw new Error('on purpose'); });\ntest('passes then', () => {});",
    );
    const { passed, failed, failures } = await run([bad, await good('a-good')], 2);
    deepEqual([passed, failed], [2, 1]);
    deepEqual(failures, [{ kind: 'failed', file: bad, name: 'fails', message: 'Error: on purpose' }]);
  });

  it('counts as failed what is not run: after a failure that it goes on from, or skipped', async () => {
    const bad = await file(
      'b-serial',
      `test.describe('in order', () => {
        test.describe.configure({ mode: 'serial' });
        test('first', () => { throw new Error('on purpose'); });
        test('second', () => {});
      });
      test.skip('third', () => {});`,
    );
    const { passed, failed, failures } = await run([bad]);
    deepEqual([passed, failed], [0, 3]);
    deepEqual(
      failures.map(({ name, message }) => [name, message]),
      [
        ['first', 'Error: on purpose'],
        ['second', 'was not run'],
        ['third', 'was not run'],
      ],
    );
  });

  it('counts as failed a file without a test, and a run with a test that is called the only one', async () => {
    const empty = await file('c-empty', '');
    const { passed, failed, failures } = await run([empty, await good('c-good')]);
    deepEqual([passed, failed, failures[0]?.file], [1, 1, empty]);
    const alone = await run([await file('c-only', "test.only('alone', () => {});")]);
    equal(alone.passed, 0);
    match(alone.failures[0]?.message ?? '', /focused with '.only' is not allowed/);
  });

  it('names the file that waits for what never comes, fails it, and goes on with the next', async () => {
    const hanging = await file(
      'd-waits',
      "test('is quick', () => {});\ntest('waits for ever', waitForEver);",
    );
    const { passed, failed, failures } = await run([hanging, await good('e-good')]);
    deepEqual([passed, failed, failures.map((failure) => failure.file)], [2, 1, [hanging]]);
    match(failures[0]?.message ?? '', /did nothing for .*in „waits for ever”/);
  });

  it('does the same where what never comes is awaited before the first test', async () => {
    const hanging = await file('f-waits', "test.beforeAll(waitForEver);\ntest('never begins', () => {});");
    const { passed, failed, failures } = await run([hanging, await good('f-good')], 2);
    deepEqual([passed, failed, failures.map((failure) => failure.file)], [1, 1, [hanging]]);
  });

  it('counts a worker that ends before its tests do as a failure of the test it was in', async () => {
    const ending = await file('g-ends', "test('ends', async () => { await null; process.exit(3); });");
    const { failed, failures } = await run([ending]);
    deepEqual([failed, failures[0]?.file, failures[0]?.name], [1, ending, 'ends']);
  });
});
