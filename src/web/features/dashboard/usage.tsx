import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readUsage } from '#contract/usage.ts';
import { USAGE_DAYS, USAGE_SPANS, USAGE_WEEKS, type UsageSpan, usageOver } from '#domain/analytics/usage.ts';
import { formatCount, formatNumber, NOUNS, type Noun } from '#domain/language/plural.ts';
import { dayWords } from '#domain/language/time.ts';
import { call } from '#web/api/call.ts';
import { keys } from '#web/api/queries/keys.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { DataTable } from '#web/ui/chart/data-table.tsx';
import { TimeChart, type TimeTable } from '#web/ui/chart/time-chart.tsx';
import { Chips } from '#web/ui/fields/chips.tsx';
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx';

const SPAN_WORDS: Record<UsageSpan, { choice: string; said: string; lead: string }> = {
  days: { choice: `${USAGE_DAYS} de zile`, said: `în ultimele ${USAGE_DAYS} de zile`, lead: 'Zi' },
  weeks: {
    choice: `${USAGE_WEEKS} săptămâni`,
    said: `în ultimele ${USAGE_WEEKS} săptămâni`,
    lead: 'Săptămâna din',
  },
};
const SERIES: Readonly<Record<'photos' | 'credits', { title: string; noun: Noun }>> = {
  photos: { title: 'Fotografii', noun: NOUNS.photo },
  credits: { title: 'Credite', noun: NOUNS.credit },
};
const COLUMNS = ['photos', 'credits'] as const;
const seriesWords = (series: string) => (series === 'photos' ? SERIES.photos.title : SERIES.credits.title);

interface UsageProps {
  /** Which batches are in work: when one ends, there is more to show. */
  readonly running: string;
}

/** Photos processed and credits spent, by days or weeks. */
export function Usage({ running }: UsageProps) {
  const [span, setSpan] = useState<UsageSpan>('days');
  const query = useQuery({
    queryKey: keys.usage(running),
    queryFn: ({ signal }) => call(readUsage, {}, { signal }),
    placeholderData: keepPreviousData,
    // Cached figures, from before a run or an earlier visit, are only shown until the response is here.
    staleTime: 0,
  });
  const { data, error } = query;
  const isEmpty = data?.days.length === 0;
  return (
    <section aria-labelledby="usage-title" className="min-w-0">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="usage-title" className="text-2xl">
          Cât ai lucrat
        </h2>
        {data && !isEmpty && (
          <Chips
            label="Perioada"
            choices={USAGE_SPANS}
            chosen={span}
            words={(one) => SPAN_WORDS[one].choice}
            onChoose={setSpan}
          />
        )}
      </div>
      <div className="rounded-3xl border border-line bg-card p-5 sm:p-6">
        {!data && <ReadFailed query={query} />}
        {!data && !error && (
          <>
            <LoadingNote />
            <Skeleton className="h-48 rounded-2xl" />
          </>
        )}
        {isEmpty && <p className="text-ink-soft">Niciun lot încheiat {SPAN_WORDS.weeks.said}.</p>}
        {data && !isEmpty && <Charts span={span} points={usageOver(data.days, data, span)} />}
      </div>
    </section>
  );
}

function Charts({ span, points }: { span: UsageSpan; points: ReturnType<typeof usageOver> }) {
  const { said, lead } = SPAN_WORDS[span];
  const tableOf = (columns: readonly (typeof COLUMNS)[number][]): TimeTable => ({
    columns,
    rows: points.map((point) => ({ key: point.day, values: columns.map((column) => point[column]) })),
  });
  return (
    <>
      <div className="grid gap-x-10 gap-y-7 lg:grid-cols-2">
        {COLUMNS.map((column) => {
          const { title, noun } = SERIES[column];
          const sum = formatCount(
            points.reduce((all, point) => all + point[column], 0),
            noun,
          );
          return (
            <div key={column} className="min-w-0">
              <h3 className="mb-4 font-sans text-base font-normal tracking-normal text-ink-soft">
                <strong className="mr-1 font-display text-2xl font-extrabold text-ink">{sum}</strong> {said}
              </h3>
              <TimeChart
                table={tableOf([column])}
                kind="stack"
                label={`${title} ${said}: ${sum}`}
                seriesWords={seriesWords}
                dayWords={dayWords}
                markWords={formatNumber}
                firstLook={column === 'credits' ? 0 : 1}
                low
              />
            </div>
          );
        })}
      </div>
      <DataTable
        table={tableOf(COLUMNS)}
        title="Cât ai lucrat"
        lead={lead}
        seriesWords={seriesWords}
        valueWords={formatNumber}
        dayWords={dayWords}
      />
    </>
  );
}
