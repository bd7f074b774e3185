import type { Job } from './jobs.ts';

/** One side of the comparison as a program that stays warm: does what it is asked and says what it took. Argument: who. */
export interface Task {
  readonly job: Job;
  readonly paths: readonly string[];
  readonly folder: string;
}

/** Seconds: of processor time, threads included, and by the clock. */
export interface Taken {
  readonly processor: number;
  readonly clock: number;
}

const who = process.argv[2];
// Each reads files its own way, so neither loads the other's settings.
const engine = who === 'engine' ? await import('./by-engine.ts') : null;
const bare = engine === null ? await import('./by-bare-sharp.ts') : null;

process.on('disconnect', () => process.exit(0));
process.on('message', ({ job, paths, folder }: Task) => {
  void work(job, paths, folder).then(
    (taken) => process.send?.(taken),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function work(job: Job, paths: readonly string[], folder: string): Promise<Taken> {
  for (const path of paths) await engine?.meet(path);
  const begin = performance.now();
  const before = process.cpuUsage();
  for (const [n, path] of paths.entries()) {
    const name = `${process.pid}-${job}-${n}`;
    await (engine?.byEngine(job, path, { folder, name }) ?? bare?.byBareSharp(job, path, { folder, name }));
  }
  const { user, system } = process.cpuUsage(before);
  return { processor: (user + system) / 1_000_000, clock: (performance.now() - begin) / 1000 };
}
