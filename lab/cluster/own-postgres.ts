import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded.ts';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

export interface OwnPostgres {
  /** Where it lies. */
  readonly folder: string;
  /** Ends it, and removes it; tests use the run's own again. */
  stop(): Promise<void>;
}

/** A PostgreSQL that no other test uses, so that it may be killed or measured: databases of tests are made in it from now on. */
export async function ownPostgres(connections: number): Promise<OwnPostgres> {
  const shared = process.env.TEST_DATABASE_URL;
  const folder = await makeTemporaryFolder();
  const settings = { max_connections: String(connections) };
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path, log: silent, settings });
  process.env.TEST_DATABASE_URL = postgres.url;
  return {
    folder: folder.path,
    stop: async () => {
      await postgres.stop();
      await folder.remove();
      if (shared === undefined) delete process.env.TEST_DATABASE_URL;
      else process.env.TEST_DATABASE_URL = shared;
    },
  };
}
