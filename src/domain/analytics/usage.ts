import { addDays, bucketStarts, type Range } from '#domain/analytics/reports.ts';

/** Spans of an owner's usage chart: days, or weeks from Monday. */
export const USAGE_SPANS = ['days', 'weeks'] as const;
export type UsageSpan = (typeof USAGE_SPANS)[number];

export const USAGE_DAYS = 30;
export const USAGE_WEEKS = 12;

/** Returns the days that are read: this week and the eleven before it, so both spans. */
export function usageRange(today: string): Range {
  const to = today;
  const [from = to] = bucketStarts({ from: addDays(to, -7 * (USAGE_WEEKS - 1)), to }, 'week');
  return { from, to };
}

export interface UsageDay {
  readonly day: string;
  readonly photos: number;
  readonly credits: number;
}

/** Returns a point for every day or week of the span, also where nothing happened. */
export function usageOver(days: readonly UsageDay[], { from, to }: Range, span: UsageSpan): UsageDay[] {
  const starts =
    span === 'weeks'
      ? bucketStarts({ from, to }, 'week')
      : bucketStarts({ from: addDays(to, 1 - USAGE_DAYS), to }, 'day');
  return starts.map((start, n) => {
    const within = days.filter(({ day }) => day >= start && day < (starts[n + 1] ?? '9999'));
    return {
      day: start,
      photos: within.reduce((sum, { photos }) => sum + photos, 0),
      credits: within.reduce((sum, { credits }) => sum + credits, 0),
    };
  });
}
