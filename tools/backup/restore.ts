import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { severalAtOnce } from '#domain/several-at-once.ts';
import { lockDataFolder } from '#server/adapters/database/data-folder-lock.ts';
import { loadDatabase } from '#server/adapters/database/dump.ts';
import { migrateDatabase } from '#server/adapters/database/migrate.ts';
import { openDatabase } from '#server/adapters/database/pool.ts';
import { keyOfPath } from '#server/adapters/files/keys.ts';
import { openFiles } from '#server/adapters/files/open.ts';
import type { Files } from '#server/adapters/files/port.ts';
import { startQueue } from '#server/adapters/queue/pg-boss.ts';
import { INSTALLATION_NOTE, lookAtPair, makePair } from '#server/admin/pair-installation.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import { type Config, directUrl, readConfig } from '#server/config.ts';
import { JOB_NAMES } from '#server/jobs.ts';
import { FILE_FOLDERS } from '#server/photos/file-keys.ts';
import { keyedHasher } from '#server/secret.ts';
import { RESTORE_UNDER_WAY } from '#server/start-errors.ts';
import { syncPath } from '#server/sync-path.ts';
import { getDatabaseUrl, silent } from '../data-folder.ts';
import { newId } from '../operator.ts';
import { asTool } from '../tool.ts';
import { hasChanged, misplaced } from './check.ts';
import { copyDurably, writeDurably } from './durable.ts';
import { type Backup, FILES, isWhole, openBackup, Refusal, ROWS, SECRET } from './folder.ts';

/**
 * `DATA_DIR=… npm run restore -- BACKUP`: puts a backup into an empty data folder and an empty database, and with FILES_URL its files
 * into a bucket without any; then checks every invariant. A backup that is not just as it was written is refused, and so is anything that is there already; what was begun is
 * taken back. Exit status 1 when an invariant does not hold.
 */
const MIGRATIONS = join(
  import.meta.dirname,
  '..',
  '..',
  'src',
  'server',
  'adapters',
  'database',
  'migrations',
);
const SECRET_BYTES = 32;
/** Files at once, so that waiting for the disk or the bucket is shared. */
const TOGETHER = 8;
/** A job goes back as the backup has it: its worker looks whether it fits. */
const AS_STORED = z.looseObject({});

await asTool(async () => {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Refusal('DATA_DIR=… npm run restore -- BACKUP');
  const config = readConfig();
  const { DATA_DIR, DATABASE_URL } = config;
  const backup = await openBackup(folder);
  await refuseDamaged(backup);
  await refuseOtherSecret(backup, config.SECRET_KEY);
  const known = await readdir(MIGRATIONS);
  const newer = backup.manifest.dump.migrations.find((name) => !known.includes(name));
  if (newer) throw new Refusal(`The backup is newer than this code, which lacks the migration ${newer}.`);
  if ((await readdir(DATA_DIR).catch(() => [])).length > 0)
    throw new Refusal(
      `${DATA_DIR} is not empty. Restore into a new folder (DATA_DIR) and start the server with it.`,
    );
  await mkdir(DATA_DIR, { recursive: true, mode: 0o711 });
  // The embedded database locks its folder itself.
  const lock = DATABASE_URL ? lockDataFolder(await realpath(DATA_DIR)) : null;
  // After a restore that was killed, a server would only see a folder that lacks some files.
  const mark = join(DATA_DIR, RESTORE_UNDER_WAY);
  const stored = await openFiles(config, { isTool: true });
  const kept: string[] = [];
  try {
    await refuseUsed(stored);
    await writeDurably(mark, '');
    await restoreFiles(backup, stored, kept);
    if (!config.SECRET_KEY) await restoreSecret(backup, DATA_DIR);
    await restoreRows(backup, config, stored);
    await rm(mark);
  } catch (error) {
    await stored.remove(kept);
    for (const name of await readdir(DATA_DIR))
      await rm(join(DATA_DIR, name), { recursive: true, force: true });
    throw error;
  } finally {
    await stored.close();
    lock?.release();
  }
});

/** The settings' key wins over the one of a folder: with another one every signup bonus would be given once more. */
async function refuseOtherSecret({ folder }: Backup, secretKey: Config['SECRET_KEY']): Promise<void> {
  if (secretKey && !secretKey.equals(await readFile(join(folder, SECRET))))
    throw new Refusal(
      `SECRET_KEY is not the key of ${folder}: set it to what its file „${SECRET}” holds, in hex digits.`,
    );
}

async function refuseUsed(stored: Files): Promise<void> {
  const isUsed = (await stored.sizeOf(INSTALLATION_NOTE)) !== null || (await firstKey(stored)) !== null;
  if (isUsed)
    throw new Refusal(
      'The bucket of FILES_URL is not empty. Restore into a new one, or under another prefix.',
    );
}

async function firstKey(stored: Files): Promise<string | null> {
  for (const folder of FILE_FOLDERS) for await (const { key } of stored.list(folder)) return key;
  return null;
}

