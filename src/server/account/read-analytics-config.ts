import type { readAnalyticsConfig as contract } from '#contract/analytics.ts';
import type { ReplyOf } from '#contract/route.ts';
import type { App } from '#server/app.ts';

/** What a browser needs to count; without an id nothing is counted and nobody is asked whether it may be. */
export function readAnalyticsConfig({ analytics }: Pick<App, 'analytics'>): ReplyOf<typeof contract> {
  const measurementId = analytics?.measurementId();
  const tagUrl = analytics?.tag()?.url;
  return measurementId && tagUrl ? { enabled: true, measurementId, tagUrl } : { enabled: false };
}
