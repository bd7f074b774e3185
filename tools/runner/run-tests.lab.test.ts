import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';
import { readProcess } from '../../e2e/support/processes.ts';
import { runFiles } from './run-tests.ts';

const RUNNER = join(import.meta.dirname, '..', 'test.ts');
const PLAYWRIGHT = import.meta.resolve('@playwright/test');
const IT = "import { after, describe, it } from 'node:test';";
const GOOD = `${IT} it('passes', () => {});`;
const JOURNEY = `import { test } from '${PLAYWRIGHT}';`;
/** What a whole run starts in every project, here without anything to find. */
const PROJECT = {
  'package.json': '{"type":"module"}',
  'playwright.config.js':
    "export default { testDir: 'e2e', testMatch: '**/*.e2e.ts', workers: 1, reporter: [['list'], ['json']] };",
  'node_modules/@biomejs/biome/bin/biome': '',
  'node_modules/typescript/bin/tsc': '',
  'node_modules/knip/bin/knip.js': '',
  'node_modules/vite/bin/vite.js': '',
  'node_modules/@playwright/test/cli.js': `import '${new URL('cli.js', PLAYWRIGHT)}';`,
  'src/domain/good.test.ts': GOOD,
  'e2e/good.e2e.ts': `${JOURNEY} test('passes', () => {});`,
};
/** Fails the first time that it is run. */
const unlucky = (name: string) =>
  `if (!fs.existsSync('${name}')) { fs.writeFileSync('${name}', ''); throw new Error('bad luck'); }`;
const UNLUCKY_FILE = `import fs from 'node:fs'; ${IT} it('is unlucky', () => { ${unlucky('file')} });`;
const UNLUCKY_JOURNEY = `import fs from 'node:fs'; ${JOURNEY} test('is unlucky', () => { ${unlucky('journey')} });`;

