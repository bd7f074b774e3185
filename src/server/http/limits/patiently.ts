import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '#server/app.ts';
import { asAppError } from '#server/http/errors.ts';

const PAUSE_MS = 500;
const TRIES = 600;

/** A database that goes away for a moment while the server starts is no reason to end it. */
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
