import { sql } from 'kysely';
import type { Db } from '#server/app.ts';

export interface LastBackup {
  readonly madeAt: Date;
  readonly check: { readonly at: Date; readonly isWhole: boolean } | null;
}

/** Stores that a backup was made, in place of the one before. `name`: of its folder. */
export async function storeBackup(db: Db, backup: { name: string; madeAt: Date }): Promise<void> {
  const row = { name: backup.name, made_at: backup.madeAt, checked_at: null, is_whole: null };
  await db
    .insertInto('last_backup')
    .values(row)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(row))
    .execute();
}

/** Stores what reading a backup again found; of an older one nothing is kept. */
export async function storeBackupCheck(db: Db, check: { name: string; isWhole: boolean }): Promise<void> {
  await db
    .updateTable('last_backup')
    .set({ checked_at: sql<Date>`clock_timestamp()`, is_whole: check.isWhole })
    .where('name', '=', check.name)
    .execute();
}

export async function findLastBackup(db: Db): Promise<LastBackup | null> {
  const row = await db.selectFrom('last_backup').selectAll().executeTakeFirst();
  if (!row) return null;
  const { made_at: madeAt, checked_at: at, is_whole: isWhole } = row;
  return { madeAt, check: at && isWhole !== null ? { at, isWhole } : null };
}
