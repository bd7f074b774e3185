import { setTimeout as delay } from 'node:timers/promises';
import type { Hub } from '#server/adapters/live/hub.ts';
import type { RunningQueue } from '#server/adapters/queue/pg-boss.ts';
import type { Log } from '#server/app.ts';
import type { Processing } from '#server/batches/runs/process-photos.ts';
import type { InFlight } from '#server/http/in-flight.ts';
import type { Readiness } from '#server/wiring/readiness.ts';

/** A chunk of an upload or an archive that is being fetched gets this long to its end. */
const REQUESTS_MS = 60_000;

export interface Draining {
  readonly readiness: Readiness;
  readonly queue: Pick<RunningQueue, 'rest'>;
  readonly hub: Pick<Hub, 'leave'>;
  readonly log: Log;
  /** Null where no photos of batches are worked on. */
  readonly processing: Pick<Processing, 'finishCurrent'> | null;
  /** Null where no requests of people come. */
  readonly inFlight: InFlight | null;
}

/**
 * Before a server stops: nothing new is begun, and requests are served for so many seconds more, until those who send them have noticed.
 * Then the streams go elsewhere and requests may finish. A process without any waits no longer than for its photos and jobs.
 */
export async function drainServer(seconds: number, { readiness, log, ...parts }: Draining): Promise<void> {
  readiness.phase = 'draining';
  log.info({ seconds }, 'draining');
  const atRest = Promise.all([parts.processing?.finishCurrent(), parts.queue.rest()]).catch(
    (error: unknown) => log.warn({ error }, 'draining'),
  );
  const over = new AbortController();
  const served = delay(seconds * 1000, undefined, { signal: over.signal }).catch(() => {});
  await (parts.inFlight === null ? Promise.race([atRest, served]) : served);
  over.abort();
  parts.hub.leave();
  await parts.inFlight?.finishReplies(REQUESTS_MS);
}
