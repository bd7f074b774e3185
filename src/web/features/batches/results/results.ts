import type { Batch, Run } from '#contract/batches.ts';
import type { Result } from '#contract/results.ts';
import { findCover, rulesOfChoices } from '#domain/batches/taken-photos.ts';
import { groupBy } from '#domain/group-by.ts';
import { formatCount, formatNumber, inflectNoun, NOUNS } from '#domain/language/plural.ts';
import { formatBytes } from '#domain/language/size.ts';
import { formatDayAndMonth } from '#domain/language/time.ts';
import { type OfferedOutput, outputKeys, takesPhoto } from '#domain/recipes/outputs.ts';

/** A batch's results: a grid per output, every photo in its place, also those that failed. */
type DeliveredBatch = Pick<Batch, 'photoIds' | 'photos' | 'results' | 'run' | 'outputs' | 'outputLabels'>;

export interface OutputTab {
  readonly key: string;
  readonly label: string;
  readonly delivered: number;
}

export interface GridCell {
  readonly photoId: string;
  /** From 1, in batch order. */
  readonly number: number;
  readonly name: string;
  /** The output's files of this photo, the main one first. */
  readonly files: readonly Result[];
  /** Why there is none. */
  readonly reason: string | null;
  /** True when the engine could not do it; otherwise it was not its turn. */
  readonly failed: boolean;
  /** True when the newest run was stopped before it came to this photo: its files are those of an earlier run. */
  readonly asBefore: boolean;
}

/** Returns the batch's present outputs first, in their order; then outputs of earlier runs. */
export function outputTabs(batch: DeliveredBatch): OutputTab[] {
  const present = outputKeys(batch.outputs);
  const known = Object.keys(batch.outputLabels);
  const keys = [
    ...present.filter((key) => known.includes(key)),
    ...known.filter((key) => !present.includes(key)),
  ];
  const results = Object.values(batch.results);
  return keys.map((key) => ({
    key,
    label: batch.outputLabels[key] ?? key,
    delivered: new Set(results.filter(({ outputKey }) => outputKey === key).map(({ photoId }) => photoId))
      .size,
  }));
}

/** Returns the cells; photos that the output does not take have none. */
export function buildGridCells(
  batch: DeliveredBatch,
  outputKey: string | null,
  presets: readonly OfferedOutput[],
): GridCell[] {
  const files = groupBy(
    Object.values(batch.results).filter((result) => result.outputKey === outputKey),
    ({ photoId }) => photoId,
  );
  const before = new Set(notRedoneIds(batch));
  const rule = rulesOfChoices(batch.outputs, presets)[outputKeys(batch.outputs).indexOf(outputKey ?? '')];
  const coverId = findCover(batch.photoIds.flatMap((id) => batch.photos[id] ?? []))?.id;
  return batch.photoIds.flatMap((photoId, index) => {
    const own = (files.get(photoId) ?? []).toSorted((a, b) => a.suffix.length - b.suffix.length);
    if (own.length === 0 && rule !== undefined && !takesPhoto(rule, photoId === coverId)) return [];
    return {
      photoId,
      number: index + 1,
      name: batch.photos[photoId]?.name ?? '',
      files: own,
      reason: own.length > 0 ? null : explainMissingFile(batch.run, photoId),
      failed: own.length === 0 && batch.run?.photos[photoId]?.state === 'failed',
      asBefore: own.length > 0 && before.has(photoId),
    };
  });
}

function explainMissingFile(run: Run | null, photoId: string): string {
  const state = run?.photos[photoId];
  if (state === undefined) return 'nu a intrat în procesare';
  if (state.state === 'failed') return state.error?.message ?? 'n-a ieșit';
  return state.state === 'cancelled' ? 'oprită înainte să-i vină rândul' : 'nu e în varianta aceasta';
}

export function failedIds(run: Run | null): string[] {
  return run === null ? [] : run.photoIds.filter((id) => run.photos[id]?.state === 'failed');
}

/** Returns the photos of the batch that no run has tried yet: stopped before their turn, or added since. */
export function untriedIds({
  run,
  photoIds,
  results,
}: Pick<Batch, 'run' | 'photoIds' | 'results'>): string[] {
  const delivered = new Set(Object.values(results).map(({ photoId }) => photoId));
  return photoIds.filter((id) => !delivered.has(id) && run?.photos[id]?.state !== 'failed');
}

/** Returns the photos that a stopped run was to make anew and did not. */
export function notRedoneIds({
  run,
  photoIds,
  results,
}: Pick<Batch, 'run' | 'photoIds' | 'results'>): string[] {
  const delivered = new Set(Object.values(results).map(({ photoId }) => photoId));
  return photoIds.filter((id) => delivered.has(id) && run?.photos[id]?.state === 'cancelled');
}

