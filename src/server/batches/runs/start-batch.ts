import { isRunning } from '#domain/batches/states.ts';
import { findCover, partByOutputs } from '#domain/batches/taken-photos.ts';
import { FREE_RUNS_PER_DAY, runCost } from '#domain/credits/cost.ts';
import { AppError } from '#domain/errors.ts';
import { batchBalance } from '#domain/photos/analysis.ts';
import { LEAST_AVAILABLE_FOR_STARTS } from '#domain/photos/limits.ts';
import { mergeBestLimits } from '#domain/plans/limits.ts';
import type { PlanLimits } from '#domain/plans/plan.ts';
import { assetIdsOfBatch } from '#domain/recipes/assets.ts';
import type { Quad } from '#domain/recipes/geometry.ts';
import type { OutputSpec } from '#domain/recipes/outputs.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { type CoverAtStart, type PlateCover, platesToCover, probablePlates } from '#domain/recipes/plates.ts';
import type { FrozenEdits } from '#server/adapters/database/stored-json.ts';
import type { App, Tx, Unit, User } from '#server/app.ts';
import { endLinks } from '#server/batches/phones/phone-link-store.ts';
import { storePlates } from '#server/batches/photos/edit-photo.ts';
import { readLotLook } from '#server/batches/photos/lot-look.ts';
import { rememberStart } from '#server/batches/runs/idempotency-store.ts';
import { RUNS_WAKE } from '#server/batches/runs/process-photos.ts';
import { deleteWantedStart } from '#server/batches/runs/wanted-start-store.ts';
import {
  type BatchRow,
  batchChanged,
  getPhotoOrder,
  isWindowOpen,
  lockBatch,
  openWindow,
  updateBatch,
} from '#server/batches/store/batch-store.ts';
import { listMembers, lockBatchesSharing, type Member } from '#server/batches/store/member-store.ts';
import { namePartsIn } from '#server/batches/store/name-parts-store.ts';
import { freeRunsSince, insertRun } from '#server/batches/store/run-store.ts';
import { lockCreditAccount } from '#server/credits/account-store.ts';
import { holdCredits } from '#server/credits/hold-store.ts';
import { type CutoutRow, isUsable, loadCutoutLookup } from '#server/photos/cutout-store.ts';
import { asPlated, findPhotos } from '#server/photos/photo-store.ts';
import { hasRoom } from '#server/photos/room.ts';
import { limitsInForce } from '#server/plans/limits-view.ts';
import { startDuePeriods } from '#server/plans/start-periods.ts';
import { outputsAt } from '#server/recipes/batch-outputs.ts';
import { refuseSuspended } from '#server/users/suspension-store.ts';
import { raiseUserRev } from '#server/users/user-store.ts';

interface Start {
  readonly batchId: string;
  readonly photoIds: readonly string[];
  /** Price that the button showed, in credits. */
  readonly cost: number;
  /** Answer to the question about found plates. */
  readonly coverPlates?: CoverAtStart | undefined;
  /** Photos whose found plates stay uncovered. */
  readonly wrongPlatesOn?: readonly string[] | undefined;
  readonly idempotencyKey: string;
}

/**
 * Starts a run: hold, run, photos and queue in one commit. The same key again does nothing. Throws `http/idempotency-mismatch`,
 * `batches/disk-low`, and every error of `startRun`.
 */
export async function startBatch(app: App, user: User, start: Start): Promise<void> {
  const photoIds = [...new Set(start.photoIds)];
  const isRoomLeft = await hasRoom(app, LEAST_AVAILABLE_FOR_STARTS);
  await app.change(async (unit) => {
    const { tx } = unit;
    const runId = app.newId('run');
    const isFirst = await rememberStart(tx, user.id, { ...start, runId });
    if (!isFirst) return;
    if (!isRoomLeft) throw new AppError('batches/disk-low');
    const { batchId, cost, coverPlates, wrongPlatesOn } = start;
    const dealOf = async () => ({ photoIds, fits: (now: number) => now === cost });
    await startRun(unit, app, {
      ownerId: user.id,
      batchId,
      runId,
      coverPlates,
      wrongPlatesOn,
      loadDeal: dealOf,
    });
  });
}

/** The photos and price that the person agreed to. */
interface Deal {
  readonly photoIds: readonly string[];
  readonly fits: (cost: number) => boolean;
}

