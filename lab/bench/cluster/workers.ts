import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { processes } from '../../../e2e/support/processes.ts';
import { type Cluster, startCluster } from '../../cluster/cluster.ts';
import { ownPostgres } from '../../cluster/own-postgres.ts';
import { add, two } from '../table.ts';
import { newLots, type Pace, paceOf } from './lots.ts';

const OWNERS = 10;
const PERIOD_US = 100_000;
const CGROUPS = '/sys/fs/cgroup/cpu';
const RATIO_GOAL = 1.85;
const SPREAD_GOAL = 0.1;

/** Two workers with half a core each against one, on the lots of ten people that begin together. Wants cgroup v1 and root. */
export async function workersAgainstOne(photosEach: number): Promise<void> {
  const postgres = await ownPostgres(100);
  try {
    const all = await startCluster();
    await measure(all, photosEach).finally(() => all.close());
  } finally {
    await postgres.stop();
  }
}

async function measure(all: Cluster, photosEach: number): Promise<void> {
  const web = await all.start('web');
  const first = await all.start('worker');
  const members = [web, first];
  const halves = [halfACore(first.pid)];
  try {
    const lots = await newLots(web.url, { owners: OWNERS, photosEach });
    // Each worker has the photos with it before it is measured, and has run such a lot once.
    await paceOf(lots, '4:3');
    const one = await paceOf(lots, '3:2');
    const second = await all.start('worker');
    members.push(second);
    halves.push(halfACore(second.pid));
    await paceOf(lots, '4:3');
    const two = await paceOf(lots, '3:2');
    report(one, two, photosEach);
  } finally {
    for (const member of members) member.tell('SIGKILL');
    await Promise.all(members.map((member) => member.end()));
    for (const half of halves) await half.remove();
  }
}

function report(one: Pace, both: Pace, photosEach: number): void {
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