/** Returns „S-au refăcut 2 fotografii; 8 fotografii au rămas ca înainte.” Null where no file is as before. */
export function stoppedNote(batch: Pick<Batch, 'run' | 'photoIds' | 'results'>): string | null {
  const left = notRedoneIds(batch).length;
  if (left === 0) return null;
  const made = batch.photoIds.filter((id) => batch.run?.photos[id]?.state === 'done').length;
  const stayed = `${formatCount(left, NOUNS.photo)} ${left === 1 ? 'a rămas' : 'au rămas'} ca înainte.`;
  if (made === 0) return `Procesarea s-a oprit înainte de prima fotografie: ${stayed}`;
  return `${made === 1 ? 'S-a refăcut' : 'S-au refăcut'} ${formatCount(made, NOUNS.photo)}; ${stayed}`;
}

/** Returns the question before a run is stopped: the fate of its photos, and their cost. */
export function stopWords({ run, results }: { run: Run } & Pick<Batch, 'results'>): string {
  const paid = run.cost === 0 || run.unlimited ? '' : ' și numai asta se plătește';
  const again = Object.values(results).some(
    ({ photoId }) => run.photos[photoId] && run.photos[photoId].state !== 'done',
  );
  const rest = again ? 'rămân ca înainte' : 'rămân în lot, neprocesate';
  return `Ce e gata rămâne la tine${paid}. Restul fotografiilor ${rest}.`;
}

/**
 * Returns photos whose newest files show the old background, though the recipe wanted another and a cut-out would help. Files that the
 * newest run left as before do not count, nor photos that stand on a new ground in another file.
 */
export function keptBackgrounds({
  run,
  photoIds,
  results,
}: Pick<Batch, 'run' | 'photoIds' | 'results'>): string[] {
  const byPhoto = groupBy(
    Object.values(results).filter((file) => !isAsBefore(file, run)),
    ({ photoId }) => photoId,
  );
  return photoIds.filter((id) => {
    const files = byPhoto.get(id) ?? [];
    const isKept = files.some(
      ({ warnings, facts }) => warnings.includes('background-kept') && facts?.kept !== 'cut',
    );
    return isKept && files.every(({ facts }) => facts?.replaced !== true);
  });
}

/** True for a file of an earlier run than the newest one, which had this photo in it, too. */
function isAsBefore({ photoId, runId }: Result, run: Run | null): boolean {
  return run?.photos[photoId] !== undefined && runId !== undefined && runId !== run.id;
}

/** Returns „1 credit s-a întors în cont.” – only when some did. */
export function creditsBack(run: Run | null): string | null {
  if (run === null || run.unlimited || run.settled === null) return null;
  const back = run.cost - run.settled;
  if (back <= 0) return null;
  return back === 1
    ? '1 credit s-a întors în cont.'
    : `${formatCount(back, NOUNS.credit)} s-au întors în cont.`;
}

/** Returns „Refă gratuit până pe 21 dec.”, with the window's last day. */
export function redoNote(endsAt: string | null, now: Date): string | null {
  if (endsAt === null || new Date(endsAt) <= now) return null;
  return `Refă gratuit până pe ${formatDayAndMonth(new Date(endsAt))}`;
}

export function zipSize(batch: Pick<Batch, 'results'>): string {
  return formatBytes(Object.values(batch.results).reduce((sum, { bytes }) => sum + bytes, 0));
}

/** Returns „26 de fișiere, un dosar pentru fiecare variantă”. */
export function zipNote(batch: DeliveredBatch): string {
  const files = formatCount(Object.keys(batch.results).length, NOUNS.file);
  return outputTabs(batch).length > 1 ? `${files}, câte un dosar pentru fiecare variantă` : files;
}

const WARNING_WORDS = {
  'over-target': 'mai mare decât ținta',
  'shrunk-to-target': 'micșorată ca să încapă în kB',
  'smaller-than-asked': 'mai mică decât în șablon: fotografiile nu se măresc',
  'background-kept': 'fundalul a rămas: nu are o decupare sigură',
} as const;

/** Returns the engine's notes on a file; „Gata de publicat” says whether it can be published. */
export function fileNote(result: Result): string | null {
  return result.warnings.length === 0
    ? null
    : result.warnings.map((warning) => warningWords(result, warning)).join(', ');
}

function warningWords({ facts }: Result, warning: Result['warnings'][number]): string {
  if (warning === 'background-kept' && facts?.kept === 'cut')
    return 'fundalul a rămas: marginile fotografiei taie obiectul, pe alt fundal ar pluti';
  return WARNING_WORDS[warning];
}

/** Returns „LOT 0148 · gata în 52 s”. */
export function runNote(run: Run): string {
  const ended: Record<string, string> = {
    partial: 'nu toate au ieșit',
    cancelled: 'oprit',
    failed: 'nu a ieșit',
    done: 'gata',
  };
  const words = ended[run.state] ?? '';
  if (run.startedAt === null || run.finishedAt === null || run.state !== 'done') return words;
  const seconds = Math.max(1, Math.round((Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1000));
  if (seconds < 90) return `${words} în ${formatNumber(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return `${words} în ${formatNumber(minutes)} ${inflectNoun(minutes, NOUNS.minute)}`;
}
