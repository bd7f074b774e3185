import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { API } from '#contract/api/v1.ts';
import { login } from '#contract/auth.ts';
import * as batches from '#contract/batches.ts';
import { listCreditPackages } from '#contract/payments.ts';
import { saveRecipe } from '#contract/recipes/saved-recipes.ts';
import { fillPath, type Route } from '#contract/route.ts';
import { readMe } from '#contract/users.ts';
import { isErrorCode } from '#domain/errors.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { DEFAULT_WATERMARK } from '#domain/recipes/overlays.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import { httpContext } from '#server/http/server.ts';
import { buildRoutes } from '#server/routes.ts';
import { makeKey } from '#testing/accounts/programs.ts';
import { countDraws } from '#testing/draws.ts';
import { sendPicture, smallPhoto, uploadPhotos } from '#testing/files/photos.ts';
import { ALWAYS_REFUSED } from '#testing/matrix/always-refused.ts';
import {
  bodyFor,
  hostileBytes,
  hostileHeaders,
  hostileText,
  paramFor,
  queryFor,
} from '#testing/requests/hostile.ts';
import { type RawAnswer, type RawRequest, sendRaw } from '#testing/requests/raw-request.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { type Client, PASSWORD, pollUntil, Refused, type TestServer, testServer } from '#testing/server.ts';

/** Cases per route; without a successful one as many as in CI. */
const REQUESTS = countDraws({ local: 5, ci: 100, soak: 400 });
const UPLOADS = countDraws({ local: 100, ci: 300, soak: 1200 });
const MOST_REQUESTS = countDraws({ local: 100, ci: 100, soak: 400 });
const CONCURRENCY = 25;

