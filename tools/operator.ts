import { randomBytes } from 'node:crypto';
import { openDatabase } from '#server/adapters/database/pool.ts';
import { createTransactionRunner } from '#server/adapters/live/changes.ts';
import type { App } from '#server/app.ts';
import { directUrl, getEnvironment, readConfig } from '#server/config.ts';
import { keyedHasher } from '#server/secret.ts';
import { getDatabaseUrl, silent } from './data-folder.ts';

type Deps = Pick<App, 'db' | 'change' | 'now' | 'newId' | 'keyedHash' | 'publicUrl'> & {
  readonly live: Pick<App['live'], 'endSessions'>;
};

/** As the server makes them. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(13).toString('hex')}`;
}

/** Returns what is to be known of an address that a tool prints: where the server listens no file says. Null: it was given. */
export function describePort({ PORT, PUBLIC_URL } = getEnvironment()): string | null {
  if (PORT || PUBLIC_URL) return null;
  return 'The address has the usual port. Where the server runs with another PORT, give this command the same.';
}

/** Does something by the operator's hand in the configured data folder, beside a running server or without one. `url`: of its database, past a pooler. */
export async function asOperator<T>(work: (app: Deps, url: string) => Promise<T>): Promise<T> {
  const config = readConfig();
  const { DATA_DIR } = config;
  const { url, stop } = await getDatabaseUrl(DATA_DIR, directUrl(config));
  const { db, pool, close } = openDatabase(url, silent);
  const send = async (message: object) => {
    await pool.query("select pg_notify('fotolot', $1)", [JSON.stringify(message)]);
  };
  const notify = (users: readonly string[]) => send({ kind: 'change', users });
  const now = () => new Date();
  try {
    const app = {
      db,
      change: createTransactionRunner(db, { now, log: silent, notify }),
      now,
      newId,
      live: {
        endSessions: (user: string, session: string | null) => send({ kind: 'session', user, session }),
      },
      publicUrl: () => config.PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`,
      keyedHash: await keyedHasher(config),
    };
    return await work(app, url);
  } finally {
    await close();
    await stop();
  }
}