describe('a run of the tests', () => {
  let folder: TemporaryFolder;
  before(async () => {
    folder = await makeTemporaryFolder();
  });
  after(() => folder.remove());

  let projects = 0;
  async function makeProject(files: Record<string, string>): Promise<string> {
    projects += 1;
    const root = join(folder.path, String(projects));
    await mkdir(join(root, 'tmp'), { recursive: true });
    for (const [path, text] of Object.entries({ ...PROJECT, ...files })) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    return root;
  }

  /** Begins a run in a project of these files; `said` is what it has printed so far. */
  async function begin(files: Record<string, string>, words: string[] = []) {
    const root = await makeProject(files);
    return { root, ...start(root, words) };
  }

  function start(root: string, words: string[]) {
    const tmp = join(root, 'tmp');
    const env = {
      ...process.env,
      TMPDIR: tmp,
      CI: '',
      EMPTY_DATABASE: 'none',
      CHROMIUM_PATH: process.execPath,
    };
    const child = spawn(process.execPath, [RUNNER, ...words], { cwd: root, env });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        text += part;
      });
    return { child, said: () => text };
  }

  async function end({ root, child, said }: { root: string; child: ChildProcess; said: () => string }) {
    const [code] = await once(child, 'close');
    return {
      code,
      output: said(),
      last: said().trim().split('\n').at(-1),
      left: await readdir(join(root, 'tmp')),
    };
  }

  const run = async (files: Record<string, string>, words: string[] = []) => end(await begin(files, words));

  it('counts three checks and the tests of all stages in its last line, and leaves nothing', async () => {
    const bucket = `${IT} describe('two', () => { it('a', () => {}); it('b', () => {}); });`;
    const { code, last, left } = await run({ 'src/imaging/two.test.ts': bucket });
    deepEqual([code, last, left], [0, '7 passed, 0 failed', []]);
  });

  it('runs a file that failed once more by itself, and says which and why', async () => {
    const { code, last, output } = await run({ 'src/domain/unlucky.test.ts': UNLUCKY_FILE });
    match(output, /^✖ src\/domain\/unlucky\.test\.ts: is unlucky: bad luck\n── once more/m);
    match(
      output,
      /^── what failed\n✖ src\/domain\/unlucky\.test\.ts: is unlucky: bad luck\n1 run once more$/m,
    );
    deepEqual([code, last], [0, '6 passed, 0 failed']);
  });

  it('fails when two were run once more, of which one may be a journey', async () => {
    const files = { 'src/domain/unlucky.test.ts': UNLUCKY_FILE, 'e2e/unlucky.e2e.ts': UNLUCKY_JOURNEY };
    const { code, last, output } = await run(files);
    match(output, /1 flaky\s+.*unlucky\.e2e\.ts.* is unlucky/);
    const [, ending = ''] = output.split('── what failed');
    match(ending, /^✖ src\/domain\/unlucky\.test\.ts: is unlucky: bad luck$/m);
    match(ending, /^✖ unlucky\.e2e\.ts: is unlucky: Error: bad luck$/m);
    deepEqual([code, last], [1, '7 passed, 1 failed']);
  });

  it('fails when a process ends badly, though the only test that failed there passes at its second try', async () => {
    const late = `describe('one', () => { after(() => { throw new Error('late'); }); it('passes', () => {}); });`;
    const files = { 'src/domain/late.test.ts': `${IT} ${late}`, 'src/domain/unlucky.test.ts': UNLUCKY_FILE };
    equal((await run(files)).code, 1);
  });

  it('counts tests whose titles or errors hold line ends of any kind', async () => {
    const path = 'src/domain/ends.test.ts';
    const ends = JSON.stringify(['a\rb', 'a\u2028b', 'a\nb', 'a"b']);
    const text = `${IT} for (const end of ${ends}) { it(end, () => {}); it('fails ' + end, () => { throw new Error(end); }); }`;
    const { code, last } = await run({ [path]: text }, [path]);
    deepEqual([code, last], [1, '4 passed, 4 failed']);
  });

  it('fails when a check does, or a file fails again', async () => {
    const bad = `${IT} it('fails', () => { throw new Error('on purpose'); });`;
    const { code, last } = await run({
      'src/domain/bad.test.ts': bad,
      'node_modules/typescript/bin/tsc': 'process.exit(2)',
    });
    deepEqual([code, last], [1, '4 passed, 2 failed']);
  });

  it('runs no file once more that was named, nor a journey', async () => {
    const files = { 'src/domain/unlucky.test.ts': UNLUCKY_FILE, 'e2e/unlucky.e2e.ts': UNLUCKY_JOURNEY };
    const { code, last } = await run(files, Object.keys(files));
    deepEqual([code, last], [1, '0 passed, 2 failed']);
  });

  it('fails what was not run: a skipped test, one to be written, a file without a test or that cannot be loaded', async () => {
    const files = {
      'src/domain/skips.test.ts': `${IT} it.skip('one', () => {}); it.todo('two'); it('three', () => {});`,
      'src/domain/empty.test.ts': '',
      'src/domain/torn.test.ts': "import './nowhere.ts';",
    };
    const { code, last } = await run(files, Object.keys(files));
    deepEqual([code, last], [1, '1 passed, 4 failed']);
  });

  it('fails where all tests pass and what comes after them does not', async () => {
    const path = 'src/domain/after.test.ts';
    const text = `${IT} describe('one', () => { after(() => { throw new Error('late'); }); it('passes', () => {}); });`;
    const { code, last } = await run({ [path]: text }, [path]);
    deepEqual([code, last], [1, '1 passed, 1 failed']);
  });

  it('counts journeys that failed, those after them that go on from them, skipped ones, and files without any', async () => {
    const files = {
      'e2e/serial.e2e.ts': `${JOURNEY}
        test.describe('in order', () => {
          test.describe.configure({ mode: 'serial' });
          test('first', () => { throw new Error('on purpose'); });
          test('second', () => {});
        });
        test.skip('third', () => {});
        test('fourth', () => {});`,
      'e2e/empty.e2e.ts': '',
    };
    const { code, last } = await run(files, Object.keys(files));
    deepEqual([code, last], [1, '1 passed, 4 failed']);
  });

  it('runs the tests of a folder that is named, in the laboratory its kills and no long test', async () => {
    const files = {
      'src/domain/money/sum.test.ts': GOOD,
      'lab/crash/kill.ts': GOOD,
      'lab/crash/kill.crash.ts': "import './kill.ts';",
      'lab/crash/kill.soak.ts': UNLUCKY_FILE,
    };
    const { code, last, output } = await run(files, ['src/domain/money', 'lab/crash']);
    match(output, /^── laboratory: 1 passed, 0 failed$/m);
    deepEqual([code, last], [0, '2 passed, 0 failed']);
  });

  it('does not begin where a file or an option is named that is none, or a whole kind of tests is missing', async () => {
    const { last, output } = await run({}, ['src/domain/no.test.ts']);
    match(output, /No test file is called src\/domain\/no\.test\.ts\./);
    equal(last, '0 passed, 1 failed');
    const lost = await run({ 'e2e/good.e2e.ts': '' }, []);
    equal(lost.code, 1);
    const strange = await run({}, ['--chnaged']);
    match(strange.output, /There is no option --chnaged\./);
    equal(strange.code, 1);
  });

  it('runs the tests that a change reaches, by imports and by paths, and those of the laboratory in its folder, and says what it leaves out', async () => {
    const root = await makeProject({
      'src/domain/sum.ts': 'export const sum = 1;',
      'src/domain/sum.test.ts': `import './sum.ts'; ${GOOD}`,
      'src/contract/far.ts': "import '#domain/sum.ts';",
      'src/contract/far.test.ts': `import './far.ts'; ${GOOD}`,
      'src/web/starts.test.ts': `const PROGRAM = 'src/domain/sum.ts'; ${GOOD}`,
      'src/domain/waits.lab.test.ts': GOOD,
      'src/web/waits.lab.test.ts': GOOD,
      'e2e/looks.e2e.ts': `const PROGRAM = 'src/domain/sum.ts'; ${JOURNEY}`,
      'e2e/domain.lab.e2e.ts': `${JOURNEY} test('passes', () => {});`,
    });
    const git = (...words: string[]) => execFileSync('git', words, { cwd: root });
    await writeFile(join(root, '.gitignore'), 'node_modules\ntmp\n');
    await writeFile(join(root, 'package.json'), '{"type":"module","imports":{"#domain/*":"./src/domain/*"}}');
    git('init', '--quiet', '--initial-branch=main');
    git('add', '.');
    git('-c', 'user.name=Ana', '-c', 'user.email=ana@fotolot.example', 'commit', '--quiet', '--message=all');
    await writeFile(join(root, 'src/domain/sum.ts'), 'export const sum = 2;');
    const { last, output } = await end({ root, ...start(root, ['--changed']) });
    match(output, /^1 files differ from [0-9a-f]{8} and reach 5 test files\.\nNot run: 1 journeys/m);
    equal(last, '5 passed, 0 failed');
  });

  it('ends all that it has started when it is interrupted, database and temporary folder too', async () => {
    const path = 'src/server/waits.test.ts';
    const text = `${IT} import { spawn } from 'node:child_process';
      it('waits', async () => {
        const { pid } = spawn('sleep', ['1000']);
        process.stdout.write('started ' + pid + ' ' + process.env.TEST_DATABASE_URL + '\\n');
        await new Promise(() => setInterval(() => {}, 1000));
      });`;
    const going = await begin({ [path]: text }, [path]);
    const [, pid, url] = await new Promise<RegExpExecArray>((found) => {
      going.child.stdout?.on('data', () => {
        const line = /started (\d+) (postgres\S+)/.exec(going.said());
        if (line) found(line);
      });
    });
    ok(url);
    going.child.kill('SIGINT');
    const { code, last, left } = await end(going);
    deepEqual([code, last, left], [130, '0 passed, 1 failed', []]);
    ok(['Z', undefined].includes(readProcess(Number(pid))?.state), 'what the test started is gone');
  });
});

