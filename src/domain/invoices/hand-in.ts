import { countWorkingDays, isYearKnown, latestDayBefore, workingDayAfter } from './working-days.ts';

/**
 * Handing documents in to RO e-Factura. The law gives five working days from the issue, the day of issue not counted (OUG 120/2021,
 * art. 10; OUG 89/2025). All days are Bucharest's, „2026-11-27”.
 */
const HAND_IN_DAYS = 5;

/** Working days after the issue on which the admins are reminded. */
export const REMINDED_ON = [3, HAND_IN_DAYS] as const;

/**
 * `live`: sent to ANAF, where it counts; `test`: to its place for trying; `stand-in`: to a local program; `export`: the admins hand in
 * themselves, from a list; `off`: nothing is shown or mailed.
 */
export const E_FACTURA_MODES = ['stand-in', 'test', 'live', 'export', 'off'] as const;
export type EFacturaMode = (typeof E_FACTURA_MODES)[number];

/**
 * Lists of documents; each stands in one of them, or in none: real ones that are to be handed in; the same of those issued before the list
 * was there; marked as handed in; accepted by ANAF (`sent`); trials on their way to the place where they are tried.
 */
export const HAND_IN_LISTS = ['due', 'before', 'handed-in', 'sent', 'trials'] as const;
export type HandInList = (typeof HAND_IN_LISTS)[number];

/** ANAF's index of an upload. */
export const ANAF_INDEX = /^[1-9]\d{0,19}$/;

/** Returns the last day on which a document may be handed in. */
export function lastDayToHandIn(issuedOn: string): string {
  return workingDayAfter(issuedOn, HAND_IN_DAYS);
}

/** Returns working days left after today until a document's last day; null once that day is over. */
export function daysToHandIn(issuedOn: string, today: string): number | null {
  const last = lastDayToHandIn(issuedOn);
  return last < today ? null : countWorkingDays(today, last);
}

/** Returns the latest day of issue whose documents are overdue. */
export function latestOverdueIssue(today: string): string {
  const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  return latestDayBefore(yesterday, HAND_IN_DAYS);
}

/** Returns the latest day of issue that a reminder is due for; `workingDay`: one of REMINDED_ON. */
export function latestRemindedIssue(today: string, workingDay: number): string {
  return latestDayBefore(today, workingDay);
}

/** Returns the year of the last day of a document issued today where its holidays are not known, else null. */
export function findUnknownYear(today: string): string | null {
  const year = lastDayToHandIn(today).slice(0, 4);
  return isYearKnown(year) ? null : year;
}
