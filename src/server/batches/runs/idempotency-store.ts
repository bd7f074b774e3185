import { createHash } from 'node:crypto';
import { AppError } from '#domain/errors.ts';
import type { CoverAtStart } from '#domain/recipes/plates.ts';
import type { Db, Tx } from '#server/app.ts';

export interface StartedOnce {
  readonly batchId: string;
  readonly photoIds: readonly string[];
  readonly cost: number;
  readonly coverPlates?: CoverAtStart | undefined;
  readonly wrongPlatesOn?: readonly string[] | undefined;
  readonly idempotencyKey: string;
  /** Null: it starts by itself later. */
  readonly runId: string | null;
}

/**
 * Returns true when this key is new, false when the same request was carried out before. Throws `http/idempotency-mismatch` when the key
 * came with another body.
 */
export async function rememberStart(
  tx: Tx,
  userId: string,
  { batchId, photoIds, cost, coverPlates, wrongPlatesOn = [], idempotencyKey: key, runId }: StartedOnce,
): Promise<boolean> {
  // Without the newer fields a body hashes as in the version before.
  const answer = [coverPlates ?? [], wrongPlatesOn.length === 0 ? [] : [wrongPlatesOn]].flat();
  const body_hash = createHash('sha256')
    .update(JSON.stringify([batchId, photoIds, cost, ...answer]))
    .digest('hex');
  const inserted = await tx
    .insertInto('idempotency_keys')
    .values({ user_id: userId, key, route: 'start-batch', body_hash, run_id: runId })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  if (inserted) return true;
  const earlier = await tx
    .selectFrom('idempotency_keys')
    .select(['route', 'body_hash'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (earlier.body_hash !== body_hash || earlier.route !== 'start-batch')
    throw new AppError('http/idempotency-mismatch');
  return false;
}

/** Forgets keys of starts before an instant. */
export async function deleteOldStarts(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute();
}