describe('test files in one process', () => {
  let folder: TemporaryFolder;
  before(async () => {
    folder = await makeTemporaryFolder();
  });
  after(() => folder.remove());

  async function write(name: string, text: string): Promise<string> {
    const path = join(folder.path, `${name}.test.mjs`);
    await writeFile(path, text);
    return relative('.', path);
  }

  it('go on with the next test when one waits for what never comes, which fails', async () => {
    const waits = "it('waits for ever', () => new Promise(() => setInterval(() => {}, 1000)));";
    const file = await write('waits', `${IT} ${waits} it('is quick', () => {});`);
    const { passed, failures } = await runFiles([file, await write('good', GOOD)], { env: {}, hangMs: 3000 });
    deepEqual([passed, failures.map((failure) => failure.file)], [2, [file]]);
    match(failures[0]?.problem ?? '', /^waits for ever: test timed out after 3000ms/);
  });

  it('run on a machine so slow that no timer takes what a test may last', async () => {
    const file = await write('patient', GOOD);
    deepEqual(await runFiles([file], { env: {}, hangMs: 2 ** 31 }), { passed: 1, failures: [] });
  });

  it('go on with the other files when one turns in a circle, which fails by name', async () => {
    const file = await write('spins', `${IT} it('spins', () => { for (;;); });`);
    const { passed, failures } = await runFiles([file, await write('good', GOOD)], { env: {}, hangMs: 600 });
    deepEqual(
      [passed, failures],
      [1, [{ file, problem: 'no test was run: its process ended with SIGKILL' }]],
    );
  });

  it('do the same when one ends the process before its tests do', async () => {
    const file = await write('ends', `${IT} it('ends', async () => { await null; process.exit(3); });`);
    const { passed, failures } = await runFiles([await write('good', GOOD), file], {
      env: {},
      hangMs: 60_000,
    });
    deepEqual([passed, failures], [1, [{ file, problem: 'no test was run: its process ended with 3' }]]);
  });
});
