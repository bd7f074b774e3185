import { globSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, normalize } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded.ts';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';
import { findBrowser } from '../e2e/support/find-browser.ts';
import { emptyDatabase, stopDatabases } from './runner/databases.ts';
import { hasPgbouncer, startPgbouncer } from './runner/pgbouncer.ts';
import { runJourneys, TRACES } from './runner/run-journeys.ts';
import { killPrograms } from './runner/run-program.ts';
import { slowness } from './runner/slowness.ts';
import { type Count, NOTHING, runCheck, runTests, unsteady } from './runner/stage.ts';
import { STORED_FILES, type StorageTests, storageInRun, storageStages } from './runner/storage-stage.ts';
import type { Patience } from './runner/watch.ts';

/**
 * npm test: lint, types, unused code, unit tests, build, browser journeys, crash journeys; with CI set also real object stores.
 *   npm test -- src/a.test.ts e2e/b.e2e.ts   only these files
 *   npm test -- --storage                    only tests of stored files, against RadosGW and Swift, or the bucket S3_TEST_URL
 *   npm test -- --pgbouncer                  only the unit tests that need a database, through a pgbouncer in transaction mode
 *   npm run soak                             only the long tests (*.soak.ts)
 *   npm run soak -- faults                   of those the ones in faults.soak.ts
 * The last line is always "N passed, N failed". In a whole run up to five files of the unit and of the browser stage that
 * failed are run once more; those that pass then are listed as unsteady. Nothing has a limit by the clock, so that a slow machine makes
 * a run longer and not red: a file fails that hangs, and what tests wait for they wait for as long as the machine is slow.
 * Journeys run under Playwright's own runner (playwright.config.ts); the traces of those that failed are left in test-results/.
 */
const MINUTE = 60_000;
// Longer than a test waits for anything on a machine a few times slower than usual: its own failure says more.
const PATIENCE: Patience = { idleMs: 10 * MINUTE, cpuMs: 20 * MINUTE, everyMs: 5000 };
const SOAK_PATIENCE: Patience = { ...PATIENCE, cpuMs: 240 * MINUTE };
const UNIT = '{src,stand-ins,tools/golden}/**/*.test.ts';
// A process of their own: the image processes' tests forbid sharp the SVGs that the drawn photos are made of, for good.
const TOOLS = 'tools/{*.test.ts,!(golden)/**/*.test.ts}';
const BROWSER = 'e2e/**/*.e2e.ts';
const CRASH = 'e2e/**/*.crash.ts';
const DYING = 'tools/**/*.storage.ts';
const SOAK = '{src,tools,stand-ins,e2e}/**/*.soak.ts';
const quiet = {
  info: () => {},
  warn: () => {},
  error: (details: object, message: string) => console.log(message, details),
};

const soak = process.argv.includes('--soak');
const storage = process.argv.includes('--storage');
const known = globSync(soak ? SOAK : [UNIT, TOOLS, BROWSER, CRASH, DYING]);
/** Paths, or what stands before `.soak.ts`. */
const chosen = process.argv
  .slice(2)
  .filter((argument) => !argument.startsWith('--'))
  .map((word) => known.find((path) => basename(path) === `${word}.soak.ts`) ?? normalize(word));
/** Chosen files are not run again: a person who chooses them wants to see them fail. */
const AGAIN = chosen.length ? 0 : 5;
/** By so much more than the machine is slow: it may become slower on the way. */
const MARGIN = chosen.length ? 1 : 4;
/** A journey waits for its server and its browser half of the time; more than two starve each other on two cores. */
const TOGETHER = Math.min(2, availableParallelism());
/** Done in the opposite order at the end, however the run ends. */
const cleanUps: (() => Promise<void>)[] = [];

async function main(): Promise<Count> {
  const unknown = chosen.filter((path) => !known.includes(path));
  if (unknown.length) throw new Error(`No test file is called ${unknown.join(', ')}.`);
  const scratch = await makeTemporaryFolder();
  cleanUps.push(scratch.remove, () => stopDatabases(scratch.path));
  if (soak) {
    process.env.TEST_SOAK = '1';
    return databaseStage('soak', files(SOAK), {
      scratch: scratch.path,
      options: { patience: SOAK_PATIENCE },
    });
  }
  if (storage) return total(await storageStages(storageTests(scratch.path)));
  if (process.argv.includes('--pgbouncer')) return pgbouncerStage(scratch.path);
  const counts = [
    ...(chosen.length ? [] : await checks()),
    await databaseStage('unit', files(UNIT), {
      scratch: scratch.path,
      options: {
        patience: PATIENCE,
        again: AGAIN,
        together: TOGETHER,
      },
    }),
    await databaseStage('tools', files(TOOLS), { scratch: scratch.path, options: { patience: PATIENCE } }),
    ...(await journeys(scratch.path)),
    ...(chosen.length ? [] : await storageInRun(storageTests(scratch.path))),
  ];
  return total(counts);
}

function total(counts: readonly Count[]): Count {
  return counts.reduce(
    (sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }),
    NOTHING,
  );
}

function storageTests(scratch: string): StorageTests {
  return {
    scratch,
    cleanUps,
    tests: chosen.length ? files(UNIT) : STORED_FILES,
    dying: files(DYING),
    run: (title, tests, env) => {
      const options = { patience: PATIENCE, again: AGAIN, apart: true };
      return databaseStage(`storage: ${title}`, tests, { scratch, options, env: { ...env } });
    },
  };
}

