import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import sharp from 'sharp';
import { type Faults, faultsSchema } from './faults.ts';
import { startPortal } from './server.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field
type Json = any;

const CLIENT = { client_id: 'fotolot', client_secret: 'secret' };
const BACK = 'https://fotolot.example/olx';
const [ANA, SHOP] = [101, 202];
/** Adverts of Ana: an ordinary one, one with attributes of a car, one with a short title. */
const [PLAIN, CAR, SHORT] = [7_000_001, 7_000_002, 7_000_231];

describe('the stand-in of OLX', () => {
  let portal: Awaited<ReturnType<typeof startPortal>>;
  let shop: Server;
  let pictures = '';
  const asked: string[] = [];

  before(async () => {
    portal = await startPortal({
      port: 0,
      application: { clientId: 'fotolot', clientSecret: 'secret', redirectUris: [BACK], loopbackPath: '' },
      faults: faultsSchema.parse({}),
    });
    const draw = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#335577' } })
        .jpeg()
        .toBuffer();
    const files: Record<string, Buffer> = {
      '/large.jpg': await draw(1600, 1200),
      '/second.jpg': await draw(900, 1200),
      '/small.jpg': await draw(200, 200),
      '/text.jpg': Buffer.from('Vând Dacia Logan'),
    };
    shop = createServer(({ method, url = '' }, response) => {
      asked.push(`${method} ${url}`);
      if (url === '/moved.jpg') return void response.writeHead(302, { location: '/large.jpg' }).end();
      response.writeHead(files[url] ? 200 : 404, { 'content-type': 'image/jpeg' }).end(files[url]);
    });
    shop.listen(0, '127.0.0.1');
    await once(shop, 'listening');
    pictures = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  });
  after(() => {
    portal.close();
    shop.close();
  });
  beforeEach(() => setFaults({}));

  const sim = async (path: string, body?: object, method = 'POST'): Promise<Json> => {
    const request = body && {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    return (await fetch(`${portal.url}/__sim${path}`, request)).json();
  };
  const setFaults = (faults: Partial<Faults>) => sim('/faults', faults, 'PUT');
  const exchange = async (facts: Record<string, string>): Promise<{ status: number; body: Json }> => {
    const answer = await fetch(`${portal.url}/api/open/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ ...CLIENT, ...facts }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const consent = async (seller: number | null, changes: Record<string, string> = {}) => {
    const asking = {
      client_id: 'fotolot',
      response_type: 'code',
      state: 's 1',
      scope: 'v2 read write',
      redirect_uri: BACK,
    };
    const answer = await fetch(`${portal.url}/oauth/authorize/`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ ...asking, ...changes, seller: String(seller ?? '') }),
    });
    const location = answer.headers.get('location');
    return { status: answer.status, back: location === null ? null : new URL(location).searchParams };
  };
  const connect = async (seller = ANA): Promise<Json> => {
    const { back } = await consent(seller);
    const code = back?.get('code') ?? '';
    return (
      await exchange({ grant_type: 'authorization_code', code, redirect_uri: BACK, scope: 'v2 read write' })
    ).body;
  };
  const call = async (token: string, path: string, change?: object | string) => {
    const answer = await fetch(`${portal.url}/api/partner${path}`, {
      headers: {
        authorization: `Bearer ${token}`,
        version: '2.0',
        ...(change !== undefined && { 'content-type': 'application/json' }),
      },
      ...(change !== undefined && {
        method: 'PUT',
        body: typeof change === 'string' ? change : JSON.stringify(change),
      }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      text,
      get body(): Json {
        return JSON.parse(text);
      },
    };
  };
  /** Returns the advert as a change wants it. */
  const read = async (token: string, id: number) => {
    const { data } = (await call(token, `/adverts/${id}`)).body;
    const { title, description, category_id, advertiser_type, contact, location, price, attributes } = data;
    const { city_id, latitude, longitude } = location;
    const known = Object.entries(price).filter(([, value]) => value !== null);
    return {
      title,
      description,
      category_id,
      advertiser_type,
      contact,
      location: { city_id, latitude, longitude },
      price: Object.fromEntries(known),
      attributes: attributes.map(
        ({ code, value, values }: { code: string; value: unknown; values: unknown }) =>
          values === null ? { code, value: String(value) } : { code, values },
      ),
    };
  };

  it('shows an advert to its readers with its pictures, and says what it is not', async () => {
    const path = `/d/oferta/ID${PLAIN.toString(36)}.html`;
    const page = await (await fetch(portal.url + path)).text();
    match(page, /MOD TEST: nu este OLX/);
    equal(page.match(/<img /g)?.length, 3);
    equal((await fetch(`${portal.url}/d/oferta/IDnimic.html`)).status, 404);
  });

  it('lets an application in by a code that works once, for the address that it was given to', async () => {
    const { status, back } = await consent(ANA);
    equal(status, 302);
    equal(back?.get('state'), 's 1');
    const code = back?.get('code') ?? '';
    const wrong = await exchange({ grant_type: 'authorization_code', code, redirect_uri: `${BACK}/` });
    deepEqual([wrong.status, wrong.body.error], [400, 'invalid_grant']);
    const again = await exchange({ grant_type: 'authorization_code', code, redirect_uri: BACK });
    equal(again.body.error, 'invalid_grant', 'a code is used up by a wrong try');
    equal((await consent(null)).back?.get('error'), 'access_denied');
    equal((await consent(ANA, { redirect_uri: `${BACK}/` })).status, 400);
    equal((await consent(ANA, { client_id: 'other' })).status, 400);
  });

  it('renews access by a token that dies with its use, and takes it back when the seller does', async () => {
    const first = await connect();
    deepEqual([first.expires_in, first.token_type, first.scope], [86_400, 'bearer', 'v2 read write']);
    const renew = (token: string) => exchange({ grant_type: 'refresh_token', refresh_token: token });
    const both = await Promise.all([renew(first.refresh_token), renew(first.refresh_token)]);
    deepEqual(both.map(({ status }) => status).sort(), [200, 400]);
    const next = both.find(({ status }) => status === 200)?.body;
    notEqual(next.refresh_token, first.refresh_token);
    equal((await call(next.access_token, '/adverts')).status, 200);
    await sim('/clock', { seconds: 86_401 });
    const late = await call(next.access_token, '/adverts');
    deepEqual([late.status, late.body.error], [401, 'invalid_token']);
    const third = (await renew(next.refresh_token)).body;
    await sim('/withdraw', { sellerId: ANA });
    equal((await renew(third.refresh_token)).body.error_description, 'Invalid refresh token');
  });

  it('pages through a seller’s own adverts and hides those of others', async () => {
    const { access_token: token } = await connect(SHOP);
    const ids: number[] = [];
    for (let offset = 0; ; offset += 20) {
      const { data } = (await call(token, `/adverts?offset=${offset}&limit=20`)).body;
      ids.push(...data.map(({ id }: { id: number }) => id));
      if (data.length < 20) break;
    }
    ok(ids.length > 40);
    equal(new Set(ids).size, ids.length);
    equal((await call(token, `/adverts/${PLAIN}`)).status, 404);
    const foreign = await call(token, `/adverts/${PLAIN}`, await read((await connect()).access_token, PLAIN));
    equal(foreign.body.error.validation[0].field, 'ad');
  });

  it('changes the pictures of an advert to copies of its own that it fetched in order', async () => {
    const { access_token: token } = await connect();
    const body = await read(token, PLAIN);
    asked.length = 0;
    const images = ['/large.jpg', '/second.jpg'].map((path) => ({ url: `${pictures}${path}` }));
    const { status, body: answer } = await call(token, `/adverts/${PLAIN}`, { ...body, images });
    equal(status, 200);
    deepEqual(asked, ['GET /large.jpg', 'GET /second.jpg']);
    equal(answer.data.images.length, 2);
    const sizes = await Promise.all(
      answer.data.images.map(async ({ url }: { url: string }) => {
        ok(url.startsWith(`${portal.url}/files/`));
        const { width, height } = await sharp(Buffer.from(await (await fetch(url)).arrayBuffer())).metadata();
        return [width, height];
      }),
    );
    deepEqual(sizes, [
      [933, 700],
      [525, 700],
    ]);
  });

  it('resets what a change leaves out, but for the renewal by itself', async () => {
    const { access_token: token } = await connect();
    const { price: _, ...body } = await read(token, CAR + 1);
    const before = await sim(`/adverts/${CAR + 1}`);
    const { data } = (await call(token, `/adverts/${CAR + 1}`, body)).body;
    deepEqual([before.price === null, data.price, data.images], [false, null, []]);
    equal(data.auto_extend_enabled, before.auto_extend_enabled);
  });

  it('refuses a change as the portal does, and changes nothing', async () => {
    const { access_token: token } = await connect();
    const body = await read(token, CAR);
    const before = await sim(`/adverts/${CAR}`);
    const refusedWith = async (change: object | string, id = CAR) => {
      const { status, body: answer } = await call(token, `/adverts/${id}`, change);
      equal(status, 400);
      return answer.error.validation?.[0].field ?? answer.error.detail;
    };
    const images = (...paths: string[]) => paths.map((path) => ({ url: `${pictures}${path}` }));
    match(await refusedWith({ ...body, status: 'active' }), /^compound forms expect/);
    match(await refusedWith({ ...body, ad_id: 1 }), /^Error while decoding JSON/);
    match(await refusedWith('{'), /^Error while decoding JSON/);
    equal(await refusedWith({ ...body, title: undefined }), 'title');
    equal(
      await refusedWith({ ...body, attributes: [{ code: 'year', value: '2015', values: null }] }),
      'attributes.0',
    );
    equal(await refusedWith({ ...body, description: `${body.description} 0722 123 456` }), 'description');
    equal(await refusedWith(await read(token, SHORT), SHORT), 'title');
    match(
      await refusedWith({ ...body, images: images(...Array(11).fill('/large.jpg')) }),
      /Image limit exceeded$/,
    );
    for (const path of ['/none.jpg', '/moved.jpg'])
      match(await refusedWith({ ...body, images: images('/large.jpg', path) }), /Remote file not exists$/);
    match(await refusedWith({ ...body, images: images('/text.jpg') }), /^Image error: /);
    match(await refusedWith({ ...body, images: images('/small.jpg') }), /^Image error: /);
    deepEqual(await sim(`/adverts/${CAR}`), before);
  });

  it('wants its version, no JSON on reading, and a seller behind the token', async () => {
    const { access_token: token } = await connect();
    const ask = (headers: Record<string, string>) =>
      fetch(`${portal.url}/api/partner/adverts`, {
        headers: { authorization: `Bearer ${token}`, ...headers },
      });
    equal((await ask({})).status, 400);
    equal((await ask({ version: '2.0', 'content-type': 'application/json' })).status, 400);
    equal((await ask({ version: '2.0' })).status, 200);
    const own = (await exchange({ grant_type: 'client_credentials' })).body.access_token;
    equal((await call(own, '/categories/84')).body.data.photos_limit, 10);
    equal((await call(own, '/adverts')).body.error.detail, 'Invalid owner in token');
    equal((await call(token, '/nothing')).body.error.message, 'Unsupported API version');
  });

  it('fails as portals fail, having made the change or not', async () => {
    const { access_token: token } = await connect();
    const id = PLAIN + 5;
    const body = await read(token, id);
    const images = [{ url: `${pictures}/large.jpg` }];
    const count = async () => (await sim(`/adverts/${id}`)).images.length;
    const statusWith = async (faults: Partial<Faults>) => {
      await setFaults(faults);
      return (await call(token, `/adverts/${id}`, { ...body, images })).status;
    };
    equal(await statusWith({ api: '429' }), 429);
    equal(await statusWith({ api: '403-cloudfront' }), 403);
    equal(await statusWith({ put: '502-once' }), 502);
    equal(await statusWith({ api: '401-once' }), 401);
    equal(await count(), 3);
    equal(await statusWith({ put: 'done-then-502' }), 502);
    equal(await count(), 1);
    await setFaults({ pictures: 'drop-one' });
    equal((await call(token, `/adverts/${id}`, { ...body, images })).body.data.images.length, 0);
    await setFaults({ after: 'new-then-moderated', moderationSeconds: 30 });
    equal((await call(token, `/adverts/${id}`, { ...body, images })).body.data.status, 'new');
    await sim('/clock', { seconds: 31 });
    equal((await call(token, `/adverts/${id}`)).body.data.status, 'moderated');
    ok((await call(token, `/adverts/${id}/moderation-reason`)).body.data.reason);
    await setFaults({ put: 'done-then-reset' });
    const lost = await call(token, `/adverts/${id}`, { ...body, images }).catch(() => 'lost');
    equal(lost, 'lost');
  });
});
