import { toBucharestDay } from '#domain/language/time.ts';

/** Years for which the law wants accounts and their documents kept: now at least the first; the law before it wanted the second. */
export const BOOK_YEARS = { least: 5, most: 10 } as const;
/** Days for which an order is kept that brought no money: it is in no accounts. */
export const UNPAID_DAYS = 366;

/**
 * Returns the first day (Bucharest's) whose papers are still to be kept: those of a calendar year are, for so many years from 1 July of the
 * year after it.
 */
export function keptFrom(now: Date, years: number): string {
  const [year = 0, month = 1] = toBucharestDay(now).split('-').map(Number);
  return `${year - years - (month >= 7 ? 0 : 1)}-01-01`;
}