async function checks(): Promise<Count[]> {
  return [
    await runCheck('lint', 'node_modules/@biomejs/biome/bin/biome', {
      args: ['check', '.'],
      patience: PATIENCE,
    }),
    await runCheck('types', 'node_modules/typescript/bin/tsc', { args: ['-b'], patience: PATIENCE }),
    await runCheck('unused', 'node_modules/knip/bin/knip.js', { args: [], patience: PATIENCE }),
  ];
}

let database: Promise<EmbeddedPostgres> | undefined;

/** One for the whole run, if any stage needs it. */
async function startDatabase(): Promise<EmbeddedPostgres> {
  const folder = await makeTemporaryFolder();
  cleanUps.push(folder.remove);
  // Nothing here outlives the run, so nothing needs to reach the disk; every test file has a pool of its own.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
  };
  const starting = startEmbeddedPostgres({ dataDir: folder.path, log: quiet, settings });
  cleanUps.push(() =>
    starting.then(
      ({ stop }) => stop(),
      () => {},
    ),
  );
  return starting;
}

/** Where there is no pgbouncer it says so; CI has to have one. */
async function pgbouncerStage(scratch: string): Promise<Count> {
  if (!hasPgbouncer()) {
    console.log('── pgbouncer: not run, for there is none on this machine (apt-get install pgbouncer)');
    return process.env.CI ? { passed: 0, failed: 1 } : NOTHING;
  }
  database ??= startDatabase();
  const { url } = await database;
  const pooler = await startPgbouncer(url);
  cleanUps.push(pooler.stop);
  process.env.TEST_POOLER_URL = pooler.url;
  return databaseStage(
    'pgbouncer',
    files(UNIT).filter((path) => !isPure(path)),
    {
      scratch,
      options: { patience: PATIENCE, again: AGAIN, together: TOGETHER },
    },
  );
}

async function databaseStage(
  title: string,
  paths: string[],
  {
    scratch,
    options,
    env = {},
  }: {
    scratch: string;
    options: { patience: Patience; again?: number; together?: number; apart?: boolean };
    env?: Record<string, string>;
  },
): Promise<Count> {
  if (skips(paths)) return NOTHING;
  if (!paths.every(isPure)) database ??= startDatabase();
  const url = (await database)?.url;
  return runTests(title, paths, {
    ...options,
    scratch,
    env: async () => ({
      ...{ ...(await surroundings(scratch)), ...env },
      ...(url && { TEST_DATABASE_URL: url }),
    }),
  });
}

async function journeys(scratch: string): Promise<Count[]> {
  const browser = files(BROWSER);
  const crash = files(CRASH);
  const counts: Count[] = [];
  const options = { patience: PATIENCE, scratch, env: () => surroundings(scratch) };
  if (browser.length + crash.length || !chosen.length) {
    const args = ['build', '--logLevel', 'warn'];
    counts.push(await runCheck('build', 'node_modules/vite/bin/vite.js', { args, patience: PATIENCE }));
    // Here, so that two journeys do not unpack or install the same browser at once.
    Object.assign(process.env, temporary(scratch));
    await findBrowser();
  }
  if (!skips(browser)) {
    rmSync(TRACES, { recursive: true, force: true });
    const empty = await emptyDatabase(cleanUps);
    const env = async () => ({ ...(await surroundings(scratch)), ...empty });
    counts.push(
      await runTests('browser', browser, {
        ...options,
        env,
        by: runJourneys,
        together: TOGETHER,
        again: AGAIN,
      }),
    );
  }
  if (crash.length)
    counts.push(await runTests('crash', crash, { ...options, together: TOGETHER, apart: true }));
  return counts;
}

/** Tests of parts that know no database. */
function isPure(path: string): boolean {
  return /^src\/(domain|contract|imaging|web)\//.test(path);
}

/** The files of a stage: all of them, or the chosen ones of that kind. */
function files(pattern: string): string[] {
  const all = globSync(pattern).sort();
  return chosen.length ? all.filter((path) => chosen.includes(path)) : all;
}

/** A stage without files is a failure of the stage, unless files of other stages were asked for. */
function skips(paths: string[]): boolean {
  return chosen.length > 0 && paths.length === 0;
}

/** Whatever a test leaves behind when it is killed lies in the run's own folder. */
function temporary(scratch: string): Record<string, string> {
  return { TMPDIR: scratch, TEMP: scratch, TMP: scratch };
}

/** Environment of the tests: the folder they write to, and the factor on their waiting times. */
async function surroundings(scratch: string): Promise<Record<string, string>> {
  const patience = Math.ceil(MARGIN * (await slowness()));
  return { ...temporary(scratch), TEST_PATIENCE: String(patience) };
}

let cleaning: Promise<void> | undefined;
/** Cleans up once: an interrupted run and its interrupter wait for the same cleaning. */
function cleanUp(): Promise<void> {
  cleaning ??= (async () => {
    for (const step of cleanUps.reverse()) await step().catch((error) => console.log(error));
  })();
  return cleaning;
}

let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, async () => {
    // A second Ctrl-C must not end the run in the midst of the cleaning.
    if (isInterrupted) return;
    isInterrupted = true;
    killPrograms();
    await cleanUp();
    console.log(`interrupted by ${signal}\n0 passed, 1 failed`);
    process.exit(130);
  });
}

const start = performance.now();
const result = await main().catch((error: unknown): Count => {
  console.log(error);
  return { passed: 0, failed: 1 };
});
await cleanUp();
console.log(`\n${((performance.now() - start) / 1000).toFixed(0)} s`);
for (const line of unsteady) console.log(`unsteady: ${line}`);
console.log(`${result.passed} passed, ${result.failed} failed`);
process.exitCode = result.failed ? 1 : 0;
