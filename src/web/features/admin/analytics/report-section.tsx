import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type AnalyticsReport, readReport } from '#contract/admin/admin-analytics.ts';
import type { Range, Report } from '#domain/analytics/reports.ts';
import { dayWordsAmong, toBucharestDay } from '#domain/language/time.ts';
import { call } from '#web/api/call.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { OverTime } from '#web/features/admin/analytics/over-time.tsx';
import { RankChart } from '#web/features/admin/analytics/rank-chart.tsx';
import { buildReportTable, type ReportTable, saveCsv } from '#web/features/admin/analytics/report-table.ts';
import { REPORT_WORDS, valueWords } from '#web/features/admin/analytics/report-words.ts';
import { RetentionTable } from '#web/features/admin/analytics/retention-table.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

const ORDERS: Partial<Record<Report, readonly string[]>> = {
  credits: ['granted', 'spent', 'expired', 'withdrawn'],
  processing: ['work-50', 'work-95', 'wait-50', 'wait-95'],
  retention: ['size'],
};

interface ReportSectionProps {
  readonly report: Report;
  readonly range: Range;
  /** Takes the page's whole width. */
  readonly wide?: boolean;
}

/** One report: its picture, its numbers, its CSV. What was shown stays while the next range is read. */
export function ReportSection({ report, range, wide = false }: ReportSectionProps) {
  const { title, note, none, unit } = REPORT_WORDS[report];
  const query = useQuery({
    queryKey: ['admin-report', report, range.from, range.to],
    queryFn: ({ signal }) => call(readReport, { params: { report }, query: { ...range } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const { data, error, isPlaceholderData } = query;
  const table = data && buildReportTable(data, ORDERS[report], unit === 'seconds' ? null : 0);
  const isEmpty = data?.rows.every(({ value }) => value === 0) ?? false;
  return (
    <section
      aria-label={title}
      aria-busy={isPlaceholderData}
      className={`min-w-0 rounded-3xl border border-line bg-card p-5 sm:p-6 ${wide ? 'lg:col-span-2' : ''}`}
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="text-xl">{title}</h2>
          <p className="mt-1 text-sm text-ink-soft">{note}</p>
        </div>
        {table && !isEmpty && (
          <Button
            look="quiet"
            small
            aria-label={`Descarcă CSV: ${title}`}
            onClick={() => saveCsv(report, range, table)}
          >
            <Download aria-hidden size={15} />
            CSV
          </Button>
        )}
      </div>
      <div className="mt-5">
        <ReadFailed panel query={query} />
        {!data && !error && (
          <>
            <LoadingNote />
            <Skeleton className="h-48 rounded-2xl" />
          </>
        )}
        {isEmpty && <p className="py-6 text-ink-soft">{none}</p>}
        {data && table && !isEmpty && <Picture report={report} data={data} table={table} />}
      </div>
    </section>
  );
}

function Picture({ report, data, table }: { report: Report; data: AnalyticsReport; table: ReportTable }) {
  const today = toBucharestDay(new Date());
  const { bucket } = data;
  if (table.columns === null || bucket === null) {
    const words = (value: number) => valueWords(value, REPORT_WORDS[report].unit);
    return <RankChart table={table} valueWords={words} ofFirst={report === 'funnel'} />;
  }
  if (report === 'retention') {
    const words = dayWordsAmong([today, ...table.rows.map(({ key }) => key)]);
    return <RetentionTable table={table} dayWords={words} today={today} />;
  }
  const overTime = { ...table, columns: table.columns };
  return <OverTime report={report} data={{ ...data, bucket }} table={overTime} today={today} />;
}
