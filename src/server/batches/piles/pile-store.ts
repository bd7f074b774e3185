import type { Tx } from '#server/app.ts';
import type { BatchRow } from '#server/batches/store/batch-store.ts';

/** Notes that these lots were made out of the pile that `pileId` was. */
export async function setPile(tx: Tx, pileId: string, batchIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('batches')
    .set({ pile_id: pileId })
    .where('id', 'in', [...batchIds])
    .execute();
}

/** Locks and returns the lots of a pile that exist, with those that were made while it waited for others. */
export async function lockPile(tx: Tx, ownerId: string, pileId: string): Promise<BatchRow[]> {
  for (let known = -1; ; ) {
    const lots = await lockKnownLots(tx, ownerId, pileId);
    // A statement does not see what was committed since it began.
    if (lots.length === known) return lots;
    known = lots.length;
  }
}

/** In order of id as everywhere. */
async function lockKnownLots(tx: Tx, ownerId: string, pileId: string): Promise<BatchRow[]> {
  return tx
    .selectFrom('batches')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where(({ eb, or }) => or([eb('id', '=', pileId), eb('pile_id', '=', pileId)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Returns those of the lots that have ever run. */
export async function findStarted(tx: Tx, batchIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('runs')
    .select('batch_id')
    .distinct()
    .where('batch_id', 'in', [...batchIds])
    .execute();
  return new Set(rows.map((row) => row.batch_id));
}
