import type { Selectable } from 'kysely';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Db, Tx } from '#server/app.ts';

export type ExportRow = Selectable<DB['data_exports']>;

export function exportKey(id: string): string {
  return `exports/${id}.zip`;
}

/** Returns the export that was asked for last, whatever its state. */
export async function newestExport(db: Db | Tx, userId: string): Promise<ExportRow | null> {
  const row = await db
    .selectFrom('data_exports')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function findExport(db: Db | Tx, id: string): Promise<ExportRow | null> {
  return (await db.selectFrom('data_exports').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function insertExport(tx: Tx, row: { id: string; userId: string; now: Date }): Promise<void> {
  await tx
    .insertInto('data_exports')
    .values({ id: row.id, user_id: row.userId, asked_at: row.now })
    .execute();
}

/** Ends a waiting export. Returns false where it was finished, or its owner left, meanwhile. */
export async function markExport(
  tx: Tx,
  id: string,
  end: { state: 'ready'; bytes: number; readyAt: Date; expiresAt: Date } | { state: 'failed' },
): Promise<boolean> {
  const facts =
    end.state === 'ready'
      ? { state: end.state, bytes: end.bytes, ready_at: end.readyAt, expires_at: end.expiresAt }
      : { state: end.state };
  const row = await tx
    .updateTable('data_exports')
    .set(facts)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes expired exports (or all of a person who leaves); returns the keys of their files. */
export async function deleteExports(tx: Tx, which: { over: Date } | { of: string }): Promise<string[]> {
  const all = tx.deleteFrom('data_exports');
  const gone =
    'of' in which
      ? all.where('user_id', '=', which.of)
      : all.where(({ eb, or, and }) =>
          or([
            eb('expires_at', '<', which.over),
            and([
              eb('expires_at', 'is', null),
              eb('asked_at', '<', new Date(which.over.getTime() - 86_400_000)),
            ]),
          ]),
        );
  const rows = await gone.returning('id').execute();
  return rows.map(({ id }) => exportKey(id));
}

/** Returns at most `most` archives that can be downloaded. */
export async function readyExports(db: Db, most: number): Promise<{ id: string }[]> {
  return db.selectFrom('data_exports').select('id').where('state', '=', 'ready').limit(most).execute();
}
