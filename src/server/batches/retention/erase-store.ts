import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import type { Db, Tx } from '#server/app.ts';
import { resultKeys } from '#server/photos/file-keys.ts';
import { scheduleFileDeletion } from '#server/photos/removal-store.ts';

/** Returns the owner's open runs, in order of batches. */
export async function listOpenRuns(
  db: Db | Tx,
  ownerId: string,
): Promise<{ id: string; batch_id: string }[]> {
  return db
    .selectFrom('runs')
    .select(['id', 'batch_id'])
    .where('owner_id', '=', ownerId)
    .where('finished_at', 'is', null)
    .orderBy('batch_id')
    .execute();
}

/** Locks the owner's batches: photos neither join nor leave them until the end of the transaction. */
export async function lockOwnBatches(tx: Tx, ownerId: string): Promise<void> {
  await tx
    .selectFrom('batches')
    .select('id')
    .where('owner_id', '=', ownerId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/**
 * Erases a deleted account's batches: results go, texts and recipes in batches and runs are blanked; states, costs and ids stay in the
 * books.
 */
export async function eraseBatches(tx: Tx, ownerId: string, now: Date): Promise<void> {
  const recipe = JSON.stringify(DEFAULT_RECIPE);
  const results = await tx
    .deleteFrom('results')
    .where('owner_id', '=', ownerId)
    .returning(['id', 'file_key'])
    .execute();
  await scheduleFileDeletion(tx, results.flatMap(resultKeys));
  const batches = tx.selectFrom('batches').select('id').where('owner_id', '=', ownerId);
  await tx.deleteFrom('batch_photos').where('batch_id', 'in', batches).execute();
  await tx.deleteFrom('batch_window_photos').where('batch_id', 'in', batches).execute();
  await tx
    .updateTable('batches')
    .set((eb) => ({
      name: '',
      recipe,
      outputs: '[]',
      file_pattern: '{lot}_{nr:02}',
      deleted_at: eb.fn.coalesce('deleted_at', eb.val(now)),
    }))
    .where('owner_id', '=', ownerId)
    .execute();
  await tx.updateTable('runs').set({ recipe }).where('owner_id', '=', ownerId).execute();
  await tx
    .updateTable('run_photos')
    .set({ edits: null, error: null })
    .where('run_id', 'in', tx.selectFrom('runs').select('id').where('owner_id', '=', ownerId))
    .execute();
  await tx.deleteFrom('phone_links').where('user_id', '=', ownerId).execute();
  await tx.deleteFrom('result_links').where('user_id', '=', ownerId).execute();
  await tx.deleteFrom('wanted_starts').where('owner_id', '=', ownerId).execute();
  await tx.deleteFrom('idempotency_keys').where('user_id', '=', ownerId).execute();
  await tx.deleteFrom('zips').where('owner_id', '=', ownerId).execute();
}
