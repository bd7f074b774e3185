import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { dumpDatabase } from '#server/adapters/database/dump.ts';
import { openFiles } from '#server/adapters/files/open.ts';
import { type Config, directUrl, readConfig } from '#server/config.ts';
import { JOB_NAMES } from '#server/jobs.ts';
import { syncPath } from '#server/sync-path.ts';
import { getDatabaseUrl } from '../data-folder.ts';
import { asTool } from '../tool.ts';
import { damages } from './check.ts';
import { copyFiles, nothingTaken } from './copy-files.ts';
import { copyDurably, makeFolder, writeDurably } from './durable.ts';
import { type Backup, openBackup, Refusal, ROWS, SECRET, sealBackup } from './folder.ts';
import { noteBackup, noteBackupCheck } from './note-backup.ts';
import { computeSum, sumOfFile } from './sums.ts';

/**
 * `npm run backup -- FOLDER`: a new folder in FOLDER with the database of one moment, every stored file and the secret, beside a
 * running server or without one. Files that the last backup there has already take no further room.
 * `npm run backup -- --check BACKUP` reads a whole backup and names what is not as it was written.
 */
const words = process.argv.slice(2);
await asTool(() => {
  const [first, second] = words;
  if (first === '--check' && second) return check(second);
  if (first && words.length === 1 && !first.startsWith('--')) return backUp(resolve(first));
  throw new Refusal('npm run backup -- FOLDER, or npm run backup -- --check BACKUP');
});

async function backUp(folder: string): Promise<void> {
  const config = readConfig();
  const { DATA_DIR } = config;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const last = await lastBackup(folder);
  const at = new Date().toISOString();
  const name = `fotolot-${at.replaceAll(/[:.]/g, '-')}`;
  const unfinished = join(folder, `.${name}`);
  const { url, stop } = await getDatabaseUrl(DATA_DIR, directUrl(config));
  const stored = await openFiles(config, { isTool: true });
  try {
    await makeFolder(unfinished);
    const taken = nothingTaken();
    // Most of the time goes here. What a row of the moment to come names is on disk before its row: the second look finds it.
    await copyFiles(stored, unfinished, { last, taken });
    const dump = await dumpDatabase(url, join(unfinished, ROWS), JOB_NAMES);
    await copyFiles(stored, unfinished, { last, taken });
    const { sums, bytes, rotten, changed } = taken;
    const files = sums.size;
    for (const table of await readdir(join(unfinished, ROWS)))
      sums.set(`${ROWS}/${table}`, await sumOfFile(join(unfinished, ROWS, table)));
    sums.set(SECRET, await copySecret(config, unfinished));
    const round = (last?.manifest.round ?? 0) + 1;
    await sealBackup(unfinished, { version: 2, at, dump, files, bytes, round }, sums);
    await rename(unfinished, join(folder, name));
    await syncPath(folder);
    await noteBackup(url, { name, madeAt: new Date(at) });
    for (const path of rotten)
      console.log(
        `${path} of the last backup is damaged. It was taken anew; older backups may share the damage.`,
      );
    for (const path of changed)
      console.log(
        `${path} has other bytes than before, with the same size and time: npm run verify -- --deep says whether it is whole.`,
      );
    const rows = dump.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `backup: ${join(folder, name)}: ${rows} rows, ${files} files, ${(bytes / 1e6).toFixed(1)} MB`,
    );
  } finally {
    await rm(unfinished, { recursive: true, force: true });
    await stored.close();
    await stop();
  }
}

/** Returns its SHA-256. */
async function copySecret({ DATA_DIR, SECRET_KEY }: Config, to: string): Promise<string> {
  if (SECRET_KEY) {
    await writeDurably(join(to, SECRET), SECRET_KEY);
    return computeSum(SECRET_KEY);
  }
  return copyDurably(join(DATA_DIR, 'secret'), join(to, SECRET)).catch((cause) => {
    throw new Error(`The secret of the data folder cannot be read: ${join(DATA_DIR, 'secret')}.`, { cause });
  });
}

/** The newest finished one; one that is not whole is said and passed over. */
async function lastBackup(folder: string): Promise<Backup | null> {
  const names = (await readdir(folder)).filter((name) => /^fotolot-\d{4}-.*Z$/.test(name)).sort();
  for (const name of names.reverse()) {
    const backup = await openBackup(join(folder, name)).catch((error: Error) => {
      console.log(`Not built upon: ${error.message}`);
      return null;
    });
    if (backup) return backup;
  }
  return null;
}

async function check(folder: string): Promise<void> {
  const backup = await openBackup(folder).catch(async (refusal: unknown) => {
    // A mistyped name says nothing about the backup that was meant.
    if (existsSync(folder)) await noteBackupCheck(folder, false);
    throw refusal;
  });
  const problems = await damages(backup);
  await noteBackupCheck(folder, problems.length === 0);
  for (const problem of problems) console.log(problem);
  if (problems.length > 0)
    throw new Refusal(`check: ${problems.length} files of ${folder} are not as they were written.`, 1);
  console.log(`check: ${folder} is whole: all ${backup.sums.size} files are as they were written.`);
}
