import { AppError } from '#domain/errors.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import type { CoverAtStart } from '#domain/recipes/plates.ts';
import type { App, User } from '#server/app.ts';
import { startBatch } from '#server/batches/runs/start-batch.ts';
import { wantStart } from '#server/batches/runs/want-start.ts';
import { findBatch, getPhotoOrder } from '#server/batches/store/batch-store.ts';
import { shownMembers } from '#server/batches/store/batch-view.ts';
import { listMembers } from '#server/batches/store/member-store.ts';

interface PileStart {
  readonly lots: readonly {
    readonly batchId: string;
    readonly photoIds: readonly string[];
    /** Price that was shown, in credits. */
    readonly cost: number;
    readonly coverPlates?: CoverAtStart | undefined;
  }[];
  readonly idempotencyKey: string;
}

/** Why a lot stays a draft. */
interface Refusal {
  readonly code: string;
  readonly message: string;
}

/**
 * Starts many lots in the order given, each with its own hold in its own transaction; returns in that order why one was refused, or null.
 * A lot that is started whole while its photos are still prepared starts by itself once they are. The same key again starts those that it
 * had not started and answers for the others as before. Throws `http/bad-request` for a lot that is named twice,
 * `http/idempotency-mismatch`, and what is no refusal of a lot.
 */
export async function startPile(
  app: App,
  user: User,
  { lots, idempotencyKey }: PileStart,
): Promise<(Refusal | null)[]> {
  if (new Set(lots.map(({ batchId }) => batchId)).size < lots.length) throw new AppError('http/bad-request');
  const refusals: (Refusal | null)[] = [];
  for (const lot of lots)
    refusals.push(
      await tryToStart(app, user, { ...lot, idempotencyKey: `${idempotencyKey} ${lot.batchId}` }),
    );
  return refusals;
}

type Start = Parameters<typeof startBatch>[2];

async function tryToStart(app: App, user: User, start: Start): Promise<Refusal | null> {
  try {
    await startBatch(app, user, start).catch(async (error: unknown) => {
      const isEarly = error instanceof AppError && error.code === 'batches/photos-not-ready';
      if (!isEarly || !(await isWholeAndSent(app, user, start))) throw error;
      await wantStart(app, user, { ...start, uploadKeys: [], once: { ...start, runId: null } });
    });
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'http/idempotency-mismatch') throw error;
    return { code: error.code, message: errorSentence(error.code, error.details) };
  }
}

/**
 * A start that waits takes all photos of its lot: one of a part may not become one of all. It waits for their preparation alone, so that one
 * that is still sent would be left out.
 */
async function isWholeAndSent(app: App, user: User, { batchId, photoIds }: Start): Promise<boolean> {
  const batch = await findBatch(app.db, user.id, batchId);
  const shown = shownMembers(await listMembers(app.db, batchId, getPhotoOrder(batch)));
  const asked = new Set(photoIds);
  return shown.every(({ id, state }) => asked.has(id) && state !== 'uploading');
}
