import type { Measurement } from '#web/shared/consent/measuring.ts';

/**
 * The script of a document of its own, hidden in the page after a yes. Its policy lets Google's tag in, the page's own never does; the
 * tag sees no address, title or click of the page, only what the page tells here.
 */
const YEAR_S = 365 * 86_400;
const LAX = { cookie_flags: 'SameSite=Lax' };
const layer: IArguments[] = [];
Object.assign(window, { dataLayer: layer });

function gtag(..._command: unknown[]): void {
  // biome-ignore lint/complexity/noArguments: the tag knows a command by its being `arguments`
  layer.push(arguments);
}

function loadTag(url: string, id: string): void {
  const no = 'denied';
  const isHttps = location.protocol === 'https:';
  // The yes was to statistics.
  gtag('consent', 'default', {
    analytics_storage: 'granted',
    ad_storage: no,
    ad_user_data: no,
    ad_personalization: no,
  });
  gtag('js', new Date());
  gtag('config', id, {
    send_page_view: false,
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
    cookie_domain: 'none',
    cookie_expires: YEAR_S,
    ...(isHttps ? { cookie_prefix: '__Secure-', cookie_flags: 'SameSite=Lax;Secure' } : LAX),
  });
  const script = document.createElement('script');
  script.async = true;
  script.src = `${url}?id=${id}`;
  document.head.append(script);
}

addEventListener('message', ({ origin, source, data }: MessageEvent<Measurement>) => {
  if (origin !== location.origin || source !== window.parent) return;
  if ('tagUrl' in data) loadTag(data.tagUrl, data.measurementId);
  else if ('page' in data) {
    // Events after it, the tag's own too, are of that page.
    gtag('set', data.page);
    gtag('event', 'page_view');
  } else gtag('event', data.name, data.params);
});
