import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '#server/adapters/database/pool.ts';
import {
  endProcess,
  renewProcess,
  type ThisProcess,
  unbearableFor,
} from '#server/adapters/database/processes.ts';
import type { Log } from '#server/app.ts';

const BEAT_MS = 10_000;

/** This process among the others; `migration`: number of the newest one that its code has. */
export interface Presence extends ThisProcess {
  readonly migration: string;
}

/** Does the work every ten seconds, never twice at a time; one that fails is done again with the next beat. */
export function startBeating(
  work: () => Promise<void>,
  onFailure: (error: unknown) => void,
): { end(): Promise<void> } {
  const over = new AbortController();
  const rest = () => delay(BEAT_MS, true, { signal: over.signal, ref: false }).catch(() => false);
  const beat = async () => {
    while (await rest()) await work().catch(onFailure);
  };
  const beats = beat();
  return {
    end: async () => {
      over.abort();
      await beats;
    },
  };
}

/**
 * Renews the row by which others know that this process lives. `onOutdated`: the schema was changed while this process was taken for gone, and
 * its code does not work any more.
 */
export function stayPresent(
  { pool }: Database,
  presence: Presence,
  { log, onOutdated }: { log: Log; onOutdated: () => void },
): { end(): Promise<void> } {
  const beats = startBeating(
    async () => {
      await renewProcess(pool, presence, presence.migration);
      const migration = await unbearableFor(pool, presence.migration);
      if (migration === null) return;
      log.error({ migration }, 'the database is newer than this code, which ends');
      onOutdated();
    },
    (error) => log.warn({ error }, 'this process could not say that it lives'),
  );
  return {
    end: async () => {
      await beats.end();
      await endProcess(pool, presence.id);
    },
  };
}
