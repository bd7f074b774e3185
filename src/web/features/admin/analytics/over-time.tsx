import type { AnalyticsReport } from '#contract/admin/admin-analytics.ts';
import { type Report, unfinishedStarts } from '#domain/analytics/reports.ts';
import { dayWords, dayWordsAmong } from '#domain/language/time.ts';
import { splitOff } from '#web/features/admin/analytics/report-table.ts';
import {
  BUCKET_WORDS,
  REPORT_WORDS,
  seriesWords,
  UNFINISHED_WORDS,
  valueWords,
} from '#web/features/admin/analytics/report-words.ts';
import { DataTable } from '#web/ui/chart/data-table.tsx';
import { TimeChart, type TimeTable } from '#web/ui/chart/time-chart.tsx';

interface OverTimeProps {
  readonly report: Report;
  readonly data: AnalyticsReport & { readonly bucket: NonNullable<AnalyticsReport['bucket']> };
  readonly table: TimeTable;
  readonly today: string;
}

/** A report over time: its picture, with partly counted days shaded, and its numbers. */
export function OverTime({ report, data, table, today }: OverTimeProps) {
  const { title, unit } = REPORT_WORDS[report];
  const { from, to, bucket } = data;
  const words = (value: number) => valueWords(value, unit);
  const day = dayWordsAmong([today, from, to, ...table.rows.map(({ key }) => key)]);
  const unfinished = unfinishedStarts(data, bucket, today);
  const over = {
    seriesWords,
    dayWords: (key: string) => (unfinished.includes(key) ? `${day(key)} (parțial)` : day(key)),
  };
  const chart = {
    ...over,
    kind: report === 'credits' || report === 'processing' ? ('lines' as const) : ('stack' as const),
    axis: { dayWords, withYears: day !== dayWords },
    unfinished,
    markWords: words,
  };
  const sums = table.columns.map((series, index) => {
    const sum = table.rows.reduce((all, { values }) => all + (values[index] ?? 0), 0);
    return `${seriesWords(series)}: ${words(sum)}`;
  });
  const said = unit === 'seconds' || report === 'active' ? '' : `. ${sums.join('; ')}`;
  const inRange = `${title}, ${day(from)} – ${day(to)}`;
  const { kept, apart } = splitOff('refunded', table);
  return (
    <>
      {kept.columns.length > 0 && <TimeChart {...chart} table={kept} label={`${inRange}${said}`} />}
      {apart && (
        <>
          <p aria-hidden className="mt-5 mb-2 text-sm font-medium">
            {sums.at(table.columns.indexOf('refunded'))}
          </p>
          <TimeChart
            {...chart}
            table={apart}
            label={`${inRange}: ${seriesWords('refunded')}`}
            firstLook={5}
            low
          />
        </>
      )}
      {unfinished.length > 0 && <p className="mt-2 text-sm text-ink-soft">{UNFINISHED_WORDS[bucket]}</p>}
      <DataTable {...over} table={table} title={title} lead={BUCKET_WORDS[bucket]} valueWords={words} />
    </>
  );
}