describe('hostile requests', () => {
  let server: TestServer;
  let user: Client & { uid: string };
  let known: string[];
  let photoIds: string[];
  let avatar: Buffer;
  /** Key of an account that sends no other requests: its limit is for each route anew. */
  let secret = '';

  before(async () => {
    server = await testServer();
    user = await server.newUser();
    avatar = await smallPhoto(1);
    photoIds = await uploadPhotos(user, [1, 2]);
    const batch = await newBatch(user, { name: 'Lot', photoIds });
    await startRun(user, batch.id, { photoIds, cost: 1 });
    const done = await runEnded(user, batch.id);
    const { packages } = await user.call(listCreditPackages, {});
    known = [user.uid, packages[0]?.id ?? '', ...photoIds, batch.id, done.run?.id ?? ''];
  });

  after(() => server.close());

  /** A sign-out among the earlier requests may still be carried out: then once more. */
  async function afresh(tries = 5): Promise<string[]> {
    try {
      return await renewAll();
    } catch (error) {
      if (!(error instanceof Refused && error.status === 401) || tries === 1) throw error;
      return afresh(tries - 1);
    }
  }

  /** Renews the session, batch and photos that an earlier request may have removed. */
  async function renewAll(): Promise<string[]> {
    await server.database.pool.query('delete from rate_limits');
    if ((await user.fetch(readMe.path)).status !== 200)
      await user.call(login, { body: { email: 'om1@fotolot.example', password: PASSWORD } });
    await server.database.pool.query('update sessions set proved_at = now() where user_id = $1', [user.uid]);
    // An admin, to see the admins' routes too; an earlier request may have taken the right away.
    await server.database.pool.query("update users set role = 'admin' where id = $1", [user.uid]);
    await server.database.pool.query('update photos set trashed_at = null');
    await server.database.pool.query(
      'update batches set deleted_at = now() where id not in (select batch_id from runs)',
    );
    if (!(await user.call(readMe, {})).photoURL?.includes('avatar')) await sendPicture(user, avatar);
    const spare = await user.call(batches.createBatch, { body: { photoIds } });
    await server.database.pool.query(
      'insert into batch_photos select batch_id, photo_id, position from run_photos join runs on runs.id = run_id on conflict do nothing',
    );
    await server.database.pool.query('delete from recipes');
    const body = { name: 'A mea', recipe: DEFAULT_RECIPE, outputs: [] };
    const kept = await user.call(saveRecipe, { body });
    // An earlier request may have run the batch anew, which makes other results.
    const { rows } = await server.database.pool.query<{ id: string }>('select id from results');
    return [...known, ...rows.map(({ id }) => id), kept.id, spare.id];
  }

  function allRoutes(): Route[] {
    const own = buildRoutes(server.app, httpContext(null)).map(({ route }) => route);
    // Routes that remove things come last, so that the others find something.
    own.sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
    const bare = (method: Route['method'], path: Route['path']): Route => ({
      method,
      path,
      access: 'public',
      summary: '',
    });
    const extra = [bare('GET', '/healthz'), bare('GET', '/api/openapi.json'), bare('POST', '/nowhere')];
    return [...own, ...extra];
  }

  /** A program shows its key, everything else a cookie. */
  function asSigned({ access }: Route): Record<string, string> {
    return access === 'key' ? { authorization: `Bearer ${secret}` } : { cookie: user.cookie };
  }

  function requestsTo(route: Route, ids: readonly string[]): fc.Arbitrary<RawRequest> {
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const params = fc.record(Object.fromEntries(names.map((name) => [name, paramFor(name, ids)])));
    return fc
      .record({
        params,
        query: queryFor(route, ids),
        body: route.method === 'GET' ? fc.constant(undefined) : bodyFor(route, ids),
        headers: hostileHeaders(),
        signedIn: fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
      })
      .map(({ params, query, body, headers, signedIn }) => {
        const path = rawPath(route.path, params) + query;
        const cookie: Record<string, string> = signedIn ? asSigned(route) : {};
        const sent = { 'sec-fetch-site': 'same-origin', ...body?.headers, ...cookie, ...headers };
        return { method: route.method, path, headers: sent, body: body?.bytes };
      });
  }

  it('never break a route of the API, and every refusal is a known code with its Romanian sentence', async () => {
    const all = allRoutes();
    assert.ok(all.length > 25, `only ${all.length} routes`);
    const unreached: string[] = [];
    for (const route of all) {
      const name = `${route.method} ${route.path}`;
      if (route.access === 'key') ({ secret } = await makeKey(server, await server.newUser()));
      const drawn = requestsTo(route, await afresh());
      // The same seed each time, so that more cases begin alike.
      const sample = (numRuns: number) => fc.sample(drawn, { numRuns, seed: 2026 });
      // A refusal for the many requests of the route before is no luck of this one.
      const isReached = async (requests: readonly RawRequest[]) =>
        (await sendAll(server.url, requests)).some((status) => status < 400 || status === 429);
      const isKnown = ALWAYS_REFUSED.includes(name);
      if ((await isReached(sample(REQUESTS))) || isKnown) continue;
      if (!(await isReached(sample(MOST_REQUESTS).slice(REQUESTS)))) unreached.push(name);
    }
    assert.deepEqual(unreached, []);
  });

  it('never break the resumable upload', async () => {
    const ids = await afresh();
    const metadata = fc.oneof(
      fc.constant('name cG96YS5qcGc='),
      hostileText(ids).map((text) => `name ${Buffer.from(text).toString('base64')}`),
      fc.constantFrom(...ids).map((id) => `batchId ${Buffer.from(id).toString('base64')}`),
      hostileText(ids).map((text) => `takenAt ${Buffer.from(text).toString('base64')}`),
      fc.constantFrom(
        'name',
        'name ',
        ',,,',
        'name not-base64',
        'a a,a a',
        '__proto__ YQ==',
        'name AP8A/w==',
        'takenAt OTk5OS05OS05OVQ5OTo5OTo5OQ==',
      ),
    );
    const length = fc.constantFrom(
      '1',
      '5',
      '0',
      '-1',
      '40000001',
      '9e9',
      'NaN',
      '1.5',
      '9'.repeat(400),
      '0x10',
      '',
    );
    const request = fc
      .record({
        method: fc.constantFrom('POST', 'PATCH', 'HEAD', 'GET', 'DELETE', 'OPTIONS'),
        id: fc.oneof({ weight: 2, arbitrary: fc.constant('') }, paramFor('photoId', ids)),
        version: fc.constantFrom('1.0.0', '1.0.0', '1.0.0', '0.2.2', 'x'),
        length,
        offset: length,
        metadata,
        type: fc.constantFrom('application/offset+octet-stream', 'application/json', 'text/plain', 'x'),
        extra: fc.constantFrom<Record<string, string>>(
          {},
          { 'upload-defer-length': '1' },
          { 'upload-concat': 'final;/api/uploads/a /api/uploads/b' },
          { 'upload-concat': 'partial' },
          { 'x-http-method-override': 'DELETE' },
          { 'x-forwarded-proto': 'gopher' },
        ),
        body: hostileBytes(),
        signedIn: fc.integer({ min: 0, max: 5 }).map((n) => n > 0),
      })
      .map(({ method, id, version, length, offset, metadata, type, extra, body, signedIn }): RawRequest => {
        const hasBody = method === 'POST' || method === 'PATCH';
        return {
          method,
          // A response to bytes that are no HTTP has a body, which the client of a HEAD does not expect.
          path: id === '' ? '/api/uploads' : `/api/uploads/${id.replace(/[^\x21-\x7e]/gu, '~')}`,
          headers: {
            'sec-fetch-site': 'same-origin',
            'tus-resumable': version,
            ...(method === 'POST' && { 'upload-length': length, 'upload-metadata': metadata }),
            ...(method === 'PATCH' && { 'upload-offset': offset }),
            ...(hasBody && { 'content-type': type }),
            ...(signedIn && { cookie: user.cookie }),
            ...extra,
          },
          body: hasBody ? body : undefined,
        };
      });
    const statuses = await sendAll(server.url, fc.sample(request, { numRuns: UPLOADS, seed: 7 }));
    assert.ok(
      statuses.some((status) => status < 300),
      'no upload was begun',
    );
  });

  it('get no preview with a logo that is no photo', async () => {
    const notPhoto = await user.upload(Buffer.from('nu e o poză'), { name: 'sigla.png' });
    await pollUntil(
      () =>
        server.app.db
          .selectFrom('photos')
          .select('state')
          .where('id', '=', notPhoto)
          .executeTakeFirstOrThrow(),
      ({ state }) => state === 'refused',
    );
    const watermark = { ...DEFAULT_WATERMARK, kind: 'logo' as const, photoId: notPhoto };
    const recipe = { ...DEFAULT_RECIPE, watermark };
    const body = { photoId: photoIds[0] ?? '', recipe, output: null, side: 320, stage: 'after' as const };
    const batchId = (await afresh()).at(-1) ?? '';
    const asked = user.call(batches.previewPhoto, { params: { batchId }, body });
    await assert.rejects(asked, { status: 409, code: 'recipes/picture-gone' });
  });

  it('leave a server that works and books that agree', async () => {
    await afresh();
    const { status } = await sendRaw(server.url, { method: 'GET', path: '/healthz' });
    assert.equal(status, 200);
    const [photo] = await uploadPhotos(user, [77]);
    assert.ok(photo);
    await pollUntil(
      () => findViolations(server.app, { deep: true, orphanGraceMs: 0 }),
      (violations) => violations.length === 0,
    );
  });
});

