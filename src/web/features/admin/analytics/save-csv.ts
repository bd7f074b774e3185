import type { Range, Report } from '#domain/analytics/reports.ts';
import { seriesWords } from '#web/features/admin/analytics/report-words.ts';
import { csvOf, type Sheet } from '#web/features/admin/analytics/sheet.ts';

/** The sheet as a file for spreadsheets. */
export function saveCsv(report: Report, { from, to }: Range, sheet: Sheet): void {
  const head = sheet.columns === null ? ['Ce', 'Cât'] : ['De la', ...sheet.columns.map(headOf)];
  const lines = sheet.lines.map(({ key, values }) => [
    sheet.columns === null ? seriesWords(key) : key,
    ...values,
  ]);
  const url = URL.createObjectURL(new Blob([csvOf([head, ...lines])], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `fotolot-${report}-${from}-${to}.csv`;
  link.click();
  // The browser reads it after the click is over.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function headOf(series: string): string {
  return /^\d+$/.test(series) ? `Săptămâna +${series}` : seriesWords(series);
}
