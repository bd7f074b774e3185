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

const PARC = { id: 501, email: 'parc@autovit.example', password: 'parc-auto' };
const RULATE = { id: 502, email: 'rulate@autovit.example', password: 'rulate' };
/** Adverts of the first dealer: ordinary ones, and one with a short description. */
const [PLAIN, SECOND, SHORT] = [8_000_001, 8_000_002, 8_000_232];

describe('the stand-in of Autovit', () => {
  let portal: Awaited<ReturnType<typeof startPortal>>;
  let shop: Server;
  let pictures = '';
  const asked: string[] = [];

  before(async () => {
    portal = await startPortal({
      port: 0,
      client: {
        clientId: 'fotolot',
        clientSecret: 'secret',
        partner: { code: 'P1', secret: 'partner-secret' },
      },
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
      if (url === '/never.jpg') return;
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
    shop.closeAllConnections();
  });
  beforeEach(() => setFaults({}));

  const sim = async (path: string, body?: object, method = 'POST'): Promise<Json> => {
    const headers = { 'content-type': 'application/json' };
    const request = body && { method, headers, body: JSON.stringify(body) };
    return (await fetch(`${portal.url}/__sim${path}`, request)).json();
  };
  const setFaults = (faults: Partial<Faults>) => sim('/faults', faults, 'PUT');
  const exchange = async (facts: Record<string, string>, headers: Record<string, string> = {}) => {
    const form = { client_id: 'fotolot', client_secret: 'secret', ...facts };
    const answer = await fetch(`${portal.url}/api/open/oauth/token`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(form),
    });
    return { status: answer.status, body: (await answer.json()) as Json };
  };
  const connect = async ({ email, password } = PARC): Promise<string> =>
    (await exchange({ grant_type: 'password', username: email, password })).body.access_token;

  interface Call {
    readonly method?: string;
    readonly agent?: string;
    readonly body?: object | string;
    readonly bulk?: boolean;
  }
  const call = async (
    token: string,
    path: string,
    { method, agent = PARC.email, body, bulk = false }: Call = {},
  ) => {
    const answer = await fetch(`${portal.url}/api/open${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'PUT'),
      headers: {
        authorization: `Bearer ${token}`,
        'user-agent': agent,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(bulk && { 'x-bulk-error': 'per_item' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
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
  const collect = (token: string, paths: readonly string[], bulk = true) =>
    call(token, '/imageCollections', {
      method: 'POST',
      bulk,
      body: Object.fromEntries(paths.map((path, at) => [String(at + 1), `${pictures}${path}`])),
    });
  /** Returns the advert as a change wants it. */
  const read = async (token: string, id: number): Promise<Json> => {
    const { body: advert } = await call(token, `/account/adverts/${id}`);
    const { title, description, category_id, region_id, city_id, advertiser_type, params } = advert;
    const { person, phone_numbers: phones } = advert.contact;
    return {
      title,
      description,
      category_id,
      region_id,
      city_id,
      advertiser_type,
      params,
      contact: { person, phones },
    };
  };

  it('shows an advert to its readers with its pictures, and says what it is not', async () => {
    const page = await (await fetch(`${portal.url}/anunt/ID${PLAIN.toString(36)}.html`)).text();
    match(page, /MOD TEST: nu este Autovit/);
    equal(page.match(/<img /g)?.length, 3);
    equal((await fetch(`${portal.url}/anunt/IDnimic.html`)).status, 404);
    match(await (await fetch(portal.url)).text(), /presupus/);
  });

  it('gives twelve hours for a password, which no token prolongs', async () => {
    const { body } = await exchange({
      grant_type: 'password',
      username: PARC.email,
      password: PARC.password,
    });
    deepEqual([body.expires_in, body.token_type, body.scope], [43_200, 'bearer', 'read write']);
    const wrong = await exchange({ grant_type: 'password', username: PARC.email, password: 'x' });
    deepEqual([wrong.status, wrong.body.error], [400, 'invalid_grant']);
    ok(wrong.body.error_human_title);
    const renewed = await exchange({ grant_type: 'refresh_token', refresh_token: body.refresh_token });
    equal(renewed.body.error, 'unsupported_grant_type');
    equal((await call(body.access_token, '/account/adverts')).status, 200);
    await sim('/clock', { seconds: 43_201 });
    equal((await call(body.access_token, '/account/adverts')).body.error, 'invalid_token');
  });

  it('knows its client by header or form, and ends access when the password changes', async () => {
    const form = { grant_type: 'password', username: RULATE.email, password: RULATE.password };
    const basic = `Basic ${Buffer.from('fotolot:secret').toString('base64')}`;
    const given = await exchange({ ...form, client_id: '', client_secret: '' }, { authorization: basic });
    equal(given.status, 200);
    equal((await exchange({ ...form, client_secret: 'other' })).body.error, 'invalid_client');
    await setFaults({ client: 'suspended' });
    equal((await exchange(form)).status, 401);
    await setFaults({});
    await sim('/password', { dealerId: RULATE.id, password: 'alta' });
    const { access_token: token } = given.body;
    equal((await call(token, '/account/adverts', { agent: RULATE.email })).status, 401);
    equal((await exchange(form)).body.error, 'invalid_grant');
    await sim('/password', { dealerId: RULATE.id, password: RULATE.password });
  });

  it('takes calls that name their account, from addresses that it knows', async () => {
    const token = await connect();
    equal((await call(token, '/account/adverts', { agent: 'curl/8' })).status, 403);
    equal((await call(token, '/account/adverts', { agent: RULATE.email })).status, 403);
    equal((await call('nimic', '/account/adverts')).status, 401);
    await setFaults({ callers: 'listed' });
    equal((await call(token, '/account/adverts')).body.error.type, 'AccessDeniedException');
    await setFaults({ scope: 'read' });
    const narrow = await connect();
    equal((await collect(narrow, ['/large.jpg'])).body.error, 'insufficient_scope');
  });

  it('gives a partner addresses of its own, for the account that the call names', async () => {
    const grant = { grant_type: 'partner', partner_code: 'P1', partner_secret: 'partner-secret' };
    equal((await exchange({ ...grant, partner_secret: 'x' })).body.error, 'invalid_grant');
    const { access_token: token } = (await exchange(grant)).body;
    equal((await call(token, `/adverts/${PLAIN}`)).body.user_id, PARC.id);
    equal((await call(token, `/adverts/${PLAIN}`, { agent: RULATE.email })).status, 404);
    equal((await call(token, `/account/adverts/${PLAIN}`)).status, 403);
    equal((await call(await connect(), `/adverts/${PLAIN}`)).status, 403);
  });

  it('pages through a dealer’s own adverts and hides those of others', async () => {
    const token = await connect();
    const ids: number[] = [];
    for (let page = 1; ; page += 1) {
      const { body } = await call(token, `/account/adverts?page=${page}&limit=100`);
      ids.push(...body.results.map(({ id }: { id: number }) => id));
      if (body.is_last_page) break;
    }
    ok(ids.length > 100);
    equal(new Set(ids).size, ids.length);
    const other = await connect(RULATE);
    equal((await call(other, `/account/adverts/${PLAIN}`, { agent: RULATE.email })).status, 404);
    equal((await call(token, '/nimic')).status, 404);
  });

  it('makes a collection of copies that it fetched in order, which an advert shows once it is changed', async () => {
    const token = await connect();
    asked.length = 0;
    const made = await collect(token, ['/large.jpg', '/second.jpg']);
    equal(made.status, 201);
    deepEqual(asked, ['GET /large.jpg', 'GET /second.jpg']);
    deepEqual(Object.keys(made.body.images), ['1', '2']);
    deepEqual(Object.keys(made.body.images[1]), ['0', '1', '2']);
    const before = (await sim(`/adverts/${PLAIN}`)).photos;
    const change = { ...(await read(token, PLAIN)), image_collection_id: made.body.id };
    const { status, body } = await call(token, `/account/adverts/${PLAIN}`, { body: change });
    deepEqual([status, Object.keys(body.photos)], [200, ['1', '2']]);
    notEqual(body.photos[1]['1080x720'], before[1]['1080x720']);
    const shown = await fetch(body.photos[1]['1080x720']);
    const { width, height } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
    deepEqual([width, height], [960, 720]);
  });

  it('tells of each picture that failed where it is asked to, and refuses all otherwise', async () => {
    const token = await connect();
    const bad = ['/large.jpg', '/text.jpg', '/moved.jpg', '/small.jpg', '/none.jpg'];
    const { status, body } = await collect(token, bad);
    equal(status, 201);
    ok(body.images[1][0]);
    for (const n of [2, 3, 4, 5]) ok(body.images[n].error.message, String(n));
    for (const [itemError, form] of [
      ['text', 'string'],
      ['null', 'object'],
    ] as const) {
      await setFaults({ itemError });
      equal(typeof (await collect(token, bad)).body.images[2], form);
    }
    const all = await collect(token, bad, false);
    deepEqual([all.status, Object.keys(all.body.error.details)], [422, ['2', '3', '4', '5']]);
    equal((await collect(token, ['/none.jpg'])).status, 422);
    equal((await collect(token, [])).status, 422);
    equal((await collect(token, Array(41).fill('/large.jpg'))).status, 422);
    await setFaults({ pictureMs: 50 });
    ok((await collect(token, ['/large.jpg', '/never.jpg'])).body.images[2].error);
  });

  it('changes a collection, which adverts show at once or only when they are changed', async () => {
    const token = await connect();
    const { id } = (await collect(token, ['/large.jpg'])).body;
    const change = { ...(await read(token, SECOND)), image_collection_id: id };
    await call(token, `/account/adverts/${SECOND}`, { body: change });
    const count = async () => Object.keys((await sim(`/adverts/${SECOND}`)).photos).length;
    const two = { 1: `${pictures}/large.jpg`, 2: `${pictures}/second.jpg` };
    equal((await call(token, `/imageCollections/${id}`, { body: two })).status, 200);
    equal(await count(), 1);
    await setFaults({ live: 'at-once' });
    const source = { source: `${pictures}/second.jpg` };
    const added = await call(token, `/imageCollections/${id}/images`, { method: 'POST', body: source });
    deepEqual([added.status, await count()], [201, 3]);
    equal((await call(token, '/imageCollections/nimic', { body: two })).status, 404);
  });

  it('resets what a change leaves out, and refuses one as the site does', async () => {
    const token = await connect();
    const body = await read(token, PLAIN);
    const refusedWith = async (change: object | string, id = PLAIN) => {
      const answer = await call(token, `/account/adverts/${id}`, { body: change });
      ok([400, 422].includes(answer.status), String(answer.status));
      const { details, message } = answer.body.error;
      return details === undefined ? message : Object.keys(details)[0];
    };
    const before = await sim(`/adverts/${PLAIN}`);
    match(await refusedWith({ ...body, status: 'active' }), /status/);
    match(await refusedWith('{'), /not an object/);
    equal(await refusedWith({ ...body, title: undefined }), 'title');
    equal(await refusedWith({ ...body, params: { ...body.params, year: 2016 } }), 'params');
    equal(await refusedWith({ ...body, image_collection_id: '77' }), 'image_collection_id');
    equal(await refusedWith(await read(token, SHORT), SHORT), 'description');
    await setFaults({ refusal: 'message' });
    equal(await refusedWith({ ...body, title: undefined }), 'Validation failed');
    deepEqual(await sim(`/adverts/${PLAIN}`), before);
    const { body: changed } = await call(token, `/account/adverts/${PLAIN}`, { body });
    deepEqual([changed.coordinates, changed.image_collection_id, changed.photos], [null, null, {}]);
  });

  it('fails as sites fail, having made the change or not', async () => {
    const token = await connect();
    const id = SECOND + 5;
    const body = await read(token, id);
    const change = (title: string) => call(token, `/account/adverts/${id}`, { body: { ...body, title } });
    const statusWith = async (faults: Partial<Faults>, title: string) => {
      await setFaults(faults);
      return (await change(title)).status;
    };
    const titleNow = async () => (await sim(`/adverts/${id}`)).title;
    equal(await statusWith({ api: '429' }, 'Unu'), 429);
    equal(await statusWith({ api: '403-html' }, 'Unu'), 403);
    equal(await statusWith({ put: '502-once' }, 'Unu'), 502);
    equal(await statusWith({ put: '401-once' }, 'Unu'), 401);
    equal(await titleNow(), body.title);
    equal(await statusWith({ put: 'done-then-502' }, 'Doi'), 502);
    equal(await titleNow(), 'Doi');
    equal(await statusWith({ put: 'slow-done', slowSeconds: 0 }, 'Trei'), 200);
    await setFaults({ after: 'new-then-moderated', moderationSeconds: 30 });
    equal((await change('Patru')).body.status, 'new');
    await sim('/clock', { seconds: 31 });
    equal((await call(token, `/account/adverts/${id}`)).body.status, 'moderated');
    await setFaults({ put: 'done-then-reset' });
    equal(await change('Cinci').catch(() => 'lost'), 'lost');
    for (const [collection, seen] of [
      ['no-id', [201, undefined]],
      ['done-then-502', [502, undefined]],
    ] as const) {
      await setFaults({ collection });
      const { status, text } = await collect(token, ['/large.jpg']);
      deepEqual([status, /"id"/.exec(text)?.[0]], seen);
    }
    await setFaults({ collection: 'done-then-reset' });
    equal(await collect(token, ['/large.jpg']).catch(() => 'lost'), 'lost');
  });
});