/** Names, kinds and the few files besides the stored ones; those are proven while they are copied. */
async function refuseDamaged(backup: Backup): Promise<void> {
  const problems = await misplaced(backup);
  for (const path of backup.sums.keys())
    if (problems.length === 0 && !path.startsWith(`${FILES}/`) && !(await isWhole(backup, path)))
      problems.push(hasChanged(path));
  if (problems.length > 0) throw damaged(backup, problems);
  const secret = await readFile(join(backup.folder, SECRET));
  if (secret.length !== SECRET_BYTES)
    throw damaged(backup, [`${SECRET} has ${secret.length} bytes instead of ${SECRET_BYTES}.`]);
}

function damaged({ folder }: Backup, problems: readonly string[]): Refusal {
  const rest = problems.length > 20 ? [`… and ${problems.length - 20} more`] : [];
  return new Refusal(
    [
      `${folder} is damaged. Take another backup. Nothing was restored.`,
      ...problems.slice(0, 20),
      ...rest,
    ].join('\n  '),
  );
}

/** `kept` gets the keys of what is stored, to be taken back. */
async function restoreFiles(backup: Backup, stored: Files, kept: string[]): Promise<void> {
  const paths = [...backup.sums.keys()].filter((path) => path.startsWith(`${FILES}/`));
  await severalAtOnce(paths, TOGETHER, async (path) => {
    const key = keyOfPath(path.slice(FILES.length + 1));
    const temporary = stored.temporaryPath();
    await copyProven(backup, path, temporary);
    kept.push(key);
    await stored.keep(temporary, key);
  });
}

async function restoreSecret(backup: Backup, dataDir: string): Promise<void> {
  await copyProven(backup, SECRET, join(dataDir, SECRET));
  await syncPath(dataDir);
}

async function copyProven(backup: Backup, path: string, to: string): Promise<void> {
  const sum = await copyDurably(join(backup.folder, path), to);
  if (sum !== backup.sums.get(path)) throw damaged(backup, [hasChanged(path)]);
}

async function restoreRows(backup: Backup, config: Config, stored: Files): Promise<void> {
  const { dump, at, files } = backup.manifest;
  const { DATA_DIR } = config;
  const { url, stop } = await getDatabaseUrl(DATA_DIR, directUrl(config));
  const { db, pool, close } = openDatabase(url, silent);
  try {
    const { rows } = await pool.query('select 1 from pg_tables where schemaname = current_schema() limit 1');
    if (rows.length > 0)
      throw new Refusal('The database of DATABASE_URL is not empty. Restore into a new one.');
    try {
      await migrateTo(dump.migrations);
      await loadDatabase(url, join(backup.folder, ROWS), dump);
      await migrateDatabase(pool, MIGRATIONS);
      await takeUpJobs();
    } catch (error) {
      await emptyDatabase();
      throw error;
    }
    // Sessions that ended since the backup would be open again.
    const { rowCount: sessions } = await pool.query('delete from sessions');
    const app = { db, files: stored, newId, keyedHash: await keyedHasher(config) };
    await makePair(app, await lookAtPair(app));
    const violations = await findViolations({ db, files: stored }, { orphanGraceMs: 86_400_000, deep: true });
    for (const { rule, rows } of violations) console.log(`broken: ${rule}\n  ${rows.join('\n  ')}`);
    console.log(
      `Everyone has to sign in again (${sessions} sessions ended). Accounts, addresses, passwords, roles and photos are those of ${at}:
what was changed or deleted since is as before, accounts and photos whose owners deleted them too. Delete those again.
What was bought or paid since is not in it: compare the orders with the card provider's list.`,
    );
    console.log(
      `restore: ${DATA_DIR} is as it was at ${at}: ${files} files, ${violations.length} rules broken`,
    );
    process.exitCode = violations.length === 0 ? 0 : 1;
  } finally {
    await close();
    await stop();
  }

  /** The tables as the backup's version of the code had made them. */
  async function migrateTo(migrations: readonly string[]): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'fotolot-migrations-'));
    try {
      for (const name of migrations) await cp(join(MIGRATIONS, name), join(folder, name));
      await migrateDatabase(pool, folder);
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  async function takeUpJobs(): Promise<void> {
    const queue = await startQueue(url, JOB_NAMES, { log: silent });
    try {
      await db.transaction().execute(async (tx) => {
        for (const { name, data } of dump.jobs) await queue.send(tx, { name, payload: AS_STORED }, data);
      });
    } finally {
      await queue.stop();
    }
  }

  /** It was empty before: what is there is half a restore. */
  async function emptyDatabase(): Promise<void> {
    await pool.query('drop schema if exists jobs cascade');
    await pool.query(`do $$ declare found record; begin
      for found in select format('table %I', tablename) as what from pg_tables where schemaname = current_schema()
      loop execute 'drop ' || found.what || ' cascade'; end loop;
      for found in select format('%s', oid::regprocedure) as what from pg_proc p where pronamespace = current_schema()::regnamespace
        and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      loop execute 'drop routine ' || found.what || ' cascade'; end loop;
    end $$`);
  }
}
