import { tidyLine } from '#domain/language/visible-text.ts';

/** Without it spreadsheets take UTF-8 for something else. */
const BYTE_ORDER_MARK = '\ufeff';

/** At which spreadsheet programs split lines by themselves, whatever a file was written with. */
const SEPARATOR = /([,;\t|])/;
/** Matches what they take for a formula, also in the signs' other widths and behind a quote. */
const FORMULA = /^[ "]*[=+\-@%−＝＋－＠％﹦﹢﹣﹫﹪]/;

/** A table as CSV: UTF-8 with its mark, semicolons, as spreadsheets in Romania read it. */
export function buildCsv(rows: readonly (readonly string[])[]): string {
  return `${BYTE_ORDER_MARK}${rows.map((cells) => `${cells.join(';')}\r\n`).join('')}`;
}

/** A text of which no piece is a formula: one that begins like one, at whichever separator, gets an apostrophe before it. */
export function buildTextCell(text: string): string {
  const pieces = tidyLine(text).split(SEPARATOR);
  const harmless = pieces.map((piece) => (FORMULA.test(piece) ? `'${piece}` : piece)).join('');
  return /["\t|;,]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
