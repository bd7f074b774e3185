import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInCi, shuffleRows } from '#testing/draws.ts';
import { isMemorySlow, isOnSlowMachine, measureSlowness } from '#testing/patience.ts';
import { startRunDatabase, stopDatabases } from '#testing/run-database.ts';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';
import { startPgbouncer } from '../lab/stores/pgbouncer.ts';
import { startRealStores } from '../lab/stores/stores.ts';
import { chooseFiles, JOURNEY, LAB, LAB_JOURNEY, SOAK, STORE, UNIT } from './runner/choose-files.ts';
import { chooseFitting } from './runner/choose-fitting.ts';
import { findRunFolder } from './runner/find-run-folder.ts';
import { preparePage } from './runner/prepare-journeys.ts';
import {
  killPrograms,
  type Outcome,
  type RunOptions,
  runFiles,
  runJourneys,
  runProgram,
} from './runner/run-tests.ts';

/** Runs the tests. CONTRIBUTING lists the commands; docs/decisions/0142 says how files are run and what the last line counts. */
const words = process.argv.slice(2);
const isWhole = words.length === 0;
const isCi = isInCi();
/** A whole run may meet a machine that becomes slower on the way. */
const margin = words.every((word) => word.startsWith('--')) ? 4 : 1;
/** What truly fails waits so many times its limit, twice: more would leave no time for the rest of the run. */
const MOST_PATIENCE = 12;
/** On a quiet machine. */
const HANG_MS = 15 * 60_000;
/** A whole run ends within an hour and a quarter on a slow machine, too: a run that is cut off proves nothing. */
const LAB_JOURNEYS_END_MS = 48 * 60_000;
const LAST_LAB_FILE_MS = 58 * 60_000;
/** How many times longer than the journeys of each run those of the laboratory take, on the same machine: an estimate, not measured. */
const LAB_JOURNEYS_RATIO = 1.5;
/** Processes that share the files of server and image processes: so many that all hands end together. */
const SHARED = 14;
/** Tests that open the page outside of Playwright's runner. */
const NEEDS_PAGE = /\.(crash|soak)\.ts$|^lab\/bench\/.*\.lab\.test\.ts$/;
type Task = (options: RunOptions) => Promise<Outcome>;
const CHECKS = [
  toCheck('lint', 'node_modules/@biomejs/biome/bin/biome', 'check', '.'),
  toCheck('types', 'node_modules/typescript/bin/tsc', '-b'),
  toCheck('unused code', 'node_modules/knip/bin/knip.js'),
];
const total = { passed: 0, failed: 0, retried: 0 };
/** What failed, also at a first try alone: repeated at the end, since a log may be kept from there. */
const problems: string[] = [];
/** Files of the laboratory for which a slow machine had no time. */
const left: string[] = [];
/** Done in the opposite order at the end, however the run ends. */
const cleanUps = new AsyncDisposableStack();

async function runStages(): Promise<void> {
  const files = chooseFiles(words, isCi);
  const find = (kind: RegExp) => files.filter((file) => kind.test(file));
  // The laboratory fills disks, cuts their power and measures them.
  const [disk, memory] = [await makeTemporaryFolder(), await makeTemporaryFolder(findRunFolder())];
  for (const { remove } of [disk, memory]) cleanUps.defer(remove);
  cleanUps.defer(() => stopDatabases([disk.path, memory.path]));
  process.env.NODE_COMPILE_CACHE = join(disk.path, 'compiled');
  process.env.TEST_DRAW ??= String(Date.now());
  if (isWhole && isCi) process.env.TEST_SLOW_MACHINE ??= isMemorySlow() ? '1' : '';
  if (isOnSlowMachine()) console.log('── this machine is slow: as few cases are drawn as by hand');
  writeInto(memory.path);
  if (words.includes('--pgbouncer'))
    process.env.TEST_POOLER_URL = await startPgbouncer((await startRunDatabase()).url, cleanUps);
  const toJourneys = (journeys: readonly string[]) =>
    runStage(
      'journeys',
      journeys.length > 0 ? [(options) => runJourneys(journeys, isWhole ? 1 : 0, options)] : [],
    );
  const runAllJourneys = async () => {
    await toJourneys(find(JOURNEY));
    await toJourneys(isWhole ? drawJourneys(find(LAB_JOURNEY)) : find(LAB_JOURNEY));
  };
  // Beside each other: a journey waits for its server and its browser a quarter of the time.
  await Promise.all([
    runStage('unit', [...(isWhole ? CHECKS : []), ...toTasks(find(UNIT))]),
    runAllJourneys(),
  ]);
  writeInto(disk.path);
  if (files.some((file) => NEEDS_PAGE.test(file))) await preparePage();
  await runStage(
    'laboratory',
    isWhole ? toTasks(shuffleRows(find(LAB)), LAST_LAB_FILE_MS) : toTasks(find(LAB)),
  );
  if (left.length > 0)
    console.log(
      `\n── this machine is slow: of the laboratory NOT RUN this time (npm test -- FILE…): ${left.join(' ')}`,
    );
  await runStage('soak', toTasks(find(SOAK)), { env: { TEST_SOAK: '1' }, hangMs: 24 * HANG_MS, hands: 1 });
  const stores = find(STORE).length > 0 ? await startRealStores(find(STORE), cleanUps) : [];
  await Promise.all(
    stores.map(({ name, files, env }) => runStage(`storage: ${name}`, toTasks(files), { env, hands: 1 })),
  );
  if (isWhole && !isCi) console.log('\n── laboratory and real object stores: not run (CI=true npm test)');
}

