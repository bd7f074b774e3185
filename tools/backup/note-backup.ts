import { basename, resolve } from 'node:path';
import { openDatabase } from '#server/adapters/database/pool.ts';
import { storeBackup, storeBackupCheck } from '#server/admin/last-backup-store.ts';
import type { Db } from '#server/app.ts';
import { directUrl, readConfig } from '#server/config.ts';
import { findDatabaseUrl, silent } from '../data-folder.ts';

/** Notes a finished backup for the admins' page. `url`: of the database it was made of. */
export function noteBackup(url: string, backup: { name: string; madeAt: Date }): Promise<void> {
  return noteSafely(() => withDatabase(url, (db) => storeBackup(db, backup)));
}

/** Notes a check for the admins' page where the installation's database answers; elsewhere a carried copy is checked, and none is needed. */
export function noteBackupCheck(folder: string, isWhole: boolean): Promise<void> {
  return noteSafely(async () => {
    const config = readConfig();
    const url = await findDatabaseUrl(config.DATA_DIR, directUrl(config));
    const check = { name: basename(resolve(folder)), isWhole };
    if (url !== null) await withDatabase(url, (db) => storeBackupCheck(db, check));
  });
}

/** A backup and its check stand without the note. */
async function noteSafely(note: () => Promise<void>): Promise<void> {
  await note().catch((error: Error) => console.log(`Not noted for /admin/dashboard: ${error.message}`));
}

async function withDatabase(url: string, work: (db: Db) => Promise<void>): Promise<void> {
  const { db, close } = openDatabase(url, silent);
  await work(db).finally(close);
}