function rawPath(path: string, params: Record<string, string>): string {
  // Already encoded as in a URL, rightly or wrongly: only characters that Node refuses to send are escaped.
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    (params[name] ?? '').replace(/[^\x21-\xff]/gu, (char) => fillPath('{c}', { c: char.toWellFormed() })),
  );
}

async function sendAll(url: string, requests: readonly RawRequest[]): Promise<number[]> {
  const waiting = [...requests];
  const statuses: number[] = [];
  const hand = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const answer = await sendRaw(url, next);
      judge(next, answer);
      statuses.push(answer.status);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, hand));
  assert.equal(statuses.length, requests.length);
  return statuses;
}

function judge(request: RawRequest, { status, headers, text }: RawAnswer): void {
  const said = `${JSON.stringify({
    ...request,
    body: Buffer.from(request.body ?? '')
      .toString('latin1')
      .slice(0, 300),
  })} → ${status} ${text.slice(0, 300)}`;
  assert.ok(status < 500, said);
  if (status < 400 || request.method === 'HEAD') return;
  // Programs read the same beside the fields of RFC 9457, except where the parser refuses the path's bytes and it is not known.
  const isProblem = request.path.startsWith(`${API}/`) && /^[!-~]+$/.test(request.path);
  const mediaType = isProblem ? /^application\/problem\+json/ : /^application\/json/;
  assert.match(String(headers['content-type']), mediaType, said);
  const refusal = JSON.parse(text) as { code: string; message: string; details: Record<string, unknown> };
  const fields = ['code', 'details', 'message', ...(isProblem ? ['detail', 'status', 'title', 'type'] : [])];
  assert.deepEqual(Object.keys(refusal).sort(), fields.sort(), said);
  assert.ok(isErrorCode(refusal.code) && refusal.code !== 'http/internal', said);
  assert.equal(refusal.message, errorSentence(refusal.code, refusal.details), said);
}