interface RunStart {
  readonly ownerId: string;
  readonly batchId: string;
  readonly runId: string;
  /** Called with account and batch locked; null: nothing starts. */
  readonly loadDeal: (tx: Tx, batch: BatchRow) => Promise<Deal | null>;
  /** Plates to cover besides confirmed ones. */
  readonly coverPlates?: CoverAtStart | null | undefined;
  readonly wrongPlatesOn?: readonly string[] | undefined;
  /** The start was requested before the photos had arrived. */
  readonly isSelfStarted?: boolean;
}

/**
 * The only way a run begins; it fulfils a waiting wanted start. Throws `auth/suspended`, `batches/not-found`, `batches/already-running`,
 * `batches/empty`, `batches/no-outputs`, `batches/too-many-outputs`, `batches/too-many-photos`, `batches/photo-not-in-lot`,
 * `batches/photos-not-ready`, `batches/none-taken`, `batches/too-many-free-runs`, `recipes/picture-gone`, `recipes/preset-withdrawn`,
 * `credits/cost-changed`, `credits/not-enough`.
 */
export async function startRun(unit: Unit, app: App, start: RunStart): Promise<void> {
  const { tx } = unit;
  const { ownerId, runId, coverPlates } = start;
  const wrongOn = new Set(start.wrongPlatesOn);
  const now = app.now();
  await startDuePeriods(unit, app, ownerId);
  const account = await lockCreditAccount(tx, ownerId, now);
  // A user suspended while this request was on its way starts nothing.
  await refuseSuspended(tx, ownerId);
  // Plates belong to photos, which may be in other batches, too.
  if (coverPlates === 'found') await lockBatchesSharing(tx, start.batchId);
  const batch = await lockBatch(tx, ownerId, start.batchId);
  if (isRunning(batch.state)) throw new AppError('batches/already-running');
  const deal = await start.loadDeal(tx, batch);
  if (deal === null) return;
  const { photoIds, fits } = deal;
  const limits = await limitsFor(tx, batch, now);
  const work = await planWork(tx, batch, { photoIds, limits, now });
  const photos =
    coverPlates === 'found' ? await confirmFound(unit, ownerId, { ...work, batch, wrongOn }) : work.photos;
  const window = await openWindow(tx, batch, now);
  const cost = runCost(
    window,
    work.photos.map(({ id }) => id),
  );
  await refuseTooManyFreeRuns(tx, batch, { cost, now });
  if (!fits(cost)) throw new AppError('credits/cost-changed', { cost });
  if (cost > 0 && !account.isUnlimited) await holdCredits(tx, ownerId, { amount: cost, ref: runId, now });
  const run = { id: runId, batchId: batch.id, ownerId, limits, window, cost };
  const isSelfStarted = start.isSelfStarted ?? false;
  await insertRun(
    tx,
    {
      ...run,
      ...(await frozenSettings(tx, batch, { ...work, photos, coverPlates, wrongOn })),
      unlimited: account.isUnlimited,
      isSelfStarted,
    },
    now,
  );
  await deleteWantedStart(tx, batch.id);
  await endLinks(tx, 'phone_links', { batchId: batch.id, now });
  // Cached for the photos' names, so that the first finished photo costs no more than the others.
  await namePartsIn(tx, batch);
  await notifyTabs(unit, app, batch);
}

interface Covering extends Pick<RunStart, 'coverPlates'> {
  readonly wrongOn: ReadonlySet<string>;
}

/** Returns what the run works with, whatever is edited after its start. */
async function frozenSettings(
  tx: Tx,
  { recipe }: BatchRow,
  { photos, members, outputs, coverId, coverPlates, wrongOn }: RunPlan & Covering,
) {
  // Sure plates are covered only where the start's answer says so.
  const covering = (id: string) =>
    coverPlates === 'sure' && !wrongOn.has(id) ? { ...recipe.plates, coverSure: true } : recipe.plates;
  const cutouts = await loadCutoutLookup(tx, photos);
  const analyses = photos.flatMap(({ analysis }) => (analysis ? [analysis] : []));
  return {
    recipe,
    outputs,
    coverId,
    lotBalance: recipe.light.sameForLot ? batchBalance(analyses) : null,
    lotLook: await readLotLook(tx, { recipe, members }),
    photos: photos.map((photo) => ({
      id: photo.id,
      edits: freezeEdits(photo, covering(photo.id), cutouts(photo)),
    })),
  };
}

