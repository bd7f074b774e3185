import { MEASURE_PAGE, readAnalyticsConfig } from '#contract/analytics.ts';
import { call } from '#web/api/call.ts';
import { type Bought, type Hit, hitOf, type Measured, type Page, pageOf } from '#web/session/measured.ts';

/** Fetched only after a yes. What the document that counts is told. */
export type Told =
  | { readonly tagUrl: string; readonly measurementId: string }
  | { readonly page: Page }
  | Hit;

export interface Measuring {
  tell(measured: Measured): void;
  /** Takes the tag away with its document, and what it keeps. */
  stop(): void;
}

/** Asks what to count with and counts the page that is shown; a no that came meanwhile ends it. */
export async function startMeasuring(isWanted: () => boolean): Promise<Measuring> {
  const config = await call(readAnalyticsConfig, {});
  if (!config.enabled || !isWanted()) return { tell: () => {}, stop: forgetCookies };
  const { tagUrl, measurementId } = config;
  const frame = document.createElement('iframe');
  frame.src = MEASURE_PAGE;
  frame.title = 'Statistici';
  frame.hidden = true;
  // Its own address is all that the tag could read of where it is.
  frame.referrerPolicy = 'no-referrer';
  const loaded = new Promise((done) => frame.addEventListener('load', done, { once: true }));
  const post = (told: Told) =>
    void loaded.then(() => frame.contentWindow?.postMessage(told, window.location.origin));
  document.body.append(frame);
  post({ tagUrl, measurementId });
  let [pathname, page]: [string, Page | null] = ['', null];
  const tell = (measured: Measured) => {
    if (measured.what !== 'page') {
      if (measured.what !== 'purchase' || isFirst(measured.order)) post(hitOf(measured));
    } else if (window.location.pathname !== pathname) {
      page = pageOf(window.location, document.referrer, page);
      pathname = window.location.pathname;
      post({ page });
    }
  };
  const stop = () => {
    // On its way out the tag would send and keep once more.
    Object.assign(frame.contentWindow ?? {}, { [`ga-disable-${measurementId}`]: true });
    frame.remove();
    forgetCookies();
  };
  tell({ what: 'page' });
  return { tell, stop };
}

const DAY_S = 86_400;
const COUNTED = 'counted-';

/** Once per order: cookies outlive the sign-out, which empties the storage. An order of another day was counted or never will be. */
function isFirst({ id, paidAt }: Bought): boolean {
  const isRecent = Date.now() - Date.parse(paidAt ?? '') < DAY_S * 1000;
  if (!isRecent || document.cookie.includes(COUNTED + id)) return false;
  write(`${COUNTED + id}=1; max-age=${DAY_S}`);
  return true;
}

/** Whichever way they were set. */
export function forgetCookies(): void {
  for (const [name = ''] of document.cookie.split('; ').map((pair) => pair.split('=')))
    if (name.startsWith('_ga') || name.startsWith(COUNTED))
      for (const domain of ['', `; domain=${window.location.hostname}`])
        write(`${name}=; max-age=0${domain}`);
}

function write(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is not in every browser, and answers late
  document.cookie = `${cookie}; path=/; samesite=lax`;
}
