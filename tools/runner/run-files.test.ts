import { deepEqual, equal, match } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';
import { runFiles } from './run-files.ts';

/** Small, so that hanging is soon told. A slow machine needs no more: neither counts while it only makes others wait. */
const SHORT = { idleMs: 1500, cpuMs: 3000, everyMs: 100 };

describe('a run of test files', () => {
  let folder: TemporaryFolder;
  const file = async (name: string, body: string) => {
    const path = join(folder.path, `${name}.test.mjs`);
    await writeFile(path, `import { it } from 'node:test';\n${body}\n`);
    return path;
  };
  const run = (files: string[], more: { together?: number; apart?: boolean } = {}) =>
    runFiles(files, {
      scratch: folder.path,
      env: async () => ({}),
      patience: SHORT,
      ...more,
    });
  const good = () => file('b-good', "it('passes', () => {});");
  const waiting = (name = 'a-waits') =>
    file(
      name,
      "it('is quick', () => {});\nit('waits for ever', () => new Promise(() => setInterval(() => {}, 1000)));",
    );

  before(async () => {
    folder = await makeTemporaryFolder();
  });
  after(() => folder.remove());

  it('names the file that waits for what never comes, fails it, and goes on with the next', async () => {
    const hanging = await waiting();
    const { passed, failed, failures } = await run([hanging, await good()]);
    deepEqual([passed, failed], [2, 1]);
    equal(failures[0]?.file, hanging);
    match(failures[0]?.message ?? '', /did nothing for .*in „waits for ever”/);
  });

  it('does the same where each file has a process of its own', async () => {
    const hanging = await waiting('c-waits');
    const { passed, failed, failures } = await run([hanging, await good()], { together: 2, apart: true });
    deepEqual([passed, failed, failures.map((failure) => failure.file)], [2, 1, [hanging]]);
  });

  it('does the same where two processes share the files, and runs each file once', async () => {
    const hanging = await waiting('e-waits');
    const others = await Promise.all(['f', 'g', 'h'].map((name) => file(name, "it('passes', () => {});")));
    const { passed, failed, failures } = await run([hanging, ...others], { together: 2 });
    deepEqual([passed, failed, failures.map((failure) => failure.file)], [4, 1, [hanging]]);
  });

  it('names the file that turns in a circle', async () => {
    const hanging = await file(
      'a-spins',
      "it('is quick', () => {});\nit('spins', async () => { await new Promise((done) => setTimeout(done, 50)); for (;;); });",
    );
    const { failed, failures } = await run([hanging, await good()]);
    deepEqual([failed, failures[0]?.file], [1, hanging]);
    match(failures[0]?.message ?? '', /of processor time and came no further/);
  });

  it('never gives up a file that is slow, however long it takes: with its work or step by step', async () => {
    const works = `
      const spent = () => Object.values(process.cpuUsage()).reduce((sum, part) => sum + part);
      const work = (ms) => { const before = spent(); while (spent() - before < ms * 1000); };`;
    const slow = await file(
      'd-slow',
      `${works}
      for (let n = 0; n < 5; n++) it('works ' + n, async () => { await new Promise((done) => setTimeout(done, 50)); work(800); });
      for (let n = 0; n < 5; n++) it('steps ' + n, () => new Promise((done) => setTimeout(done, 500)));`,
    );
    const { passed, failed } = await run([slow]);
    deepEqual([passed, failed], [10, 0]);
  });

  it('counts a process that ends before its tests do as a failure of the file it was in', async () => {
    const ending = await file('a-ends', "it('ends', async () => { await null; process.exit(3); });");
    const { failed, failures } = await run([ending]);
    deepEqual([failed, failures[0]?.file], [1, ending]);
  });
});