/** Confirms the found plates of photos without an answer, since the person said so at the start. */
async function confirmFound(
  unit: Unit,
  ownerId: string,
  { photos, batch, wrongOn }: Pick<RunPlan, 'photos'> & Covering & { readonly batch: BatchRow },
): Promise<readonly Member[]> {
  const publishing = { plates: batch.recipe.plates, outputs: batch.outputs };
  const found = photos.flatMap((photo): [string, Quad[]][] => {
    if (photo.plates !== null || wrongOn.has(photo.id)) return [];
    const probable = probablePlates(asPlated(photo), publishing) ?? [];
    return probable.length > 0 ? [[photo.id, [...probable]]] : [];
  });
  if (found.length === 0) return photos;
  const byPhoto = new Map(found);
  await storePlates(unit, ownerId, byPhoto);
  return photos.map((photo) => ({ ...photo, plates: byPhoto.get(photo.id) ?? photo.plates }));
}

function freezeEdits(photo: Member, cover: PlateCover, cutout: CutoutRow | null): FrozenEdits {
  const edits = {
    exception: photo.exception ?? NO_OVERRIDES,
    plates: platesToCover(asPlated(photo), cover),
  };
  return cutout === null ? edits : { ...edits, cutoutId: isUsable(cutout) ? cutout.id : null };
}

async function notifyTabs(unit: Unit, app: App, batch: BatchRow): Promise<void> {
  const { tx, changes } = unit;
  await updateBatch(tx, batch.id, { state: 'queued' });
  batchChanged(changes, batch.owner_id, batch.id);
  await raiseUserRev(unit, batch.owner_id);
  changes.afterCommit(() => app.live.wake(RUNS_WAKE));
}

/** An open window keeps at least the limits it started with. */
async function limitsFor(tx: Tx, batch: BatchRow, now: Date): Promise<PlanLimits> {
  const inForce = await limitsInForce(tx, batch.owner_id, now);
  return isWindowOpen(batch, now) && batch.window_limits
    ? mergeBestLimits(inForce, batch.window_limits)
    : inForce;
}

interface RunPlan {
  /** Requested photos that an output takes, in batch order. */
  readonly photos: readonly Member[];
  /** All photos of the batch. */
  readonly members: readonly Member[];
  readonly outputs: readonly OutputSpec[];
  readonly coverId: string | null;
}

async function planWork(
  tx: Tx,
  batch: BatchRow,
  { photoIds, limits, now }: { photoIds: readonly string[]; limits: PlanLimits; now: Date },
): Promise<RunPlan> {
  if (photoIds.length === 0) throw new AppError('batches/empty');
  if (batch.outputs.length === 0) throw new AppError('batches/no-outputs');
  if (batch.outputs.length > limits.outputsPerRun)
    throw new AppError('batches/too-many-outputs', { limit: limits.outputsPerRun });
  const members = await listMembers(tx, batch.id, getPhotoOrder(batch));
  const coverId = findCover(members)?.id ?? null;
  const outputs = await outputsAt(tx, batch.outputs, now);
  const taken = new Set(partByOutputs(photoIds, { outputs, coverId }).taken);
  if (taken.size > limits.photosPerLot)
    throw new AppError('batches/too-many-photos', { limit: limits.photosPerLot });
  const wanted = new Set(photoIds);
  const asked = members.filter(({ id }) => wanted.has(id));
  if (asked.length < wanted.size) throw new AppError('batches/photo-not-in-lot');
  if (asked.some(({ state }) => state !== 'ready')) throw new AppError('batches/photos-not-ready');
  if (taken.size === 0) throw new AppError('batches/none-taken');
  const allOverrides = asked.flatMap(({ exception: overrides }) => overrides ?? []);
  const wantedAssets = assetIdsOfBatch(batch.recipe, allOverrides);
  const assets = await findPhotos(tx, batch.owner_id, wantedAssets);
  if (assets.length < wantedAssets.length) throw new AppError('recipes/picture-gone');
  if (assets.some(({ state }) => state !== 'ready')) throw new AppError('batches/photos-not-ready');
  return { photos: asked.filter(({ id }) => taken.has(id)), members, outputs, coverId };
}

async function refuseTooManyFreeRuns(
  tx: Tx,
  batch: BatchRow,
  { cost, now }: { cost: number; now: Date },
): Promise<void> {
  if (cost > 0) return;
  const free = await freeRunsSince(tx, batch.id, new Date(now.getTime() - 86_400_000));
  if (free >= FREE_RUNS_PER_DAY) throw new AppError('batches/too-many-free-runs');
}
