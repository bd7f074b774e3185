import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type AnalyticsReport, readReport } from '#contract/admin-analytics.ts';
import type { Range, Report } from '#domain/analytics/reports.ts';
import { dayWords } from '#domain/language/time.ts';
import { call } from '#web/api/call.ts';
import { RankChart } from '#web/features/admin/analytics/rank-chart.tsx';
import {
  BUCKET_WORDS,
  REPORT_WORDS,
  seriesWords,
  valueWords,
} from '#web/features/admin/analytics/report-words.ts';
import { RetentionTable } from '#web/features/admin/analytics/retention-table.tsx';
import { saveCsv } from '#web/features/admin/analytics/save-csv.ts';
import { type Sheet, sheetOf, splitOff } from '#web/features/admin/analytics/sheet.ts';
import { Failed } from '#web/features/admin/paged-list.tsx';
import { Button } from '#web/ui/button.tsx';
import { SheetTable } from '#web/ui/sheet-table.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';
import { TimeChart } from '#web/ui/time-chart.tsx';

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
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['admin-report', report, range.from, range.to],
    queryFn: ({ signal }) => call(readReport, { params: { report }, query: { ...range } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const sheet = data && sheetOf(data, ORDERS[report], unit === 'seconds' ? null : 0);
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
        {sheet && !isEmpty && (
          <Button
            look="quiet"
            small
            aria-label={`Descarcă CSV: ${title}`}
            onClick={() => saveCsv(report, range, sheet)}
          >
            <Download aria-hidden size={15} />
            CSV
          </Button>
        )}
      </div>
      <div className="mt-5">
        {error && <Failed error={error} onRetry={() => void refetch()} />}
        {!data && !error && (
          <>
            <LoadingNote />
            <Skeleton className="h-48 rounded-2xl" />
          </>
        )}
        {isEmpty && <p className="py-6 text-ink-soft">{none}</p>}
        {data && sheet && !isEmpty && <Picture report={report} data={data} sheet={sheet} />}
      </div>
    </section>
  );
}

function Picture({ report, data, sheet }: { report: Report; data: AnalyticsReport; sheet: Sheet }) {
  const { title, unit } = REPORT_WORDS[report];
  const words = (value: number) => valueWords(value, unit);
  if (report === 'retention')
    return <RetentionTable sheet={sheet} dayWords={dayWords} today={new Date().toISOString().slice(0, 10)} />;
  if (sheet.columns === null)
    return <RankChart sheet={sheet} valueWords={words} ofFirst={report === 'funnel'} />;
  const kind = report === 'credits' || report === 'processing' ? 'lines' : 'stack';
  const over = { sheet: { ...sheet, columns: sheet.columns }, seriesWords, dayWords };
  const sums = sheet.columns.map((series, place) => {
    const sum = sheet.lines.reduce((all, { values }) => all + (values[place] ?? 0), 0);
    return `${seriesWords(series)}: ${words(sum)}`;
  });
  const said = unit === 'seconds' || report === 'active' ? '' : `. ${sums.join('; ')}`;
  const inRange = `${title}, ${dayWords(data.from)} – ${dayWords(data.to)}`;
  const { kept, apart } = splitOff('refunded', over.sheet);
  return (
    <>
      {kept.columns.length > 0 && (
        <TimeChart {...over} sheet={kept} kind={kind} label={`${inRange}${said}`} markWords={words} />
      )}
      {apart && (
        <>
          <p aria-hidden className="mt-5 mb-2 text-sm font-medium">
            {sums.at(sheet.columns.indexOf('refunded'))}
          </p>
          <TimeChart
            {...over}
            sheet={apart}
            kind={kind}
            label={`${inRange}: ${seriesWords('refunded')}`}
            markWords={words}
            firstLook={5}
            low
          />
        </>
      )}
      <SheetTable {...over} title={title} lead={BUCKET_WORDS[data.bucket ?? 'day']} valueWords={words} />
    </>
  );
}
