import * as z from 'zod';
import { isPointless, isTriedAgain, nextStep, tellOfRefusalAt } from '#domain/batches/wanted-start.ts';
import { AppError } from '#domain/errors.ts';
import { LEAST_AVAILABLE_FOR_STARTS } from '#domain/photos/limits.ts';
import type { App, Tx } from '#server/app.ts';
import { startRun } from '#server/batches/runs/start-batch.ts';
import {
  countOutstanding,
  deleteWantedStart,
  findWantedStart,
  openWantedStarts,
  stopWantedStart,
  type WantedStartRow,
} from '#server/batches/runs/wanted-start-store.ts';
import {
  type BatchRow,
  batchChanged,
  getPhotoOrder,
  lockBatch,
  updateBatch,
} from '#server/batches/store/batch-store.ts';
import { listMembers } from '#server/batches/store/member-store.ts';
import { hasRoom } from '#server/photos/room.ts';

export const START_ARRIVED = {
  name: 'start-arrived',
  payload: z.object({ batchId: z.string().min(1) }),
} as const;

/** In the transaction by which the last photo became ready, or was not waited for any more. The batches are locked. */
export async function startSoonIfArrived(tx: Tx, app: App, batchIds: readonly string[]): Promise<void> {
  for (const batchId of batchIds) {
    const wanted = await findWantedStart(tx, batchId);
    if (wanted?.refusal === null && (await readNextStep(tx, app, wanted)) === 'start')
      await app.queue.send(tx, START_ARRIVED, { batchId });
  }
}

async function readNextStep(db: App['db'] | Tx, app: App, wanted: WantedStartRow) {
  return nextStep(await countOutstanding(db, wanted), { askedAt: wanted.asked_at, now: app.now() });
}

/** Job, each minute: starts whose time has come without a photo's doing, and those whose photos did not come. */
export async function startAllArrived(app: App): Promise<void> {
  for (const wanted of await openWantedStarts(app.db)) {
    if ((await readNextStep(app.db, app, wanted)) === 'wait') continue;
    await app.change(({ tx }) => app.queue.send(tx, START_ARRIVED, { batchId: wanted.batch_id }));
  }
}

/** Job: the wanted start of a batch, if it is wanted and its photos are there. Twice or in two processes, it is one start. */
export async function startWhenArrived(app: App, { batchId }: { batchId: string }): Promise<void> {
  const wanted = await findWantedStart(app.db, batchId);
  if (wanted === undefined || wanted.refusal !== null) return;
  try {
    if (!(await hasRoom(app, LEAST_AVAILABLE_FOR_STARTS))) throw new AppError('batches/disk-low');
    await app.change((unit) =>
      startRun(unit, app, {
        ownerId: wanted.owner_id,
        batchId,
        runId: app.newId('run'),
        isSelfStarted: true,
        coverPlates: wanted.cover_plates,
        wrongPlatesOn: wanted.wrong_plates_on,
        loadDeal: (tx, batch) => loadArrivedDeal(tx, app, { batch, coverPlates: wanted.cover_plates }),
      }),
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await refuseWantedStart(app, wanted, error);
  }
}

/** All that is there, at no more than was agreed to; null where it was taken back, waits on, or was asked for with another answer meanwhile. */
async function loadArrivedDeal(
  tx: Tx,
  app: App,
  { batch, coverPlates }: { batch: BatchRow; coverPlates: WantedStartRow['cover_plates'] },
) {
  const wanted = await findWantedStart(tx, batch.id);
  if (wanted === undefined || wanted.refusal !== null || wanted.cover_plates !== coverPlates) return null;
  const step = await readNextStep(tx, app, wanted);
  if (step === 'wait') return null;
  if (step === 'give-up') throw new AppError('batches/photos-missing');
  const members = await listMembers(tx, batch.id, getPhotoOrder(batch));
  return {
    photoIds: members.filter(({ state }) => state === 'ready').map(({ id }) => id),
    fits: (cost: number) => cost <= wanted.most_cost,
  };
}

/** Nothing was held. The reason stays with the batch until its owner answers it. */
async function refuseWantedStart(
  app: App,
  wanted: WantedStartRow,
  { code, details }: AppError,
): Promise<void> {
  if (isTriedAgain(code, { askedAt: wanted.asked_at, now: app.now() })) return;
  const { batch_id: batchId, owner_id: ownerId } = wanted;
  await app.change(async ({ tx, changes }) => {
    if (code === 'batches/not-found') return void (await deleteWantedStart(tx, batchId));
    await lockBatch(tx, ownerId, batchId);
    const isOver = isPointless(code)
      ? await deleteWantedStart(tx, batchId)
      : await stopWantedStart(tx, wanted, {
          refusal: { code, details: { ...details } },
          tellAt: tellOfRefusalAt(app.now()),
        });
    if (!isOver) return;
    await updateBatch(tx, batchId, {});
    batchChanged(changes, ownerId, batchId);
  });
}
