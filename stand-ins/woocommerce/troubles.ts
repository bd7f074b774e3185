import { setTimeout as wait } from 'node:timers/promises';
import { refuseKey } from './keys.ts';
import { HTML, JSON_TYPE, type Reply } from './replies.ts';
import type { Shop } from './shop.ts';

/** A whole answer that is cut off in the middle. */
const CUT = '{"id":5000,"name":"Gea';
/** What PHP prints before an answer where its warnings are shown. */
const NOISE =
  '<br />\n<b>Warning</b>:  Undefined array key "src" in <b>/home/shop/public_html/wp-content/plugins/galerie/galerie.php</b> on line <b>[42]</b><br />\n';
const BAD_GATEWAY: Reply = { status: 502, headers: HTML, body: '<html><h1>502 Bad Gateway</h1></html>' };
const TOO_MANY: Reply = {
  status: 429,
  headers: { ...HTML, 'retry-after': '7' },
  body: '<h1>Too Many Requests</h1>',
};

const MOVED: Reply = {
  status: 301,
  headers: { ...HTML, location: 'https://www.magazin.example/wp-json/' },
  body: '',
};
/** Answers that stand for every call alike. Words of pages and plugins are presupuse. */
const ALWAYS: Readonly<Record<string, Reply>> = {
  '429': TOO_MANY,
  '429-without-time': { ...TOO_MANY, headers: HTML },
  '502-html': BAD_GATEWAY,
  '503-maintenance': {
    status: 503,
    headers: { ...HTML, 'retry-after': '600' },
    body: '<h1>Briefly unavailable for scheduled maintenance. Check back in a minute.</h1>',
  },
  '500-critical': {
    status: 500,
    body: {
      code: 'internal_server_error',
      message: '<p>There has been a critical error on this website.</p>',
      data: { status: 500 },
    },
  },
  firewall: {
    status: 403,
    headers: HTML,
    body: '<html><h1>Your access to this site has been limited by the site owner</h1></html>',
  },
  plugin: {
    status: 401,
    body: {
      code: 'rest_cannot_access',
      message: 'DRA: Only authenticated users can access the REST API.',
      data: { status: 401 },
    },
  },
  'no-route': {
    status: 404,
    body: {
      code: 'rest_no_route',
      message: 'No route was found matching the URL and request method.',
      data: { status: 404 },
    },
  },
  redirect: MOVED,
  cut: { status: 200, headers: JSON_TYPE, body: CUT },
};

/** Answers with what is to go wrong; null: the connection is reset. */
export async function answerWithTroubles(
  shop: Shop,
  isChange: boolean,
  act: () => Promise<Reply>,
): Promise<Reply | null> {
  const { api, put, putAfter, slowSeconds } = shop.faults;
  const always = ALWAYS[api];
  if (always !== undefined) return always;
  if (api === 'redirect-once') {
    shop.faults = { ...shop.faults, api: 'none' };
    return MOVED;
  }
  const isHit = isChange && shop.changes >= putAfter;
  if (isChange) shop.changes += 1;
  const trouble = isHit ? put : 'none';
  if (trouble.endsWith('-once')) {
    shop.faults = { ...shop.faults, put: 'none' };
    if (trouble === '401-once') throw refuseKey('The API key provided does not have write permissions.');
    return trouble === '429-once' ? TOO_MANY : BAD_GATEWAY;
  }
  if (trouble === 'late') {
    wait(slowSeconds * 1000)
      .then(act)
      .catch(() => {});
    return BAD_GATEWAY;
  }
  const reply = await act();
  if (reply.status === 200 && trouble === 'slow-done') await wait(slowSeconds * 1000);
  if (reply.status === 200 && trouble === 'done-then-502') return BAD_GATEWAY;
  if (reply.status === 200 && trouble === 'done-then-reset') return null;
  if (api === 'noise') return { ...reply, headers: HTML, body: NOISE + JSON.stringify(reply.body) };
  return reply;
}
