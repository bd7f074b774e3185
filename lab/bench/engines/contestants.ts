import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { IMAGE_PROCESS_ENV, IMAGE_PROCESS_FLAGS } from '#server/adapters/imaging/child.ts';
import type { Taken, Task } from './contestant.ts';

export interface Contestant {
  ask(task: Task): Promise<Taken>;
  stop(): Promise<void>;
}

export function contestant(who: 'engine' | 'bare-sharp', env: Record<string, string> = {}): Contestant {
  const isOurs = who === 'engine';
  const child = fork(join(import.meta.dirname, 'contestant.ts'), [who], {
    env: { ...process.env, ...(isOurs ? IMAGE_PROCESS_ENV : env) },
    execArgv: isOurs ? IMAGE_PROCESS_FLAGS : [],
  });
  // No reply would come any more.
  child.once('exit', (code) => {
    if (code !== 0) throw new Error(`${who} ended with ${code}`);
  });
  return {
    async ask(task) {
      child.send(task);
      const [taken] = (await once(child, 'message')) as [Taken];
      return taken;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

/** Bare sharp on all cores as it does most: a process each, one photo and one thread at a time. */
export function bareSharpOnAllCores(): Contestant {
  const all = Array.from({ length: availableParallelism() }, () =>
    contestant('bare-sharp', { VIPS_CONCURRENCY: '1' }),
  );
  return {
    async ask({ job, paths, folder }) {
      const begin = performance.now();
      const taken = await Promise.all(
        all.map((one, core) =>
          one.ask({ job, folder, paths: paths.filter((_path, n) => n % all.length === core) }),
        ),
      );
      return {
        processor: taken.reduce((sum, { processor }) => sum + processor, 0),
        clock: (performance.now() - begin) / 1000,
      };
    },
    async stop() {
      await Promise.all(all.map((one) => one.stop()));
    },
  };
}
