import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { SHARE_LOST, SHARE_PATH } from '#contract/photos.ts';
import { type ErrorCode, isErrorCode } from '#domain/errors.ts';
import { STATUS_BY_CODE } from '#server/http/status-by-code.ts';
import type { Cell } from '#testing/matrix/matrix-cells.ts';
import { ROWS } from '#testing/matrix/matrix-rows.ts';
import {
  createPersonas,
  everyFile,
  everyRow,
  PERSONAS,
  type Persona,
  type Personas,
  UNKNOWN_IDS,
  type World,
} from '#testing/matrix/personas.ts';
import { type RawAnswer, sendRaw } from '#testing/requests/raw-request.ts';
import { runEnded } from '#testing/runs.ts';
import { type TestServer, TUS, testServer } from '#testing/server.ts';

/** Routes outside the contract, so not in the API's description. */
const OUTSIDE_CONTRACT = Object.keys(ROWS).filter((route) =>
  /uploads|healthz|livez|readyz|openapi/.test(route),
);
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };
const isRefusal = (cell: Cell): cell is ErrorCode => isErrorCode(cell);

describe('the authorisation matrix', () => {
  let server: TestServer;
  let people: Personas;
  let sent = 0;

  before(async () => {
    server = await testServer({ TRUSTED_PROXIES: '127.0.0.1' });
    people = await createPersonas(server);
  });

  after(() => server.close());

  async function send(
    route: string,
    about: World,
    { by, from = OWN_PAGE }: { by: { who: Persona; cookie: string }; from?: Record<string, string> },
  ): Promise<RawAnswer> {
    const [method = '', pattern = ''] = route.split(' ');
    const path = pattern.replace(/\{(\w+)\}/g, (_, key: keyof World) => about[key]);
    const isUpload = /^\/api\/(phone\/|v1\/)?uploads/.test(path);
    const body = ROWS[route]?.[1]?.(about, people.emailOf(by.who));
    const json = body !== undefined && { 'content-type': 'application/json' };
    const authorization = people.authorizationOf(by.who);
    sent += 1;
    const headers = {
      ...from,
      // Each request comes from an address of its own, since rate limits are tested elsewhere.
      'x-forwarded-for': `10.20.${sent >> 8}.${sent & 255}`,
      ...(by.cookie && { cookie: by.cookie }),
      ...(authorization && { authorization }),
      ...(isUpload ? uploadHeaders(method) : json),
      'idempotency-key': randomUUID(),
    };
    const wanted = method === 'PATCH' && isUpload ? 'o poza nu' : body && JSON.stringify(body);
    await server.database.pool.query('delete from rate_limits');
    const answer = await sendRaw(server.url, { method, path, headers, body: wanted as string | undefined });
    const { 'cache-control': kept, 'content-type': type } = answer.headers;
    if (!(answer.status === 200 && String(type).startsWith('image/')))
      assert.match(String(kept), /no-store/, `${route} by ${by.who} may be kept`);
    return answer;
  }

  function uploadHeaders(method: string): Record<string, string> {
    if (method === 'POST') return { ...TUS, 'upload-length': '10' };
    if (method !== 'PATCH') return TUS;
    return { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  }

  function matches(cell: Cell, { status, text }: RawAnswer, where: string): void {
    const expected = isRefusal(cell) ? STATUS_BY_CODE[cell] : cell === 'untouched' ? 200 : cell;
    assert.equal(status, expected, `${where}: ${text.slice(0, 200)}`);
    if (isRefusal(cell) && !where.startsWith('HEAD')) assert.equal(JSON.parse(text).code, cell, where);
  }

  /** Every cell that holds, with its route and its person. */
  function cells(matches: (cell: Cell) => boolean): { route: string; who: Persona; cell: Cell }[] {
    return Object.entries(ROWS).flatMap(([route, [row]]) =>
      PERSONAS.map((who) => ({ route, who, cell: row[who] })).filter(({ cell }) => matches(cell)),
    );
  }

  it('has a row for every route of the running server, and no row for anything else', async () => {
    const description = await (await people.owner.fetch('/api/openapi.json')).json();
    const described = Object.entries<object>(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routes = Object.keys(ROWS).map((route) =>
      route.replace('{spareLot}', '{batchId}').replace('{spareWebhook}', '{webhookId}'),
    );
    assert.deepEqual([...described, ...OUTSIDE_CONTRACT].sort(), routes.sort());
  });

  it('refuses a person without the right, tells them nothing, and leaves every row and every file as it was', async () => {
    const cookies = new Map<Persona, string>();
    for (const who of PERSONAS) cookies.set(who, await people.cookieOf(who, 'long ago'));
    const [rows, files] = [await everyRow(server), await everyFile(server)];
    const refused = cells((cell) => typeof cell === 'string');
    assert.ok(refused.length > 100 && Object.keys(rows).length > 15 && Object.keys(files).length > 5);
    for (const [route, asked] of Map.groupBy(refused, ({ route }) => route)) {
      for (const { who, cell } of asked) {
        const by = { who, cookie: cookies.get(who) ?? '' };
        const answer = await send(route, people.world, { by });
        matches(cell, answer, `${route} by ${who}`);
        // The same answer for another's things as for missing ones.
        if (who !== 'owner')
          assert.equal((await send(route, UNKNOWN_IDS, { by })).text, answer.text, `${route} by ${who}`);
      }
      assert.deepEqual(await everyRow(server), rows, route);
    }
    assert.deepEqual(await everyFile(server), files);
  });

  it('refuses every change that another site asks for in the owner’s name', async () => {
    const by = { who: 'owner', cookie: await people.cookieOf('owner', 'now') } as const;
    const rows = await everyRow(server);
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'cross-site', origin: server.url },
      { origin: 'https://altundeva.example' },
      { origin: 'null' },
      {},
    ];
    const changing = Object.keys(ROWS).filter((route) => !/^(GET|HEAD)/.test(route));
    assert.ok(changing.length > 10);
    for (const from of foreign)
      for (const route of changing)
        matches(
          // No cookie counts there.
          route.includes(' /api/v1/') ? 'auth/key-required' : 'http/cross-site',
          await send(route, people.world, { by, from }),
          `${route} from elsewhere`,
        );
    assert.deepEqual(await everyRow(server), rows);
  });

  it('leads photos that an app shares past the service worker to the page, from any site, and keeps nothing of them', async () => {
    const cookie = await people.cookieOf('owner', 'now');
    const rows = await everyRow(server);
    const files = await everyFile(server);
    const body = Buffer.alloc(3_000_000, 'poza');
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'none', origin: 'null' },
      { 'sec-fetch-site': 'cross-site', origin: 'https://altundeva.example' },
      { 'sec-fetch-site': 'same-origin', cookie },
      {},
    ];
    for (const from of foreign) {
      const headers = { ...type, ...from };
      const answer = await sendRaw(server.url, { method: 'POST', path: SHARE_PATH, headers, body });
      assert.equal(answer.status, 303);
      assert.equal(answer.headers.location, `${SHARE_PATH}?shared=${SHARE_LOST}`);
      assert.equal(answer.headers['set-cookie'], undefined);
      assert.equal(answer.headers['cache-control'], 'no-store');
      assert.equal(answer.text, '');
    }
    assert.deepEqual(await everyRow(server), rows);
    assert.deepEqual(await everyFile(server), files);
  });

  async function actsNoted(): Promise<number> {
    const { rows } = await server.database.pool.query('select count(*)::int as n from admin_acts');
    return rows[0].n;
  }

  it('lets all users do what is theirs, and notes whatever an admin changes', async () => {
    const allowed = cells((cell) => typeof cell === 'number');
    // The owner's program changes what is theirs, as they do.
    const isOwn = (who: Persona) => who === 'owner' || who === 'workKey';
    const ordered = [...allowed.filter(({ who }) => !isOwn(who)), ...allowed.filter(({ who }) => isOwn(who))];
    for (const { route, who, cell } of ordered) {
      const noted = await actsNoted();
      const answer = await send(route, people.world, {
        by: { who, cookie: await people.cookieOf(who, 'now') },
      });
      matches(cell, answer, `${route} by ${who}`);
      // Lists that an admin takes away are noted, too.
      const isAct =
        /^((POST|PUT|PATCH|DELETE) \/api\/(admin\/|functions\/setAdminClaim)|GET \/api\/admin\/csv\/)/.test(
          route,
        );
      assert.equal(await actsNoted(), noted + (isAct && answer.status < 300 ? 1 : 0), `${route} by ${who}`);
      if (!/\/starts?$/.test(route)) continue;
      people.owner.cookie = await people.cookieOf('owner', 'now');
      await runEnded(people.owner, people.world.batchId);
    }
  });
});
