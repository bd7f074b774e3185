import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { photos } from '../photos.ts';
import { SIZE } from '../size.ts';
import { add, median, two } from '../table.ts';
import type { Taken } from './contestant.ts';
import { contestant } from './contestants.ts';
import { JOB_NAMES, JOBS, type Job } from './jobs.ts';
import { installedPeers } from './peers.ts';

/** Twelve photos have every kind in them. */
const PHOTOS = Math.min(12, SIZE.photos);
/** Most of bare sharp's processor time. */
const GOALS: Partial<Record<Job, number>> = { resize: 0.6, improve: 0.3 };

type Side = (job: Job, paths: readonly string[], folder: string) => Promise<Taken | null>;

/** Processor time for the standard jobs, which other work on the machine hardly changes; all sides in turn, there and back. */
export async function standardJobs(repetitions: number): Promise<void> {
  const paths = await photos(PHOTOS);
  const folder = await mkdtemp(join(tmpdir(), 'fotolot-bench-jobs-'));
  const engine = contestant('engine');
  const bare = contestant('bare-sharp');
  const sides = new Map<string, Side>([
    ['ours', (job, paths, folder) => engine.ask({ job, paths, folder })],
    ['bare sharp', (job, paths, folder) => bare.ask({ job, paths, folder })],
  ]);
  for (const { name, run } of await installedPeers()) sides.set(name, run);
  try {
    for (const job of JOBS) report(job, await compared(job, sides, { paths, folder, repetitions }));
  } finally {
    await Promise.all([engine.stop(), bare.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
}

async function compared(
  job: Job,
  sides: ReadonlyMap<string, Side>,
  { paths, folder, repetitions }: { paths: readonly string[]; folder: string; repetitions: number },
): Promise<Map<string, number[]>> {
  const seconds = new Map<string, number[]>();
  const names = [...sides.keys()];
  // The first pass warms the programs and the page cache; what cannot do the job drops out.
  for (const name of names) {
    const taken = await sides.get(name)?.(job, paths, folder);
    if (taken) seconds.set(name, []);
  }
  const known = [...seconds.keys()];
  for (let n = 0; n < repetitions; n++) {
    for (const name of n % 2 === 0 ? known : [...known].reverse()) {
      const taken = await sides.get(name)?.(job, paths, folder);
      seconds.get(name)?.push((taken?.processor ?? 0) / paths.length);
    }
  }
  return seconds;
}

function report(job: Job, seconds: ReadonlyMap<string, readonly number[]>): void {
  const ours = seconds.get('ours') ?? [];
  const milliseconds = (values: readonly number[]) => `${(1000 * median(values)).toFixed(0)} ms`;
  for (const [name, other] of seconds) {
    if (name === 'ours') continue;
    const ratios = ours.map((mine, n) => mine / (other[n] ?? 0));
    const goal = name === 'bare sharp' ? GOALS[job] : undefined;
    const more = job === 'three' ? ', ours with the default recipe' : '';
    add({
      measured: `${JOB_NAMES[job]}${more}; processor time a photo ÷ ${name}`,
      ours: milliseconds(ours),
      other: milliseconds(other),
      ratios,
      goal: goal === undefined ? null : `≤ ${two(goal)}`,
      met: goal === undefined ? null : median(ratios) <= goal,
    });
  }
}
