import { plusDays } from '#domain/days.ts';

/**
 * The cost of a run: 1 credit = up to 20 photos of one batch, counted over the batch's open window.
 * W = photos done in any run of the window, C = credits settled in it, U = |W ∪ photos the run takes|; cost = max(0, ⌈U/20⌉ − C).
 */
export const PHOTOS_PER_CREDIT = 20;
export const WINDOW_DAYS = 30;
export const FREE_RUNS_PER_DAY = 10;

export interface CreditWindow {
  /** W: ids of the photos done in the open window. */
  readonly photoIds: readonly string[];
  /** C: credits settled in the open window. */
  readonly credits: number;
}

export const CLOSED_WINDOW: CreditWindow = { photoIds: [], credits: 0 };

/** Credits held when a run over `photoIds` starts. */
export function runCost(window: CreditWindow, photoIds: readonly string[]): number {
  const union = new Set([...window.photoIds, ...photoIds]);
  return Math.max(0, Math.ceil(union.size / PHOTOS_PER_CREDIT) - window.credits);
}

/** Credits settled when the run ends with `donePhotoIds` done: never more than the hold. */
export function computeSettlement(
  window: CreditWindow,
  donePhotoIds: readonly string[],
  held: number,
): number {
  if (donePhotoIds.length === 0) return 0;
  return Math.min(held, runCost(window, donePhotoIds));
}

/** The window after a run settled `settled` credits (for unlimited users counted as if paid). */
export function windowEnd(settled: number, currentEndsAt: Date | null, now: Date): Date | null {
  return settled > 0 ? plusDays(now, WINDOW_DAYS) : currentEndsAt;
}
