import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { register } from '#contract/auth.ts';
import { editBatch, readBatch } from '#contract/batches.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded.ts';
import { type Cluster, cluster, type Member, RoamingClient } from '#testing/cluster.ts';
import { photosReady } from '#testing/files/photos.ts';
import { newBatch, startRun } from '#testing/runs.ts';
import { PASSWORD } from '#testing/server.ts';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';
import { processes } from '../e2e/support/processes.ts';
import { photos } from './photos.ts';
import { add, two } from './table.ts';

const OWNERS = 10;
const PERIOD_US = 100_000;
const CGROUPS = '/sys/fs/cgroup/cpu';
const RATIO_GOAL = 1.85;
const SPREAD_GOAL = 0.1;

const silent = { info: () => {}, warn: () => {}, error: () => {} };

interface Lot {
  readonly owner: RoamingClient;
  readonly batchId: string;
  readonly photoIds: string[];
}

/** Two workers with half a core each against one, on the lots of ten people that begin together. Wants cgroup v1 and root. */
export async function workersAgainstOne(photosEach: number): Promise<void> {
  const folder = await makeTemporaryFolder();
  const settings = { max_connections: '100' };
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path, log: silent, settings });
  process.env.TEST_DATABASE_URL = postgres.url;
  try {
    const all = await cluster();
    await measure(all, photosEach).finally(() => all.close());
  } finally {
    await postgres.stop();
    await folder.remove();
  }
}

async function measure(all: Cluster, photosEach: number): Promise<void> {
  const web = await all.start('web');
  const first = await all.start('worker');
  const members = [web, first];
  const lots: Lot[] = [];
  const files = await Promise.all((await photos(photosEach)).map((path) => readFile(path)));
  for (let n = 0; n < OWNERS; n++) lots.push(await lotOf(n, web, files));
  const halves = [halfACore(first.pid)];
  try {
    const one = await rate(lots, 'first');
    const second = await all.start('worker');
    members.push(second);
    halves.push(halfACore(second.pid));
    const two = await rate(lots, 'next');
    report(one, two, photosEach);
  } finally {
    for (const member of members) member.tell('SIGKILL');
    await Promise.all(members.map((member) => member.end()));
    for (const half of halves) await half.remove();
  }
}

async function lotOf(n: number, web: Member, files: readonly Buffer[]): Promise<Lot> {
  const owner = new RoamingClient([web.url]);
  await owner.call(register, { body: { email: `om${n}@fotolot.example`, password: PASSWORD } });
  const photoIds: string[] = [];
  for (const [at, file] of files.entries())
    photoIds.push(await owner.upload(file, { name: `poza ${at}.jpg` }));
  await photosReady(owner, photoIds);
  return { owner, photoIds, batchId: (await newBatch(owner, { name: 'Lot', photoIds })).id };
}

/** Photos a second, and how far apart the ends of the lots were, as a share of the whole time. */
async function rate(lots: readonly Lot[], run: 'first' | 'next') {
  // Another crop of about as much work, so that there is something to do again.
  const crop = run === 'first' ? '4:3' : '3:2';
  for (const { owner, batchId } of lots) {
    const { recipe } = await owner.call(readBatch, { params: { batchId } });
    await owner.call(editBatch, { params: { batchId }, body: { recipe: { ...recipe, crop } } });
  }
  const begun = performance.now();
  await Promise.all(
    lots.map(({ owner, batchId, photoIds }) =>
      startRun(owner, batchId, { photoIds, cost: run === 'first' ? 1 : 0 }),
    ),
  );
  const ends = await Promise.all(
    lots.map(async ({ owner, batchId }) => {
      for (; ; await wait(250)) {
        const { run } = await owner.call(readBatch, { params: { batchId } });
        if (run?.finishedAt) return Date.parse(run.finishedAt);
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  const count = lots.reduce((sum, { photoIds }) => sum + photoIds.length, 0);
  return { perSecond: count / seconds, spread: (Math.max(...ends) - Math.min(...ends)) / 1000 / seconds };
}

type Rate = Awaited<ReturnType<typeof rate>>;

function report(one: Rate, both: Rate, photosEach: number): void {
  const ratio = both.perSecond / one.perSecond;
  const lots = `${OWNERS} × ${photosEach} photos of 12 MP`;
  add({
    measured: `two workers with half a core each ÷ one, photos a second, ${lots}, S3 double`,
    ours: two(both.perSecond),
    other: two(one.perSecond),
    ratios: [ratio],
    goal: `≥ ${RATIO_GOAL}`,
    met: ratio >= RATIO_GOAL,
  });
  add({
    measured: `first end of a lot → last, as a share of the whole time; two workers, one worker; ${lots}`,
    ours: two(both.spread),
    other: two(one.spread),
    ratios: [],
    goal: `≤ ${SPREAD_GOAL} beyond one photo's turn of ${two(1 / photosEach)}`,
    met: both.spread <= SPREAD_GOAL + 1 / photosEach,
  });
}

/** Holds a process and all that it starts to half a core. */
function halfACore(pid: number) {
  const folder = `${CGROUPS}/fotolot-bench-${pid}`;
  mkdirSync(folder);
  writeFileSync(`${folder}/cpu.cfs_period_us`, String(PERIOD_US));
  writeFileSync(`${folder}/cpu.cfs_quota_us`, String(PERIOD_US / 2));
  const all = processes() ?? [];
  const move = (parent: number) => {
    writeFileSync(`${folder}/cgroup.procs`, String(parent));
    for (const child of all) if (child.parent === parent) move(child.pid);
  };
  move(pid);
  const remove = async () => {
    for (let tries = 0; tries < 50; tries++) {
      try {
        return rmdirSync(folder);
      } catch {
        await wait(100);
      }
    }
  };
  return { remove };
}
