import { AppError } from '#domain/errors.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import type { CoverAtStart } from '#domain/recipes/plates.ts';
import type { App, User } from '#server/app.ts';
import { startBatch } from '#server/batches/runs/start-batch.ts';
import { wantStart } from '#server/batches/runs/want-start.ts';

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
 * A lot whose photos are still prepared starts by itself once they are. The same key again starts those that it had not started and answers for the others as before. Throws `http/idempotency-mismatch`, and
 * what is no refusal of a lot.
 */
export async function startPile(
  app: App,
  user: User,
  { lots, idempotencyKey }: PileStart,
): Promise<(Refusal | null)[]> {
  const refusals: (Refusal | null)[] = [];
  for (const lot of lots)
    refusals.push(
      await tryToStart(app, user, { ...lot, idempotencyKey: `${idempotencyKey} ${lot.batchId}` }),
    );
  return refusals;
}

async function tryToStart(app: App, user: User, start: Parameters<typeof startBatch>[2]) {
  try {
    await startBatch(app, user, start).catch(async (error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'batches/photos-not-ready') throw error;
      await wantStart(app, user, { ...start, uploadKeys: [], afterRun: null });
    });
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'http/idempotency-mismatch') throw error;
    return { code: error.code, message: errorSentence(error.code, error.details) };
  }
}