/** Returns the journeys of the laboratory, on a slow machine as many as there is time for. */
function drawJourneys(files: readonly string[]): readonly string[] {
  const now = performance.now();
  const drawn = chooseFitting(shuffleRows(files), {
    leftMs: LAB_JOURNEYS_END_MS - now,
    allMs: LAB_JOURNEYS_RATIO * now,
  });
  left.push(...files.filter((file) => !drawn.includes(file)));
  return drawn;
}

/** Whatever a test leaves behind when it is killed lies in the folder, too. */
function writeInto(folder: string): void {
  Object.assign(process.env, { TMPDIR: folder, TEMP: folder, TMP: folder });
}

/** Runs tasks, three at a time: some of them wait. */
async function runStage(
  title: string,
  tasks: readonly Task[],
  { env = {}, hangMs = HANG_MS, hands = 3 } = {},
): Promise<void> {
  if (tasks.length === 0) return;
  console.log(`\n── ${title}`);
  const run = async (task: Task) => {
    const slowness = await measureSlowness();
    const patience = String(Math.min(MOST_PATIENCE, Math.ceil(slowness * margin)));
    return task({ env: { ...env, TEST_PATIENCE: patience }, hangMs: Math.ceil(hangMs * slowness) });
  };
  const outcomes: Outcome[] = [];
  const queue = tasks.values();
  const work = async () => {
    for (const task of queue) outcomes.push(await run(task));
  };
  await Promise.all(Array.from({ length: hands }, work));
  let passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  let failed = 0;
  const flaky = outcomes.flatMap((outcome) => outcome.flaky ?? []);
  const all = outcomes.flatMap(({ failures }) => failures);
  total.retried += flaky.length;
  problems.push(...[...flaky, ...all].map(({ file, problem }) => `✖ ${file}: ${problem}`));
  const byFile = Map.groupBy(all, ({ file }) => file);
  for (const [file, failures] of byFile) {
    console.log(`✖ ${file}: ${failures[0]?.problem}`);
    failed += failures.length;
    // With a second one the run fails anyway.
    if (!isWhole || total.retried > 1 || !/\.(test|crash|storage)\.ts$/.test(file)) continue;
    // With all of its process: that one may have ended badly besides, which is told only where no test failed.
    const shared = failures[0]?.files ?? [file];
    console.log(shared.length > 1 ? '── once more, with those of its process' : '── once more, by itself');
    total.retried += 1;
    const again = await run((options) => runFiles(shared, options));
    problems.push(...again.failures.map(({ file, problem }) => `✖ once more: ${file}: ${problem}`));
    if (again.failures.length > 0) continue;
    failed -= failures.length;
    passed += failures.length;
  }
  total.passed += passed;
  total.failed += failed;
  console.log(`── ${title}: ${passed} passed, ${failed} failed`);
}

/** What passes or fails as a whole. */
function toCheck(title: string, ...args: string[]): Task {
  return async (options) => {
    const problem = await runProgram(args, options);
    return problem ? { passed: 0, failures: [{ file: title, problem }] } : { passed: 1, failures: [] };
  };
}

/** Makes a task of the files of each process. One whose turn comes after `lastMs` of the run is left out. */
function toTasks(files: readonly string[], lastMs = Infinity): Task[] {
  const batches = [...Map.groupBy(files, getProcess).values()].sort((a, b) => b.length - a.length);
  return batches.map((batch) => async (options) => {
    if (performance.now() > lastMs) {
      left.push(...batch);
      return { passed: 0, failures: [] };
    }
    const isServed = batch.some((file) =>
      /^(src\/(?!domain|contract|web|imaging)|tools|stand-ins|lab\/(?!crash|faults))/.test(file),
    );
    if (isServed) process.env.TEST_DATABASE_URL = (await startRunDatabase()).url;
    return runFiles(batch, options);
  });
}

/** Returns a name for the process in which a file is run: imports cost more than most files do, so that many share one. */
function getProcess(file: string, at: number): string {
  if (/^src\/(domain|contract|web)\//.test(file)) return 'pure';
  // They load the machine, or turn the clock of the whole process.
  if (!UNIT.test(file) || /mock\.timers|timers\.enable/.test(readFileSync(file, 'utf8'))) return file;
  // The image processes' tests forbid sharp the SVGs that the drawn photos of tools and the lab are made of, for good.
  return /^(lab|tools\/(?!golden))/.test(file) ? 'tools' : `shared ${at % SHARED}`;
}

function fail(error: unknown): void {
  console.log(error);
  total.failed += 1;
}

let isEnding = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, async () => {
    // A second Ctrl-C must not end the run in the midst of the cleaning.
    if (isEnding) return;
    isEnding = true;
    killPrograms();
    await cleanUps.disposeAsync().catch(fail);
    console.log(`interrupted by ${signal}\n0 passed, 1 failed`);
    process.exit(130);
  });

await runStages().catch(fail);
isEnding = true;
killPrograms();
await cleanUps.disposeAsync().catch(fail);
if (problems.length > 0) console.log(['\n── what failed', ...problems].join('\n'));
if (total.retried > 0) console.log(`${total.retried} run once more`);
if (total.retried > 1) fail('More than one is no chance: the run fails.');
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
