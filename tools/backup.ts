import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { dumpDatabase } from '#server/adapters/database/dump.ts';
import { readConfig } from '#server/config.ts';
import { JOB_NAMES } from '#server/jobs.ts';
import { copyFiles, FILES, MANIFEST, type Manifest, ROWS, SECRET } from './backup-folder.ts';
import { databaseOf } from './data-folder.ts';

/**
 * `npm run backup -- FOLDER`: a new folder in FOLDER with the database of one moment, every stored file and the secret, beside a
 * running server or without one. Files that the last backup there has already take no further room.
 */
const [to] = process.argv.slice(2);
if (!to) {
  console.error('npm run backup -- FOLDER');
  process.exit(2);
}
const { DATA_DIR, DATABASE_URL } = readConfig();
const folder = resolve(to);
await mkdir(folder, { recursive: true, mode: 0o700 });
const last = await lastBackup(folder);
const at = new Date().toISOString();
const name = `fotolot-${at.replaceAll(/[:.]/g, '-')}`;
const unfinished = join(folder, `.${name}`);

const { url, stop } = await databaseOf(DATA_DIR, DATABASE_URL);
try {
  const copy = () => copyFiles(DATA_DIR, join(unfinished, FILES), last && join(last, FILES));
  // Most of the time goes here. What a row of the moment to come names is on disk before its row: the second look finds it.
  await copy();
  const dump = await dumpDatabase(url, join(unfinished, ROWS), JOB_NAMES);
  const { files, bytes } = await copy();
  await copyFile(join(DATA_DIR, 'secret'), join(unfinished, SECRET));
  const manifest: Manifest = { version: 1, at, dump, files, bytes };
  await writeFile(join(unfinished, MANIFEST), JSON.stringify(manifest, null, 2), { mode: 0o600 });
  await rename(unfinished, join(folder, name));
  const rows = dump.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`backup: ${join(folder, name)}: ${rows} rows, ${files} files, ${(bytes / 1e6).toFixed(1)} MB`);
} finally {
  await rm(unfinished, { recursive: true, force: true });
  await stop();
}

/** The newest finished one. */
async function lastBackup(folder: string): Promise<string | null> {
  const names = (await readdir(folder)).filter((name) => /^fotolot-\d{4}-.*Z$/.test(name)).sort();
  for (const name of names.reverse()) {
    const manifest = await readFile(join(folder, name, MANIFEST)).catch(() => null);
    if (manifest !== null) return join(folder, name);
  }
  return null;
}
