/**
 * Does what a page can tell of Google's tag: it takes the commands of `dataLayer`, waiting ones first, keeps `_ga` and `_ga_ID`, posts a
 * hit for each event with GA4's names of parameters, and one more when the page is left. `ga-disable-ID` keeps it from all of that.
 */
(() => {
  const script = new URL(document.currentScript.src);
  const id = script.searchParams.get('id');
  const settings = {};
  const denied = new Set();
  let hits = 0;

  const isOff = () => window[`ga-disable-${id}`] === true || denied.has('analytics_storage');
  const cookie = (name) =>
    document.cookie
      .split('; ')
      .find((pair) => pair.startsWith(`${name}=`))
      ?.slice(name.length + 1);

  function keep(name, value) {
    const seconds = settings.cookie_expires ?? 63_072_000;
    // biome-ignore lint/suspicious/noDocumentCookie: as Google's does
    document.cookie = `${name}=${value}; path=/; max-age=${seconds}; ${settings.cookie_flags ?? ''}`;
  }

  function client() {
    const now = Math.floor(Date.now() / 1000);
    const known = cookie('_ga') ?? `GA1.1.${Math.floor(Math.random() * 2 ** 31)}.${now}`;
    keep('_ga', known);
    keep(`_ga_${id.slice(2)}`, `GS2.1.s${now}$o1$g${hits}$t${now}`);
    return known.split('.').slice(2).join('.');
  }

  const NAMES = { page_location: 'dl', page_referrer: 'dr', page_title: 'dt', currency: 'cu' };

  function hit(name, given) {
    if (isOff()) return;
    const values = {
      page_location: document.location.href,
      page_referrer: document.referrer,
      page_title: document.title,
      ...settings,
      ...given,
    };
    hits += 1;
    const query = new URLSearchParams({ v: '2', tid: id, cid: client(), en: name, _s: String(hits) });
    for (const [key, value] of Object.entries(values)) {
      if (NAMES[key]) query.set(NAMES[key], value);
      else if (!(key in given)) continue;
      else if (key === 'items')
        value.forEach((item, at) => {
          query.set(
            `pr${at + 1}`,
            `id${item.item_id}~nm${item.item_name}~pr${item.price}~qt${item.quantity}`,
          );
        });
      else query.set(`${typeof value === 'number' ? 'epn' : 'ep'}.${key}`, value);
    }
    navigator.sendBeacon(`${script.origin}/g/collect?${query}`);
  }

  const COMMANDS = {
    js() {},
    consent(_, states) {
      for (const [kind, state] of Object.entries(states))
        if (state === 'denied') denied.add(kind);
        else denied.delete(kind);
    },
    set(values) {
      Object.assign(settings, values);
    },
    config(target, values = {}) {
      Object.assign(settings, values);
      if (target === id && values.send_page_view !== false) hit('page_view', {});
    },
    event(name, values = {}) {
      hit(name, values);
    },
  };

  function take(command) {
    // Like Google's: an array is no command.
    if (Object.prototype.toString.call(command) !== '[object Arguments]') return;
    const [name, ...rest] = command;
    COMMANDS[name]?.(...rest);
  }

  const layer = window.dataLayer;
  for (const command of layer) take(command);
  layer.push = (...commands) => {
    for (const command of commands) take(command);
    return Array.prototype.push.apply(layer, commands);
  };
  addEventListener('pagehide', () => hit('user_engagement', {}));
})();
