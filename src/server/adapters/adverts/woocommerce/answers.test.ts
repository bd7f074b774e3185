import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { SiteFailure } from '#domain/adverts/site-failure.ts';
import type { KeySite, SiteAdvert } from '#server/adapters/adverts/port.ts';
import { failsAs } from '#testing/accounts/site-failures.ts';
import { unusedPort } from '#testing/unused-port.ts';
import { writeAccess } from './access.ts';
import { createWooCommerce, type WooCommerceOptions } from './woocommerce.ts';

const SECRET = 'cs_secret';
const TOKEN = writeAccess({
  address: 'https://magazin.example',
  key: 'ck_1',
  secret: SECRET,
  rest: 'path',
  keys: 'header',
});

const createSite = (given: Partial<WooCommerceOptions>) =>
  createWooCommerce({
    mode: 'stand-in',
    standIn: null,
    now: () => new Date(),
    pace: async () => {},
    pause: async () => {},
    ...given,
  });

const PRODUCT = { id: 5001, name: 'Bocanci', permalink: '', status: 'publish', images: [] };

describe('a shop that answers what none should', () => {
  let strange: Server;
  let answer: { status: number; body: string };
  let odd: KeySite;
  let boots: SiteAdvert;
  before(async () => {
    strange = createServer((request, response) => {
      request.resume();
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
    await once(strange.listen(0, '127.0.0.1'), 'listening');
    const { port } = strange.address() as AddressInfo;
    odd = createSite({ standIn: async () => `http://127.0.0.1:${port}` });
    says({});
    boots = await reads();
  });
  after(() => strange.close());

  const says = (facts: object, status = 200) => {
    answer = { status, body: JSON.stringify({ ...PRODUCT, ...facts }) };
  };
  const reads = () => odd.readAdvert(TOKEN, '5001');
  const changes = () => odd.replacePictures(TOKEN, boots, { addresses: ['https://fotolot.example/p/a.jpg'] });

  it('has ten products of variations read at a search, and is said to have more', async () => {
    const variation = (id: number) => ({ ...PRODUCT, id, type: 'variation', parent_id: 1000 + id });
    const paths: string[] = [];
    const listing = createServer((request, response) => {
      const [path = ''] = (request.url ?? '').split('?');
      paths.push(path);
      const id = Number(path.split('/').at(-1));
      const list = Array.from({ length: 40 }, (_, n) => variation(n + 1));
      response.writeHead(200).end(JSON.stringify(Number.isNaN(id) ? list : { ...PRODUCT, id }));
    });
    await once(listing.listen(0, '127.0.0.1'), 'listening');
    const { port } = listing.address() as AddressInfo;
    const shop = createSite({ standIn: async () => `http://127.0.0.1:${port}` });
    const { adverts, isLast } = await shop.findAdverts(TOKEN, 'tricou');
    listing.close();
    deepEqual([adverts.length, isLast, paths.length], [10, false, 12]);
  });

  it('is not understood where it cannot be stored, and never taken for a change that was made', async () => {
    for (const name of ['a\0b', '\ud800', 'x\udc00']) {
      says({ name });
      await failsAs(reads(), 'away');
      await failsAs(changes(), 'unknown');
    }
    answer = { status: 200, body: `${'['.repeat(100_000)}${']'.repeat(100_000)}` };
    await failsAs(reads(), 'away');
    for (const facts of [{ images: undefined }, { images: [{ id: 'x' }] }, { id: 9 }]) {
      says(facts);
      await failsAs(changes(), 'unknown');
    }
    for (const status of [201, 204, 304, 404, 413, 499, 508]) {
      answer = { status, body: status === 204 || status === 304 ? '' : '<html>ceva</html>' };
      await failsAs(changes(), 'unknown', String(status));
      await failsAs(reads(), 'away', String(status));
    }
  });

  it('is away where it is not reached, and asked nothing where too many wait', async () => {
    const port = await unusedPort();
    const gone = createSite({ standIn: async () => `http://127.0.0.1:${port}` });
    await failsAs(
      gone.replacePictures(TOKEN, boots, { addresses: ['https://fotolot.example/p/a.jpg'] }),
      'away',
    );
    const failed = createSite({ standIn: () => Promise.reject(new Error('no stand-in')) });
    await failsAs(failed.readAdvert(TOKEN, '5001'), 'away');
    const full = createSite({ pace: () => Promise.reject(new Error('full')) });
    await failsAs(full.readAdvert(TOKEN, '5001'), 'busy');
  });

  it('shows its titles as they are read, and leaves out of the list what cannot be read', async () => {
    says({ name: 'Ac &amp; ață &#8211; 5&#039; &#55296;&lt;nou&gt;' });
    equal((await reads()).title, "Ac & ață – 5' \ufffd<nou>");
    says({ permalink: 'javascript:alert(1)', images: [{ id: 0, src: 'placeholder.png' }] });
    deepEqual([(await reads()).url, (await reads()).pictures], ['', []]);
    answer = { status: 200, body: `[${answer.body},{"id":7},null]` };
    equal((await odd.listAdverts(TOKEN, 0)).adverts.length, 1);
    answer = { status: 200, body: '{}' };
    await failsAs(odd.listAdverts(TOKEN, 0), 'unexpected');
  });

  it('puts neither keys nor addresses of pictures into what is shown or logged', async () => {
    const message = `Nu: ck_1:${SECRET} la https://fotolot.example/p/a.jpg ${'😀'.repeat(200)}`;
    for (const [code, status, kind] of [
      ['altceva', 400, 'unexpected'],
      ['rest_invalid_param', 400, 'refused'],
      ['woocommerce_rest_authentication_error', 401, 'reconnect'],
    ] as const) {
      answer = { status, body: JSON.stringify({ code, message, data: { params: { images: message } } }) };
      await rejects(reads(), (error: SiteFailure) => {
        equal(error.kind, kind);
        const shown = JSON.stringify([error.message, error.facts]);
        ok(!/ck_1|secret|fotolot\.example/u.test(shown), shown);
        ok(error.message.isWellFormed());
        return true;
      });
    }
  });
});

it('pictures of a shop are asked for over https and from names of the internet alone', async () => {
  const live = createSite({ mode: 'live' });
  for (const address of [
    'http://magazin.example/a.jpg',
    'https://magazin.example:8443/a.jpg',
    'https://user:parola@magazin.example/a.jpg',
    'https://127.0.0.1/a.jpg',
    'https://[::1]/a.jpg',
    'https://localhost/a.jpg',
    'file:///etc/passwd',
    'nimic',
  ])
    await failsAs(live.readPicture(address), 'gone', address);
});
