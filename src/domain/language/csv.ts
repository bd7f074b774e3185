import { tidyLine } from '#domain/language/visible-text.ts';

/** Without this mark spreadsheets take UTF-8 for something else. */
const BYTE_ORDER_MARK = '\ufeff';

/** Separators at which spreadsheet programs split lines by themselves, whatever a file was written with. */
const SEPARATOR = /([,;\t|])/;
/** Matches text that they take for a formula, also in the signs' other widths and behind a quote. */
const FORMULA = /^[ "]*[=+\-@%−＝＋－＠％﹦﹢﹣﹫﹪]/;

/** Returns a table as CSV: UTF-8 with its mark, semicolons, as spreadsheets in Romania read it. */
export function buildCsv(rows: readonly (readonly string[])[]): string {
  return `${BYTE_ORDER_MARK}${rows.map((cells) => `${cells.join(';')}\r\n`).join('')}`;
}

/** Returns a cell of which no piece is a formula: text that begins like one, at whichever separator, gets an apostrophe before it. */
export function buildTextCell(text: string): string {
  return buildFileCell(tidyLine(text));
}

/** Returns the same of a file's path, letter by letter: it names the file. */
export function buildFileCell(path: string): string {
  const pieces = path.split(SEPARATOR);
  const harmless = pieces.map((piece) => (FORMULA.test(piece) ? `'${piece}` : piece)).join('');
  return /["\t|;,]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
