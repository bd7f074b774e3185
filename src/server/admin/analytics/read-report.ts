import type { AnalyticsReport } from '#contract/admin/admin-analytics.ts';
import { addDays, bucketFor, type Report, rangeDays } from '#domain/analytics/reports.ts';
import { AppError } from '#domain/errors.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { readCreditFlow, readRevenue } from '#server/admin/analytics/money-view.ts';
import {
  readActiveUsers,
  readFunnel,
  readRegistrations,
  readUserRetention,
} from '#server/admin/analytics/people-view.ts';
import { planByRange, type ReportRow, type ReportScope } from '#server/admin/analytics/scope-view.ts';
import { readFailures, readPresetUse, readProcessingTimes } from '#server/admin/analytics/work-view.ts';
import type { App } from '#server/app.ts';

type Deps = Pick<App, 'db' | 'now'>;

const QUERIES: Record<Report, (app: Deps, scope: ReportScope) => Promise<ReportRow[]>> = {
  registrations: readRegistrations,
  active: readActiveUsers,
  funnel: readFunnel,
  revenue: readRevenue,
  credits: readCreditFlow,
  presets: readPresetUse,
  processing: readProcessingTimes,
  failures: readFailures,
  retention: readUserRetention,
};
const WITHOUT_TIME: readonly Report[] = ['funnel', 'presets', 'failures'];
const USUAL_DAYS = 30;

/** One report over a range; without one the last 30 days. Refuses http/bad-request. */
export async function readReport(
  app: Deps,
  report: Report,
  asked: { from?: string | undefined; to?: string | undefined },
): Promise<AnalyticsReport> {
  const to = asked.to ?? toBucharestDay(app.now());
  const from = asked.from ?? addDays(to, 1 - USUAL_DAYS);
  const days = rangeDays({ from, to });
  if (days === null) throw new AppError('http/bad-request', { fields: ['from', 'to'] });
  const bucket = report === 'retention' ? 'week' : bucketFor(days);
  const rows = await app.db.transaction().execute(async (db) => {
    await planByRange(db);
    return QUERIES[report]({ db, now: app.now }, { from, to, bucket });
  });
  return { from, to, bucket: WITHOUT_TIME.includes(report) ? null : bucket, rows };
}
