import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '#server/app.ts';
import { asAppError } from '#server/http/errors.ts';

const PAUSE_MS = 500;
const TRIES = 600;

/** Repeats `work` for up to 5 minutes while the database is away: a short outage is no reason to end a start. Other errors pass through. */
export async function retryWhileUnavailable<T>(log: Log, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === TRIES || asAppError(error).code !== 'http/unavailable') throw error;
      if (tries === 1)
        log.warn({ error }, 'the database is away; the server goes on starting once it is back');
      await delay(PAUSE_MS);
    }
  }
}
