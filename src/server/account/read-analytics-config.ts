import type { readAnalyticsConfig as contract } from '#contract/analytics.ts';
import type { ReplyOf } from '#contract/route.ts';
import type { App } from '#server/app.ts';

/** What a browser needs for analytics; a service that fails is as good as none, and no page notices. */
export async function readAnalyticsConfig(app: App): Promise<ReplyOf<typeof contract>> {
  if (!app.analytics) return { enabled: false };
  try {
    return { enabled: true, config: { ...(await app.analytics.webConfig()) } };
  } catch (error) {
    app.log.warn({ reason: (error as Error).message }, 'analytics configuration');
    return { enabled: false };
  }
}
