import type { readAnalyticsConfig as contract } from '#contract/analytics.ts';
import type { ReplyOf } from '#contract/route.ts';
import type { App } from '#server/app.ts';

/** Returns what a browser needs to count visits. Without an id nothing is counted and consent is not asked for. */
export function readAnalyticsConfig({ analytics }: Pick<App, 'analytics'>): ReplyOf<typeof contract> {
  const measurementId = analytics?.measurementId();
  const tagUrl = analytics?.tag()?.url;
  return measurementId && tagUrl ? { enabled: true, measurementId, tagUrl } : { enabled: false };
}
