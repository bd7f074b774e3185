import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '#server/adapters/database/log.ts';
import type { PostgresProcess } from './postgres-process.ts';

/** A killed predecessor's children may need a moment to let go of its shared memory. */
const PREDECESSOR = /shared memory block|postmaster\.pid/;
const ATTEMPTS = 40;
const PAUSE_MS = 250;

/** Starts PostgreSQL and restarts it whenever it ends by itself, until `stop`. Throws when the first start fails. */
export async function keepRunning(
  launch: () => Promise<PostgresProcess>,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  let stopping = false;
  let current = await launchPatiently(launch);
  const watch = async () => {
    for (;;) {
      await current.ended;
      if (stopping) return;
      log.error({}, 'PostgreSQL ended unexpectedly; starting it again');
      const next = await restart();
      if (!next) return;
      current = next;
      if (stopping) await next.stop();
    }
  };
  const restart = async () => {
    while (!stopping) {
      try {
        return await launchPatiently(launch);
      } catch (error) {
        log.error({ error }, 'PostgreSQL does not start; trying again');
        await wait(PAUSE_MS * 8, undefined, { ref: false });
      }
    }
    return undefined;
  };
  const watching = watch();
  return {
    async stop() {
      stopping = true;
      await current.stop();
      await watching;
    },
  };
}

async function launchPatiently(launch: () => Promise<PostgresProcess>): Promise<PostgresProcess> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launch();
    } catch (error) {
      if (attempt === ATTEMPTS || !PREDECESSOR.test((error as Error).message)) throw error;
      await wait(PAUSE_MS);
    }
  }
}
