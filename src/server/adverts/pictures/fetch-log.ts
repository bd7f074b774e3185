import { insertFetches, type PictureFetch } from '#server/adverts/pictures/picture-store.ts';
import type { App } from '#server/app.ts';

/** Fetches that wait to be written; more come only while the database is away. */
const MOST_WAITING = 5_000;

/** Log of fetches: those that come while others are written go into one statement. */
interface FetchLog {
  note(fetch: PictureFetch): void;
  /** Resolves once all that was noted is written or given up. */
  flush(): Promise<void>;
}

export function createFetchLog(app: Pick<App, 'db' | 'log'>): FetchLog {
  let waiting: PictureFetch[] = [];
  let writing: Promise<void> | null = null;
  const write = async () => {
    while (waiting.length > 0) {
      const fetches = waiting;
      waiting = [];
      await insertFetches(app.db, fetches).catch((error: unknown) =>
        app.log.warn({ error, fetches: fetches.length }, 'fetches of pictures could not be noted'),
      );
    }
    writing = null;
  };
  return {
    note(fetch) {
      if (waiting.length < MOST_WAITING) waiting.push(fetch);
      writing ??= write();
    },
    async flush() {
      await writing;
    },
  };
}
