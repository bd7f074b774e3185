import type { AnalyticsReport } from '#contract/admin/admin-analytics.ts';
import { bucketStarts, type Range, type Report } from '#domain/analytics/reports.ts';
import { buildCsv, buildTextCell } from '#domain/language/csv.ts';
import { seriesWords } from '#web/features/admin/analytics/report-words.ts';

/** A report as a table: one row per day (or per series where it is not over time), one column per series. */
export interface ReportTable {
  /** null: not over time, the rows are the series themselves. */
  readonly columns: readonly string[] | null;
  /** A value that is null: there was nothing to measure. */
  readonly rows: readonly { readonly key: string; readonly values: readonly (number | null)[] }[];
}

/** Days on which nothing happened are rows too, of `nothing`; series stand in the given order, others behind by their sum. */
export function buildReportTable(
  report: AnalyticsReport,
  order: readonly string[] = [],
  nothing: 0 | null = 0,
): ReportTable {
  const { bucket, rows } = report;
  if (bucket === null)
    return { columns: null, rows: rows.map(({ series, value }) => ({ key: series, values: [value] })) };
  const sums = new Map<string, number>();
  for (const { series, value } of rows) sums.set(series, (sums.get(series) ?? 0) + value);
  const index = (series: string) => (order.includes(series) ? order.indexOf(series) : order.length);
  const columns = [...sums.keys()].sort(
    (a, b) => index(a) - index(b) || (sums.get(b) ?? 0) - (sums.get(a) ?? 0),
  );
  const values = new Map(rows.map(({ at, series, value }) => [`${at} ${series}`, value]));
  return {
    columns,
    rows: bucketStarts(report, bucket).map((key) => ({
      key,
      values: columns.map((series) => values.get(`${key} ${series}`) ?? nothing),
    })),
  };
}

type OverTime = ReportTable & { readonly columns: readonly string[] };

/** One series by itself, where it is no part of what the others add up to; null without it. */
export function splitOff(series: string, table: OverTime): { kept: OverTime; apart: OverTime | null } {
  const index = table.columns.indexOf(series);
  if (index < 0) return { kept: table, apart: null };
  const only = (isWanted: (column: number) => boolean): OverTime => ({
    columns: table.columns.filter((_, column) => isWanted(column)),
    rows: table.rows.map(({ key, values }) => ({ key, values: values.filter((_, n) => isWanted(n)) })),
  });
  return { kept: only((column) => column !== index), apart: only((column) => column === index) };
}

/** For spreadsheets in Romanian, with comma decimals. */
export function toRomanianCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  const cell = (value: string | number | null) => {
    if (value === null) return '';
    return typeof value === 'number' ? String(value).replace('.', ',') : buildTextCell(value);
  };
  return buildCsv(rows.map((row) => row.map(cell)));
}

/** The table as a file for spreadsheets. */
export function saveCsv(report: Report, { from, to }: Range, table: ReportTable): void {
  const head = table.columns === null ? ['Ce', 'Cât'] : ['De la', ...table.columns.map(getSeriesHead)];
  const rows = table.rows.map(({ key, values }) => [
    table.columns === null ? seriesWords(key) : key,
    ...values,
  ]);
  const url = URL.createObjectURL(
    new Blob([toRomanianCsv([head, ...rows])], { type: 'text/csv;charset=utf-8' }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = `fotolot-${report}-${from}-${to}.csv`;
  link.click();
  // The browser reads it after the click is over.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function getSeriesHead(series: string): string {
  return /^\d+$/.test(series) ? `Săptămâna +${series}` : seriesWords(series);
}
