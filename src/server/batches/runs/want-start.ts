import { isRunning } from '#domain/batches/states.ts';
import { AppError } from '#domain/errors.ts';
import { MOST_UNFINISHED } from '#domain/photos/limits.ts';
import type { CoverAtStart } from '#domain/recipes/plates.ts';
import type { App, User } from '#server/app.ts';
import { endLinks } from '#server/batches/phones/phone-link-store.ts';
import { rememberStart, type StartedOnce } from '#server/batches/runs/idempotency-store.ts';
import { startSoonIfArrived } from '#server/batches/runs/start-when-arrived.ts';
import {
  deleteWantedStart,
  findWantedStart,
  forgetUploads,
  putWantedStart,
} from '#server/batches/runs/wanted-start-store.ts';
import { batchChanged, lockBatch, updateBatch } from '#server/batches/store/batch-store.ts';
import { newestRun } from '#server/batches/store/run-store.ts';

interface Wanted {
  readonly batchId: string;
  readonly uploadKeys: readonly string[];
  readonly cost: number;
  /** Newest run when the button was pressed. */
  readonly afterRun?: string | null | undefined;
  /** Missing: the earlier answer stays. */
  readonly coverPlates?: CoverAtStart | undefined;
  readonly wrongPlatesOn?: readonly string[] | undefined;
  /** A start whose key is remembered with it: sent again, it does nothing. */
  readonly once?: StartedOnce | undefined;
}

/**
 * Has the batch start by itself once its photos have arrived; no credits are held before. Asked again by any tab, the last price counts and
 * all uploads are awaited. Throws `batches/not-found`, `batches/already-running`, `batches/no-outputs`, `photos/too-many-uploads`,
 * `http/idempotency-mismatch`.
 */
export async function wantStart(
  app: App,
  user: User,
  { batchId, uploadKeys, afterRun, cost, coverPlates, wrongPlatesOn, once }: Wanted,
): Promise<void> {
  await app.change(async ({ tx, changes }) => {
    if (once && !(await rememberStart(tx, user.id, once))) return;
    const batch = await lockBatch(tx, user.id, batchId);
    // A repeated request, or a tab that missed the news: the wanted run has begun since.
    if (afterRun !== undefined && afterRun !== ((await newestRun(tx, batchId))?.id ?? null)) return;
    if (isRunning(batch.state)) throw new AppError('batches/already-running');
    if (batch.outputs.length === 0) throw new AppError('batches/no-outputs');
    const earlier = await findWantedStart(tx, batchId);
    const open = earlier?.refusal === null ? earlier : null;
    const others = open?.upload_keys ?? [];
    const awaited = [...new Set([...others, ...uploadKeys])];
    if (awaited.length > MOST_UNFINISHED)
      throw new AppError('photos/too-many-uploads', { limit: MOST_UNFINISHED });
    await putWantedStart(tx, {
      batchId,
      ownerId: user.id,
      uploadKeys: awaited,
      mostCost: cost,
      coverPlates: coverPlates ?? open?.cover_plates ?? null,
      wrongPlatesOn: wrongPlatesOn ?? open?.wrong_plates_on ?? [],
      now: app.now(),
    });
    // As with a start: what a phone has begun still arrives, and nothing more comes by its link.
    await endLinks(tx, 'phone_links', { batchId, now: app.now() });
    await startSoonIfArrived(tx, app, [batchId]);
    await updateBatch(tx, batchId, {});
    batchChanged(changes, user.id, batchId);
  });
}

/** Deletes a wanted start that its owner took back or whose refusal was read. Throws `batches/not-found`. */
export async function dropWantedStart(app: App, user: User, batchId: string): Promise<void> {
  await app.change(async ({ tx, changes }) => {
    await lockBatch(tx, user.id, batchId);
    if (!(await deleteWantedStart(tx, batchId))) return;
    await updateBatch(tx, batchId, {});
    batchChanged(changes, user.id, batchId);
  });
}

/** Stops waiting for uploads that were given up or refused, and starts with the others. Throws `batches/not-found`. */
export async function waitNoLonger(
  app: App,
  user: User,
  { batchId, uploadKeys }: Pick<Wanted, 'batchId' | 'uploadKeys'>,
): Promise<void> {
  await app.change(async ({ tx }) => {
    await lockBatch(tx, user.id, batchId);
    if (await forgetUploads(tx, batchId, uploadKeys)) await startSoonIfArrived(tx, app, [batchId]);
  });
}
