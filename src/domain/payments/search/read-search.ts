import { readInvoiceName } from '#domain/invoices/series.ts';
import { toBani } from '#domain/payments/amount.ts';
import { readOrderNumber } from './order-number.ts';

/** Everything that a typed text may mean; most texts mean one thing, digits several. */
export interface SearchReading {
  readonly orderNumber: string | null;
  readonly invoices: readonly { series: string; number: number }[];
  readonly amountBani: number | null;
  /** „2026-11-22”; of a day that is written without its year, the newest one that has come. */
  readonly day: string | null;
  /** The text where it has a word to find names by: two letters or more, or a number as long as a CUI. */
  readonly words: string | null;
}

/** Numbers of fewer digits are no CUI. */
const LEAST_CUI = 4;

/** `today`: „2026-11-30”. */
export function readSearch(text: string, today: string): SearchReading {
  const typed = text.trim();
  return {
    orderNumber: readOrderNumber(typed),
    invoices: readInvoiceName(typed),
    amountBani: readAmount(typed),
    day: readDay(typed) ?? readDayOfYear(typed, today),
    words: hasWord(typed) ? typed.replace(/^ro\s+(?=\d)/i, 'RO') : null,
  };
}

/** Returns the bani of „50”, „50,5 lei”, „1.234,50 RON”. */
function readAmount(text: string): number | null {
  const [, digits] =
    /^(\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?|\d{1,7}(?:[.,]\d{1,2})?)\s*(?:lei|ron)?$/i.exec(text) ?? [];
  if (digits === undefined) return null;
  const isGrouped = /\.\d{3}/.test(digits);
  const bani = toBani(Number((isGrouped ? digits.replaceAll('.', '') : digits).replace(',', '.')));
  return bani === 0 ? null : bani;
}

const MONTHS =
  'ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie'.split(
    ' ',
  );
/** A 29 February has been within them. */
const YEARS_BACK = 8;

/** Returns the day of „22.11.2026”, „22/11/2026”, „2026-11-22”, „22 nov. 2026” or „22 noiembrie 2026”. */
function readDay(text: string): string | null {
  const [, dayFirst, month = '', year] =
    /^(\d{1,2})(?:[./-]|\s+)(\d{1,2}|\p{L}{3,10}\.?)(?:[./-]|\s+)(20\d{2})$/u.exec(text) ?? [];
  const number = readMonth(month);
  const day = year ? `${year}-${number?.padStart(2, '0')}-${dayFirst?.padStart(2, '0')}` : text;
  if (!/^20\d{2}-\d{2}-\d{2}$/.test(day)) return null;
  const at = new Date(`${day}T12:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : null;
}

/** Returns the newest day, not one to come, of „22 nov.” or „22 noiembrie”. */
function readDayOfYear(text: string, today: string): string | null {
  if (!/^\d{1,2}\s+\p{L}{3,10}\.?$/u.test(text)) return null;
  const year = Number(today.slice(0, 4));
  const days = Array.from({ length: YEARS_BACK + 1 }, (_, back) => readDay(`${text} ${year - back}`));
  return days.find((day) => day !== null && day <= today) ?? null;
}

/** Returns the number of „11”, „nov.” or „noiembrie”; undefined for another word. */
function readMonth(written: string): string | undefined {
  if (/^\d/.test(written)) return written;
  const start = written.toLowerCase().replace(/\.$/, '').replace(/^nov$/, 'noi');
  const at = start === '' ? -1 : MONTHS.findIndex((month) => month.startsWith(start));
  return at < 0 ? undefined : String(at + 1);
}

function hasWord(text: string): boolean {
  if (readDay(text) !== null || (readAmount(text) !== null && /\p{L}/u.test(text))) return false;
  return (
    /\p{L}[\p{L}\p{M}\p{N}]/u.test(text) ||
    new RegExp(`^\\d{${LEAST_CUI},}$`).test(text.replace(/^ro\s*/i, ''))
  );
}
