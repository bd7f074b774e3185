import { MEASURE_PAGE, readAnalyticsConfig } from '#contract/analytics.ts';
import { call } from '#web/api/call.ts';
import {
  type Bought,
  buildCountedPage,
  buildHit,
  type Hit,
  type MeasuredEvent,
  type Page,
} from '#web/shared/consent/measured.ts';

/** Messages to the measuring document, which is fetched only after consent. */
export type Measurement =
  | { readonly tagUrl: string; readonly measurementId: string }
  | { readonly page: Page }
  | Hit;

export interface Measuring {
  send(measured: MeasuredEvent): void;
  /** Removes the tag with its document and its cookies. */
  stop(): void;
}

/** Reads the configuration and counts the shown page; a consent withdrawn meanwhile ends it. */
export async function startMeasuring(isWanted: () => boolean): Promise<Measuring> {
  const config = await call(readAnalyticsConfig, {});
  if (!config.enabled || !isWanted()) return { send: () => {}, stop: deleteCookies };
  const { tagUrl, measurementId } = config;
  const iframe = document.createElement('iframe');
  iframe.src = MEASURE_PAGE;
  iframe.title = 'Statistici';
  iframe.hidden = true;
  // The tag can read no address but the frame's own.
  iframe.referrerPolicy = 'no-referrer';
  const loaded = new Promise((done) => iframe.addEventListener('load', done, { once: true }));
  const post = (reported: Measurement) =>
    void loaded.then(() => iframe.contentWindow?.postMessage(reported, window.location.origin));
  document.body.append(iframe);
  post({ tagUrl, measurementId });
  let [pathname, page]: [string, Page | null] = ['', null];
  const send = (measured: MeasuredEvent) => {
    if (measured.what !== 'page') {
      if (measured.what !== 'purchase' || isFirst(measured.order)) post(buildHit(measured));
    } else if (window.location.pathname !== pathname) {
      page = buildCountedPage(window.location, document.referrer, page);
      pathname = window.location.pathname;
      post({ page });
    }
  };
  const stop = () => {
    // When unloaded, the tag would send and store once more.
    Object.assign(iframe.contentWindow ?? {}, { [`ga-disable-${measurementId}`]: true });
    iframe.remove();
    deleteCookies();
  };
  send({ what: 'page' });
  return { send, stop };
}

const DAY_S = 86_400;
const COUNTED = 'counted-';

/** True once per order: noted in a cookie, which outlives the sign-out. Orders older than a day are not counted any more. */
function isFirst({ id, paidAt }: Bought): boolean {
  const isRecent = Date.now() - Date.parse(paidAt ?? '') < DAY_S * 1000;
  if (!isRecent || document.cookie.includes(COUNTED + id)) return false;
  writeCookie(`${isHttps() ? '__Host-' : ''}${COUNTED + id}=1; max-age=${DAY_S}`);
  return true;
}

/** Deletes all cookies of the statistics, with and without a domain. */
export function deleteCookies(): void {
  for (const [name = ''] of document.cookie.split('; ').map((pair) => pair.split('=')))
    if (/^(__(Host|Secure)-)?(_ga|counted-)/.test(name))
      for (const domain of ['', `; domain=${window.location.hostname}`])
        writeCookie(`${name}=; max-age=0${domain}`);
}

/** Only HTTPS allows the prefix `__Host-`, which keeps an attacker on the network from setting the cookie. */
const isHttps = () => window.location.protocol === 'https:';

function writeCookie(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is not in every browser, and is asynchronous
  document.cookie = `${cookie}; path=/; samesite=lax${isHttps() ? '; secure' : ''}`;
}
