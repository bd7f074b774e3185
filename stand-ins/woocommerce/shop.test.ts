import { deepEqual, equal, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import sharp from 'sharp';
import { type Faults, faultsSchema } from './faults.ts';
import { startShop } from './server.ts';

const SECRET = 'cs_1';
const [JACKET, BOOTS, SHIRT, SHIRT_M, OF_VENDOR] = [5000, 5001, 5002, 5003, 5008];

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at as a client sees them.
type Json = any;

describe('the stand-in for a shop with WooCommerce', () => {
  let shop: { url: string; close: () => void };
  let source: Server;
  let from = '';

  before(async () => {
    const role = 'manager' as const;
    shop = await startShop({
      port: 0,
      faults: faultsSchema.parse({}),
      keys: [
        { key: 'ck_1', secret: SECRET, permissions: 'read_write', role },
        { key: 'ck_read', secret: SECRET, permissions: 'read', role },
        { key: 'ck_vendor', secret: SECRET, permissions: 'read_write', role: 'vendor' },
      ],
    });
    const drawn = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#446688' } })
      .jpeg()
      .toBuffer();
    source = createServer((request, response) => {
      const { url = '' } = request;
      if (/^\/\w+\.jpg$/u.test(url) || url === '/picture') response.writeHead(200).end(drawn);
      else if (url === '/text/a.jpg') response.writeHead(200).end('no picture');
      else response.writeHead(404).end();
    });
    await once(source.listen(0, '127.0.0.1'), 'listening');
    from = `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
  });
  after(() => {
    shop.close();
    source.close();
  });
  beforeEach(() => setFaults({}));

  const sim = async (path: string, body?: object, method = 'POST'): Promise<Json> => {
    const headers = { 'content-type': 'application/json' };
    const asked = body && { method, headers, body: JSON.stringify(body) };
    return (await fetch(`${shop.url}/__sim${path}`, asked)).json();
  };
  const setFaults = (faults: Partial<Faults>) => sim('/faults', faults, 'PUT');
  const call = async (path: string, change?: object, { key = 'ck_1', secret = SECRET } = {}) => {
    const answer = await fetch(shop.url + path, {
      redirect: 'manual',
      headers: {
        authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      ...(change !== undefined && { method: 'PUT', body: JSON.stringify(change) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      get body(): Json {
        return JSON.parse(text);
      },
    };
  };
  const products = (rest: string) => `/wp-json/wc/v3/products${rest}`;
  const put = (id: number, images: object[]) => call(products(`/${id}`), { images });
  const countMedia = async () => (await sim('')).media.length;

  it('lists products by pages, by words and by code', async () => {
    const first = await call(products('?per_page=100'));
    equal(first.body.length, 100);
    equal(first.headers.get('x-wp-totalpages'), '3');
    equal((await call(products('?per_page=100&offset=200'))).body.length, 40);
    deepEqual(
      (await call(products('?search=bocanci'))).body.map(({ id }: Json) => id),
      [BOOTS],
    );
    deepEqual(
      (await call(products('?sku=TRICOU-M'))).body.map(({ id }: Json) => id),
      [SHIRT_M],
    );
    deepEqual((await call(products('?sku=A,1'))).body.length, 1);
    deepEqual(Object.keys((await call(products(`/${SHIRT}?_fields=id,name`))).body), ['id', 'name']);
    equal((await call(products('?per_page=101'))).body.code, 'rest_invalid_param');
  });

  it('takes keys in the header or in the query, and none that is not right', async () => {
    const list = products('?per_page=1');
    equal((await call(list, undefined, { secret: 'x' })).body.code, 'woocommerce_rest_authentication_error');
    equal((await call(list, undefined, { key: 'x' })).body.code, 'woocommerce_rest_cannot_view');
    await setFaults({ header: 'stripped' });
    equal((await call(list)).status, 401);
    const query = `&consumer_key=ck_1&consumer_secret=${SECRET}`;
    equal((await call(list + query)).status, 200);
    await setFaults({ scheme: 'http' });
    equal((await call(list + query)).body.code, 'woocommerce_rest_cannot_view');
    ok(!JSON.stringify((await sim('')).calls).includes(SECRET));
  });

  it('lets a key do what it was made for, and its owner what they may', async () => {
    const change = { images: [] };
    const read = await call(products(`/${OF_VENDOR}`), change, { key: 'ck_read' });
    deepEqual([read.status, read.body.code], [401, 'woocommerce_rest_authentication_error']);
    const strange = await call(products(`/${JACKET}`), change, { key: 'ck_vendor' });
    deepEqual([strange.status, strange.body.code], [403, 'woocommerce_rest_cannot_edit']);
    equal((await call(products(`/${OF_VENDOR}`), change, { key: 'ck_vendor' })).status, 200);
    equal((await call(products('/1'))).status, 404);
    equal((await call(products('/1'), change)).status, 400);
    equal((await call(products(`/${SHIRT_M}`), change)).body.code, 'woocommerce_rest_invalid_product_id');
  });

  it('answers at /wp-json with permalinks alone, and in the query always', async () => {
    await setFaults({ permalinks: 'plain' });
    const gone = await call(products(''));
    equal(gone.status, 404);
    ok(gone.text.startsWith('<!doctype html>'));
    equal((await call('/?rest_route=/wc/v3/products&per_page=1')).body.length, 1);
  });

  it('replaces all pictures and nothing else, and fetches an address each time that it is given', async () => {
    const { images: former, ...texts } = (await call(products(`/${JACKET}`))).body;
    const [kept] = former;
    const before = await countMedia();
    const once_ = (await put(JACKET, [{ src: `${from}/a.jpg` }, { id: kept.id }])).body.images;
    deepEqual([once_.length, once_[1].id, once_[0].name], [2, kept.id, 'a.jpg']);
    const again = (await put(JACKET, [{ src: `${from}/a.jpg` }])).body.images;
    ok(again[0].src.endsWith('/a-1.jpg'));
    equal((await countMedia()) - before, 2);
    equal((await fetch(again[0].src)).headers.get('content-type'), 'image/jpeg');
    const {
      images: _,
      date_modified,
      date_modified_gmt,
      ...rest
    } = (await call(products(`/${JACKET}`))).body;
    ok(date_modified === date_modified_gmt);
    const { date_modified: __, date_modified_gmt: ___, ...unchanged } = texts;
    deepEqual(rest, unchanged);
  });

  it('stores nothing of a change with a bad picture, but keeps what it fetched before', async () => {
    const before = (await call(products(`/${SHIRT}`))).body.images;
    for (const [bad, code] of [
      [{ src: `${from}/missing/gone.jpg` }, 'woocommerce_product_image_upload_error'],
      [{ src: `${from}/text/a.jpg` }, 'woocommerce_product_image_upload_error'],
      [{ src: `${from}/picture` }, 'woocommerce_product_image_upload_error'],
      [{ id: 1 }, 'woocommerce_product_invalid_image_id'],
    ] as const) {
      const media = await countMedia();
      const refused = await put(SHIRT, [{ src: `${from}/b.jpg` }, bad]);
      deepEqual([refused.status, refused.body.code], [400, code]);
      equal((await countMedia()) - media, 1);
    }
    await setFaults({ leftovers: 'removed' });
    const media = await countMedia();
    await put(SHIRT, [{ src: `${from}/b.jpg` }, { id: 1 }]);
    equal(await countMedia(), media);
    deepEqual((await call(products(`/${SHIRT}`))).body.images, before);
  });

  it('goes wrong as it is told, from the change on that it is told', async () => {
    for (const [api, status] of [
      ['429', 429],
      ['502-html', 502],
      ['503-maintenance', 503],
      ['500-critical', 500],
      ['firewall', 403],
      ['plugin', 401],
      ['no-route', 404],
      ['redirect', 301],
    ] as const) {
      await setFaults({ api });
      equal((await call(products(''))).status, status);
    }
    await setFaults({ api: 'noise' });
    ok((await call(products(`/${JACKET}`))).text.startsWith('<br />'));
    await setFaults({ put: 'done-then-502', putAfter: 1 });
    equal((await put(BOOTS, [{ src: `${from}/c.jpg` }])).status, 200);
    equal((await put(BOOTS, [])).status, 502);
    equal((await call(products(`/${BOOTS}`))).body.images.length, 0);
    await setFaults({ pictures: 'skipped' });
    equal(
      (await put(BOOTS, [{ src: `${from}/missing/gone.jpg` }, { src: `${from}/d.jpg` }])).body.images.length,
      1,
    );
    await setFaults({ pictures: 'unwritable' });
    equal((await put(BOOTS, [{ src: `${from}/d.jpg` }])).status, 400);
  });
});
