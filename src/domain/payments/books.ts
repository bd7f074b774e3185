import { toBucharestDay } from '#domain/language/time.ts';

/** For how many years the law wants accounts and what they rest on: at least the first; the law before it wanted the second. */
export const BOOK_YEARS = { least: 5, most: 10 } as const;
/** An order that brought no money is in no accounts. */
export const UNPAID_DAYS = 366;

/**
 * The first day (Bucharest's) whose papers are still to be kept: of each calendar year they are, for so many years from 1 July of the year
 * after it.
 */
export function keptFrom(now: Date, years: number): string {
  const [year = 0, month = 1] = toBucharestDay(now).split('-').map(Number);
  return `${year - years - (month >= 7 ? 0 : 1)}-01-01`;
}
