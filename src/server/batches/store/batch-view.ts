import type { Batch, Run } from '#contract/batches.ts';
import type { Result } from '#contract/results.ts';
import { buildNameParts, type NameParts, resultFileName } from '#domain/batches/file-names.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { mergeBestLimits } from '#domain/plans/limits.ts';
import { EXTENSIONS, MEDIA_TYPES } from '#domain/recipes/outputs.ts';
import type { App, Tx } from '#server/app.ts';
import { findWantedStart } from '#server/batches/runs/wanted-start-store.ts';
import {
  type BatchRow,
  findBatch,
  getPhotoOrder,
  isWindowOpen,
  openWindow,
} from '#server/batches/store/batch-store.ts';
import { listMembers, type Member } from '#server/batches/store/member-store.ts';
import { listResults, type ResultRow } from '#server/batches/store/result-store.ts';
import { newestRun, type RunRow, runPhotos } from '#server/batches/store/run-store.ts';
import { loadCutoutLookup } from '#server/photos/cutout-store.ts';
import { asPhoto, asRefusal } from '#server/photos/photo-view.ts';
import { loadRetentionLookup } from '#server/photos/retention-view.ts';
import { limitsInForce } from '#server/plans/limits-view.ts';
import { readRetention } from '#server/plans/note-retention.ts';

/**
 * Returns the batch with everything its page shows, from one snapshot. `photoIds` lists the photos that can be processed, in order. Throws
 * `batches/not-found`.
 */
export async function readBatch(app: App, ownerId: string, batchId: string): Promise<Batch> {
  return app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => readWithin(tx, { ownerId, batchId, now: app.now() }));
}

async function readWithin(
  tx: Tx,
  { ownerId, batchId, now }: { ownerId: string; batchId: string; now: Date },
): Promise<Batch> {
  const batch = await findBatch(tx, ownerId, batchId);
  const members = await listMembers(tx, batchId, getPhotoOrder(batch));
  const run = await newestRun(tx, batchId);
  const wanted = await findWantedStart(tx, batchId);
  const results = await listResults(tx, batchId);
  const window = await openWindow(tx, batch, now);
  const inForce = await limitsInForce(tx, ownerId, now);
  const retention = await readRetention(tx, ownerId, { days: inForce.retentionDays, now });
  const ids = members.map(({ id }) => id);
  const kept = await loadRetentionLookup(tx, ids, { retention, now });
  const cutouts = await loadCutoutLookup(tx, members);
  const shown = shownMembers(members);
  const limits =
    isWindowOpen(batch, now) && batch.window_limits ? mergeBestLimits(inForce, batch.window_limits) : inForce;
  return {
    id: batch.id,
    number: batch.number,
    rev: batch.rev,
    name: batch.name,
    state: batch.state,
    recipe: batch.recipe,
    outputs: batch.outputs,
    filePattern: batch.file_pattern,
    photoIds: shown.map(({ id }) => id),
    order: orderFacts(batch),
    photos: Object.fromEntries(
      members.map((member) => [member.id, asPhoto(member, kept(member), cutouts(member))]),
    ),
    exceptions: Object.fromEntries(
      members.flatMap(({ id, exception: overrides }) => (overrides ? [[id, overrides] as const] : [])),
    ),
    shotList: batch.shot_list,
    run: run ? await readRun(tx, run) : null,
    wantedStart: wanted
      ? {
          cost: wanted.most_cost,
          refusal: asRefusal(wanted.refusal),
          ...(wanted.cover_plates !== null && { coverPlates: wanted.cover_plates }),
        }
      : null,
    results: resultRecord(batch, shown, results),
    outputLabels: Object.fromEntries(results.map((row) => [row.output_key, row.output_label])),
    window: {
      photoIds: [...window.photoIds],
      credits: window.credits,
      endsAt: isWindowOpen(batch, now) ? (batch.window_ends_at?.toISOString() ?? null) : null,
    },
    photosPerLot: limits.photosPerLot,
    outputsPerRun: limits.outputsPerRun,
    createdAt: batch.created_at.toISOString(),
  };
}

export function orderFacts(batch: BatchRow): NonNullable<Batch['order']> {
  return { by: getPhotoOrder(batch), hasHand: batch.ordered_by_hand };
}

/** Returns the photos that are neither refused nor copies, in batch order. */
export function shownMembers(members: readonly Member[]): Member[] {
  return members.filter(({ state }) => state !== 'refused' && state !== 'duplicate');
}

export function orderedIds(members: readonly Member[]): string[] {
  return shownMembers(members).map(({ id }) => id);
}

async function readRun(tx: Tx, run: RunRow): Promise<Run> {
  const photos = await runPhotos(tx, run.id);
  return {
    id: run.id,
    number: run.number,
    state: run.state,
    cost: run.cost,
    settled: run.settled,
    unlimited: run.unlimited,
    photoIds: photos.map((photo) => photo.photo_id),
    photos: Object.fromEntries(
      photos.map((photo) => [photo.photo_id, { state: photo.state, error: asRefusal(photo.error) }]),
    ),
    createdAt: run.created_at.toISOString(),
    startedAt: run.started_at?.toISOString() ?? null,
    finishedAt: run.finished_at?.toISOString() ?? null,
    unseen: run.tell_at !== null,
  };
}

/** Returns a lookup of name parts by photo id among the shown photos; a photo that left the batch has number 0. */
export function namePartsAmong(shown: readonly Member[]): (photoId: string) => NameParts {
  const nameParts = buildNameParts(shown);
  const gone = { original: '', number: 0, total: shown.length, isAlike: true };
  return (photoId) => nameParts.get(photoId) ?? gone;
}

/** Returns a result named by its photo's place in the batch. */
export function asResult(
  batch: Pick<BatchRow, 'name' | 'file_pattern'>,
  row: ResultRow,
  nameParts: NameParts,
): Result {
  return {
    id: row.id,
    photoId: row.photo_id,
    runId: row.run_id,
    outputKey: row.output_key,
    suffix: row.suffix,
    width: row.width,
    height: row.height,
    bytes: row.bytes,
    mediaType: MEDIA_TYPES[row.format],
    fileName: resultFileName(batch.file_pattern, {
      lot: batch.name,
      output: row.output_label,
      ...nameParts,
      day: toBucharestDay(row.created_at),
      width: row.width,
      height: row.height,
      suffix: row.suffix,
      extension: EXTENSIONS[row.format],
    }),
    warnings: row.warnings,
    facts: row.facts,
  };
}

/** Returns the results of shown photos, by id. */
export function resultRecord(
  batch: BatchRow,
  shown: readonly Member[],
  rows: readonly ResultRow[],
): Record<string, Result> {
  const inBatch = new Set(shown.map(({ id }) => id));
  const partsOfName = namePartsAmong(shown);
  return Object.fromEntries(
    rows
      .filter((row) => inBatch.has(row.photo_id))
      .map((row) => [row.id, asResult(batch, row, partsOfName(row.photo_id))]),
  );
}
