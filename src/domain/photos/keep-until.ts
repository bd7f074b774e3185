import { DAY_MS, plusDays } from '#domain/days.ts';
import { TRASH_DAYS } from '#domain/photos/limits.ts';

/**
 * Retention: each photo and result shows keepUntil = last upload or run + days in force, never before its batch's window ends; when limits
 * fall nothing goes sooner than 30 days later; mail and badge 7 days (where 30 or more are in force) and 1 day before. Trash keeps 30 days
 * whatever keepUntil says.
 */
const FALL_DAYS = 30;
const LONG_RETENTION_DAYS = 30;

/** The days in force fell from `before` to less: a plan or trial ended, or the last bought credit was spent. */
export interface Fall {
  /** When it was noticed. */
  readonly at: Date;
  /** When `before` was last known to be in force. */
  readonly seenAt: Date;
  readonly before: number;
}

export interface Keeping {
  /** Uploaded, or last taken by a run that ended. */
  readonly lastUsedAt: Date;
  readonly retentionDays: number;
  /** The latest end of the open windows of its batches. */
  readonly windowEndsAt: Date | null;
  /** Oldest first; those before `lastUsedAt` change nothing. */
  readonly falls: readonly Fall[];
}

/** A file is kept before this instant. A fall brings nothing back that was due by then. */
export function keepUntil({ lastUsedAt, retentionDays, windowEndsAt, falls }: Keeping): Date {
  let floor = windowEndsAt ?? lastUsedAt;
  for (const { at, seenAt, before } of falls) {
    const isHit = at > lastUsedAt && getLaterDate(floor, plusDays(lastUsedAt, before)) >= seenAt;
    if (isHit) floor = getLaterDate(floor, plusDays(at, FALL_DAYS));
  }
  return getLaterDate(floor, plusDays(lastUsedAt, retentionDays));
}

function getLaterDate(a: Date, b: Date): Date {
  return a > b ? a : b;
}

/** The warning due now: „7 days” only where 30 or more days are in force, and never for a file that is already due. */
export function keepWarning(until: Date, retentionDays: number, now: Date): 7 | 1 | null {
  const left = until.getTime() - now.getTime();
  if (left <= 0 || left > 7 * DAY_MS) return null;
  if (left <= DAY_MS) return 1;
  return retentionDays >= LONG_RETENTION_DAYS ? 7 : null;
}

/** When a file in the trash goes for good. */
export function trashUntil(trashedAt: Date): Date {
  return plusDays(trashedAt, TRASH_DAYS);
}
