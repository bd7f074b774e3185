import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataFolder } from '#server/adapters/database/data-folder-lock.ts';
import { loadDatabase } from '#server/adapters/database/dump.ts';
import { migrate } from '#server/adapters/database/migrate.ts';
import { openDatabase } from '#server/adapters/database/pool.ts';
import { diskFiles } from '#server/adapters/files/disk.ts';
import { startQueue } from '#server/adapters/queue/pg-boss.ts';
import { lookAtPair, makePair } from '#server/admin/pair-installation.ts';
import { verify } from '#server/admin/verify.ts';
import { readConfig } from '#server/config.ts';
import { JOB_NAMES } from '#server/jobs.ts';
import { keyedHasher } from '#server/secret.ts';
import { copyFiles, FILES, MANIFEST, type Manifest, ROWS, SECRET } from './backup-folder.ts';
import { databaseOf, silent } from './data-folder.ts';
import { newId } from './operator.ts';

/**
 * `DATA_DIR=… npm run restore -- BACKUP`: puts a backup into an empty data folder and an empty database, and checks every invariant.
 * Anything that is there already is refused. Exit status 1 when an invariant does not hold.
 */
const MIGRATIONS = join(import.meta.dirname, '..', 'src', 'server', 'adapters', 'database', 'migrations');
const [backup] = process.argv.slice(2);
if (!backup) refuse('DATA_DIR=… npm run restore -- BACKUP');
const { DATA_DIR, DATABASE_URL } = readConfig();
const { dump, at } = await readManifest(backup);
if ((await readdir(DATA_DIR).catch(() => [])).length > 0)
  refuse(`${DATA_DIR} is not empty. Restore into a new folder (DATA_DIR) and start the server with it.`);
const known = await readdir(MIGRATIONS);
const newer = dump.migrations.find((name) => !known.includes(name));
if (newer) refuse(`The backup is newer than this code, which lacks the migration ${newer}.`);

await mkdir(DATA_DIR, { recursive: true, mode: 0o711 });
// The embedded database locks its folder itself.
const lock = DATABASE_URL ? lockDataFolder(await realpath(DATA_DIR)) : null;
const { url, stop } = await databaseOf(DATA_DIR, DATABASE_URL);
const { db, pool, close } = openDatabase(url, silent);
try {
  const { rows } = await pool.query('select 1 from pg_tables where schemaname = current_schema() limit 1');
  if (rows.length > 0) refuse('The database of DATABASE_URL is not empty. Restore into a new one.');
  await asItWas(dump.migrations);
  await loadDatabase(url, join(backup, ROWS), dump);
  await migrate(pool, MIGRATIONS);
  const { files } = await copyFiles(join(backup, FILES), DATA_DIR);
  await copyFile(join(backup, SECRET), join(DATA_DIR, SECRET));
  await takeUpJobs();
  const stored = await diskFiles(DATA_DIR, { keepTemporary: true });
  const app = { db, files: stored, newId, keyedHash: await keyedHasher(DATA_DIR) };
  await makePair(app, await lookAtPair(app));
  const violations = await verify({ db, files: stored }, { orphanGraceMs: 86_400_000, deep: true });
  for (const { rule, rows } of violations) console.log(`broken: ${rule}\n  ${rows.join('\n  ')}`);
  console.log(
    `restore: ${DATA_DIR} is as it was at ${at}: ${files} files, ${violations.length} rules broken`,
  );
  process.exitCode = violations.length === 0 ? 0 : 1;
} finally {
  await close();
  await stop();
  lock?.release();
}

/** The tables as the backup's version of the code had made them. */
async function asItWas(migrations: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fotolot-migrations-'));
  try {
    for (const name of migrations) await cp(join(MIGRATIONS, name), join(folder, name));
    await migrate(pool, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function takeUpJobs(): Promise<void> {
  const queue = await startQueue(url, JOB_NAMES, silent);
  await db.transaction().execute(async (tx) => {
    for (const { name, data } of dump.jobs) await queue.send(tx, name, data);
  });
  await queue.stop();
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() =>
    refuse(`${folder} is not a finished backup: it has no ${MANIFEST}.`),
  );
  return JSON.parse(text);
}

function refuse(why: string): never {
  console.error(why);
  process.exit(2);
}
