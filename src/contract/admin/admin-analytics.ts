import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';
import { BUCKETS, REPORTS } from '#domain/analytics/reports.ts';

const day = z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)));

const analyticsReport = z.object({
  from: z.string(),
  to: z.string(),
  /** The period whose first day is a row's `at`; null when rows are not over time. */
  bucket: z.nullable(z.enum(BUCKETS)),
  rows: z.array(
    z.object({
      /** A day; for retention the Monday of the week of registration. */
      at: z.nullable(z.string()),
      series: z.string(),
      value: z.number(),
    }),
  ),
});
export type AnalyticsReport = z.infer<typeof analyticsReport>;

export const readReport = defineRoute({
  method: 'GET',
  path: '/api/admin/analytics/{report}',
  access: 'admin',
  summary: 'One report over days of Bucharest, both included (the last 30 without them); money in lei',
  params: z.object({ report: z.enum(REPORTS) }),
  query: z.object({ from: day, to: day }),
  out: analyticsReport,
});
