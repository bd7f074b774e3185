import { useSearchParams } from 'react-router';
import { addDays, rangeDays } from '#domain/analytics/reports.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { RangePicker } from '#web/features/admin/analytics/range-picker.tsx';
import { ReportSection } from '#web/features/admin/analytics/report-section.tsx';
import { usePageTitle } from '#web/pages/layout/page-title.ts';

/** `?from=` and `?to=` choose the days; without them the last 30. */
export function AdminAnalyticsPage() {
  usePageTitle('Statistici');
  const [params, setParams] = useSearchParams();
  const today = toBucharestDay(new Date());
  const asked = { from: params.get('from') ?? '', to: params.get('to') ?? '' };
  const range = rangeDays(asked) === null ? { from: addDays(today, -29), to: today } : asked;
  return (
    <>
      <h1 className="text-4xl">Statistici</h1>
      <RangePicker
        range={range}
        today={today}
        onChoose={({ from, to }) => setParams({ from, to }, { replace: true })}
      />
      <div className="mt-8 grid gap-6 lg:grid-cols-2">
        <ReportSection report="registrations" range={range} />
        <ReportSection report="active" range={range} />
        <ReportSection report="revenue" range={range} wide />
        <ReportSection report="funnel" range={range} />
        <ReportSection report="credits" range={range} />
        <ReportSection report="presets" range={range} />
        <ReportSection report="failures" range={range} />
        <ReportSection report="processing" range={range} wide />
        <ReportSection report="retention" range={range} wide />
      </div>
    </>
  );
}
