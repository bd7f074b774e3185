import { startStandIn } from '#server/adapters/stand-in.ts';
import type { Log } from '#server/app.ts';
import type { Analytics, Tag } from './port.ts';
import { analyticsWebConfig, type WebConfig } from './web-config.ts';

export interface AnalyticsOptions {
  /** Address of the web configuration, `stand-in`, or empty for none. */
  readonly endpoint: string;
  readonly apiKey: string;
  readonly log: Log;
}

const GOOGLES_TAG: Tag = {
  url: 'https://www.googletagmanager.com/gtag/js',
  hits: [
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
    'https://*.googletagmanager.com',
  ],
};
/** The stand-in serves any app. */
const ITS_CONFIG = '/v1alpha/projects/-/apps/stand-in/webConfig';

/** Returns the analytics, or null when they are off. Requests the configuration at once, but does not wait for it. */
export function createAnalytics({ endpoint, apiKey, log }: AnalyticsOptions): Analytics | null {
  if (!endpoint) return null;
  if (endpoint !== 'stand-in') {
    const source = { endpoint: async () => endpoint, apiKey };
    return analyticsAt(source, { tag: () => GOOGLES_TAG, close: async () => {} }, log);
  }
  const standIn = startStandIn('analytics', {}, log);
  const source = { endpoint: async () => (await standIn.url()) + ITS_CONFIG, apiKey: 'stand-in' };
  const tag = () => {
    const url = standIn.lastUrl();
    return url === null ? null : { url: `${url}/gtag/js`, hits: [url] };
  };
  return analyticsAt(source, { tag, close: standIn.close }, log);
}

function analyticsAt(
  source: Parameters<typeof analyticsWebConfig>[0],
  { tag, close }: { tag: () => Tag | null; close: () => Promise<void> },
  log: Log,
): Analytics {
  const webConfig = analyticsWebConfig(source);
  let id: string | null = null;
  let lastProblem: unknown;
  /** A failed request leaves the last known id in place. */
  const ask = () =>
    webConfig().then(
      (config) => {
        id = idIn(config);
      },
      (error: Error) => {
        // One failure holds for all callers for a while, and is logged once.
        if (error !== lastProblem) log.warn({ reason: error.message }, 'analytics configuration');
        lastProblem = error;
      },
    );
  void ask();
  return {
    measurementId: () => {
      void ask();
      return id;
    },
    tag,
    close,
  };
}

/** Returns the id of a GA4 web stream, or null: any other text would end up in a script's address. */
export function idIn({ measurementId }: WebConfig): string | null {
  return typeof measurementId === 'string' && /^G-[A-Z0-9]{1,20}$/.test(measurementId) ? measurementId : null;
}
