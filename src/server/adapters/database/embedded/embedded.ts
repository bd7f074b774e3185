import { mkdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type FolderLock, lockDataFolder } from '#server/adapters/database/data-folder-lock.ts';
import type { Log } from '#server/adapters/database/log.ts';
import { installBinaries } from './postgres-binaries.ts';
import { ensureCluster, passwordFile } from './postgres-cluster.ts';
import { type ClusterLocation, chooseLocation } from './postgres-location.ts';
import { stopOrphan } from './postgres-orphan.ts';
import { clusterPassword, demandPassword } from './postgres-password.ts';
import { launchPostgres } from './postgres-process.ts';
import { type Listening, settingsFor } from './postgres-settings.ts';
import { chooseSocketFolder, makeSocketFolder, removeSocketFolder, unusedPort } from './postgres-socket.ts';
import { keepRunning } from './postgres-watch.ts';

const DATABASE = 'fotolot';

export interface EmbeddedOptions {
  dataDir: string;
  log: Log;
  /** PostgreSQL settings on top of ours, e.g. for tests. */
  settings?: Record<string, string>;
}

type Extras = Required<Omit<EmbeddedOptions, 'dataDir'>>;

export interface EmbeddedPostgres {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL of our own in the data folder, for everyone who has not set DATABASE_URL. Works as an ordinary user and as
 * root, heals what a kill -9 left, and refuses a folder another server uses.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  settings = {},
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true });
  const folder = await realpath(dataDir);
  const locks = [lockDataFolder(folder)];
  try {
    const location = await chooseLocation(folder);
    // Two data folders (one a copy) may remember the same place outside.
    locks.push(lockDataFolder(location.base));
    return await startIn(location, { folder, locks }, { log, settings });
  } catch (error) {
    for (const lock of locks) lock.release();
    throw error;
  }
}

async function startIn(
  location: ClusterLocation,
  { folder, locks }: { folder: string; locks: FolderLock[] },
  { log, settings }: Extras,
): Promise<EmbeddedPostgres> {
  if ((await stopOrphan(join(location.base, 'cluster'))) === 'stopped') {
    log.warn({}, 'the last server ended without stopping its PostgreSQL; it is stopped now and started anew');
  }
  const programs = { location, native: await installBinaries(location) };
  const cluster = await ensureCluster(programs);
  const listening = await chooseListening(location, folder);
  const launch = async () => {
    await stopOrphan(cluster);
    if ('socketFolder' in listening) {
      await demandPassword(programs, cluster, listening.password);
      await makeSocketFolder(location, listening.socketFolder);
    }
    return launchPostgres(programs, cluster, {
      settings: settingsFor(listening, settings),
      logFile: join(folder, 'postgres.log'),
    });
  };
  const running = await keepRunning(launch, log);
  const stop = async () => {
    await running.stop();
    if ('socketFolder' in listening) await removeSocketFolder(listening.socketFolder);
    for (const lock of locks) lock.release();
  };
  try {
    await ensureDatabase(buildConnectionUrl(listening, 'postgres'));
  } catch (error) {
    await stop();
    throw error;
  }
  log.info({ location: location.base }, 'PostgreSQL runs');
  return { url: buildConnectionUrl(listening, DATABASE), stop };
}

async function chooseListening(location: ClusterLocation, folder: string): Promise<Listening> {
  if (process.platform !== 'win32')
    return { socketFolder: await chooseSocketFolder(location), password: await clusterPassword(folder) };
  return { port: await unusedPort(), password: (await readFile(passwordFile(location.base), 'utf8')).trim() };
}

function buildConnectionUrl(listening: Listening, database: string): string {
  if ('port' in listening)
    return `postgresql://postgres:${listening.password}@127.0.0.1:${listening.port}/${database}`;
  return `postgresql://postgres:${listening.password}@localhost/${database}?host=${encodeURIComponent(listening.socketFolder)}`;
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}
