import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { createBatch } from '#contract/batches.ts';
import { trashPhotos } from '#contract/photos.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { sessionCookie } from '#server/http/session-cookie.ts';
import { routes } from '#server/routes.ts';
import { photosReady, uploadPhotos } from '#testing/photos.ts';
import { type RawAnswer, sendRaw } from '#testing/raw-request.ts';
import { newLot, runEnded, startRun } from '#testing/runs.ts';
import { type Client, PASSWORD, type TestServer, TUS, testServer, until } from '#testing/server.ts';

/** One line per route: what its owner sends and gets, and what another user gets for the same ids. */
interface Row {
  readonly body?: (world: World) => unknown;
  readonly owner: number;
  /** Same: not about anybody's things. A code: refused as for an id that nobody has. Untouched: answered, nothing happens. */
  readonly stranger: 'same' | 'untouched' | 'photos/not-found' | 'batches/not-found' | 'batches/no-results';
}

interface World {
  photoId: string;
  secondId: string;
  batchId: string;
  runId: string;
  resultId: string;
  spareLot: string;
}

const both = ({ photoId, secondId }: World) => ({ photoIds: [photoId, secondId] });
const one = ({ photoId }: World) => ({ photoIds: [photoId] });
const credentials = (email: string) => () => ({ email, password: PASSWORD });
const preview = ({ photoId }: World) => ({
  photoId,
  recipe: DEFAULT_RECIPE,
  output: null,
  side: 320,
  stage: 'after',
});

const ROWS: Readonly<Record<string, Row>> = {
  'POST /api/auth/register': { body: credentials('om1@fotolot.example'), owner: 409, stranger: 'same' },
  'POST /api/auth/login': { body: credentials('om1@fotolot.example'), owner: 200, stranger: 'same' },
  'GET /api/auth/session': { owner: 200, stranger: 'same' },
  'GET /api/users/me': { owner: 200, stranger: 'same' },
  'GET /api/live': { owner: 200, stranger: 'same' },
  'GET /api/photos': { owner: 200, stranger: 'same' },
  'GET /api/photos/{photoId}/thumbnail': { owner: 200, stranger: 'photos/not-found' },
  'GET /api/photos/{photoId}/proxy': { owner: 200, stranger: 'photos/not-found' },
  'GET /api/photos/{photoId}/original': { owner: 200, stranger: 'photos/not-found' },
  'GET /api/batches': { owner: 200, stranger: 'same' },
  'POST /api/batches': { body: both, owner: 200, stranger: 'photos/not-found' },
  'GET /api/batches/{batchId}': { owner: 200, stranger: 'batches/not-found' },
  'PATCH /api/batches/{batchId}': {
    body: () => ({ name: 'Altul' }),
    owner: 200,
    stranger: 'batches/not-found',
  },
  'POST /api/batches/{batchId}/photos': { body: one, owner: 200, stranger: 'batches/not-found' },
  'POST /api/batches/{batchId}/photos/remove': {
    body: ({ secondId }) => ({ photoIds: [secondId] }),
    owner: 200,
    stranger: 'batches/not-found',
  },
  'POST /api/batches/{batchId}/preview': { body: preview, owner: 200, stranger: 'batches/not-found' },
  'GET /api/batches/{batchId}/zip': { owner: 200, stranger: 'batches/not-found' },
  'GET /api/results/{resultId}/file': { owner: 200, stranger: 'batches/no-results' },
  'POST /api/batches/{batchId}/runs/{runId}/cancel': { owner: 409, stranger: 'batches/not-found' },
  'POST /api/batches/{batchId}/start': {
    body: ({ photoId }) => ({ photoIds: [photoId], cost: 0 }),
    owner: 200,
    stranger: 'batches/not-found',
  },
  'DELETE /api/batches/{batchId}': { owner: 200, stranger: 'batches/not-found' },
  'POST /api/photos/trash': { body: one, owner: 200, stranger: 'untouched' },
  'POST /api/photos/restore': { body: one, owner: 200, stranger: 'untouched' },
  'GET /api/auth/token': { owner: 200, stranger: 'same' },
  'POST /api/functions/checkAdminStatus': { body: () => ({}), owner: 200, stranger: 'same' },
  'POST /api/functions/setAdminClaim': {
    body: () => ({ userId: `usr_${'q'.repeat(26)}`, isAdmin: true }),
    owner: 403,
    stranger: 'same',
  },
  'POST /api/auth/token': { owner: 200, stranger: 'same' },
  'POST /api/auth/logout-everywhere': { owner: 200, stranger: 'same' },
  'POST /api/auth/logout': { owner: 200, stranger: 'same' },
};

describe('access', () => {
  let server: TestServer;
  let owner: Client & { uid: string };
  let stranger: Client & { uid: string };
  let world: World;

  before(async () => {
    server = await testServer();
    owner = await server.newUser();
    stranger = await server.newUser();
    const [photoId = '', secondId = ''] = await uploadPhotos(owner, [1, 2]);
    await uploadPhotos(stranger, [3]);
    const batch = await newLot(owner, { name: 'Lot', photoIds: [photoId, secondId] });
    await startRun(owner, batch.id, [photoId, secondId], 1);
    const { run, results } = await runEnded(owner, batch.id);
    const spare = await owner.call(createBatch, { body: { photoIds: [secondId] } });
    world = {
      photoId,
      secondId,
      batchId: batch.id,
      runId: run?.id ?? '',
      resultId: Object.keys(results)[0] ?? '',
      spareLot: spare.id,
    };
  });

  after(() => server.close());

  const nobody: World = {
    photoId: `img_${'q'.repeat(26)}`,
    secondId: `img_${'w'.repeat(26)}`,
    batchId: `lot_${'q'.repeat(26)}`,
    runId: `run_${'q'.repeat(26)}`,
    resultId: `res_${'q'.repeat(26)}`,
    spareLot: `lot_${'w'.repeat(26)}`,
  };

  async function send(
    name: string,
    about: World,
    cookie: string,
    from: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
  ): Promise<RawAnswer> {
    const [method = '', pattern = ''] = name.split(' ');
    const ids = name.startsWith('DELETE') ? { ...about, batchId: about.spareLot } : about;
    const path = pattern.replace(/\{(\w+)\}/g, (_, key: keyof World) => ids[key]);
    const body = ROWS[name]?.body?.(about);
    const headers = {
      ...from,
      ...(cookie && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      'idempotency-key': randomUUID(),
    };
    return sendRaw(server.url, {
      method,
      path,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  }

  const all = () => routes(server.app, sessionCookie(false)).map(({ route }) => route);
  const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

  it('has a line in this matrix for every route, and the other way round', () => {
    assert.deepEqual(all().map(nameOf).sort(), Object.keys(ROWS).sort());
  });

  it('is refused without a session on every route that is for users', async () => {
    const closed = all().filter(({ access }) => access !== 'public');
    assert.ok(closed.length > 15);
    for (const route of closed) {
      for (const cookie of ['', 'sid=nimic']) {
        const { status, text } = await send(nameOf(route), world, cookie);
        assert.equal(status, 401, nameOf(route));
        assert.equal(JSON.parse(text).code, 'auth/session-required');
      }
    }
  });

  it('answers another user about things that are not theirs exactly as about things that do not exist', async () => {
    const rows = Object.entries(ROWS).filter(([, { stranger }]) => stranger.includes('/'));
    assert.ok(rows.length > 10);
    for (const [name, row] of rows) {
      const theirs = await send(name, world, stranger.cookie);
      const none = await send(name, nobody, stranger.cookie);
      assert.equal(theirs.status, 404, name);
      assert.equal(JSON.parse(theirs.text).code, row.stranger, name);
      assert.deepEqual([theirs.status, theirs.text], [none.status, none.text], name);
    }
  });

  it('gives nobody a preview of another’s photo in a lot of one’s own', async () => {
    const lot = await stranger.call(createBatch, { body: {} });
    const name = 'POST /api/batches/{batchId}/preview';
    const theirs = await send(name, { ...world, batchId: lot.id }, stranger.cookie);
    const none = await send(name, { ...nobody, batchId: lot.id }, stranger.cookie);
    assert.deepEqual([theirs.status, JSON.parse(theirs.text).code], [404, 'photos/not-found']);
    assert.equal(theirs.text, none.text);
  });

  it('lets nobody put another’s photo into a lot, a logo or the trash', async () => {
    const lot = await stranger.call(createBatch, { body: {} });
    const path = `/api/batches/${lot.id}`;
    const json = { 'content-type': 'application/json' };
    const watermark = {
      kind: 'logo',
      text: '',
      photoId: world.photoId,
      position: 'se',
      size: 18,
      margin: 2.5,
      opacity: 85,
    };
    const tries = [
      [`${path}/photos`, 'POST', { photoIds: [world.photoId] }],
      [path, 'PATCH', { recipe: { ...DEFAULT_RECIPE, watermark } }],
    ] as const;
    for (const [place, method, body] of tries) {
      const answer = await stranger.fetch(place, { method, headers: json, body: JSON.stringify(body) });
      assert.equal(answer.status, 404, place);
      assert.equal((await answer.json()).code, 'photos/not-found');
    }
    const moved = await stranger.call(trashPhotos, { body: { photoIds: [world.photoId] } });
    assert.deepEqual(moved, { photoIds: [] });
    const [photo] = await photosReady(owner, [world.photoId]);
    assert.equal(photo?.trashedAt, null);
  });

  it('answers about another’s upload as about one that does not exist', async () => {
    const created = await owner.fetch('/api/uploads', {
      method: 'POST',
      headers: { ...TUS, 'upload-length': '10' },
    });
    const path = created.headers.get('location') ?? '';
    const patch = { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    for (const [method, headers, body] of [
      ['HEAD', TUS, null],
      ['PATCH', patch, 'abcde'],
    ] as const) {
      const theirs = await stranger.fetch(path, { method, headers, body });
      const none = await stranger.fetch(`/api/uploads/${nobody.photoId}`, { method, headers, body });
      assert.equal(theirs.status, 404);
      assert.equal(await theirs.text(), await none.text());
      assert.equal((await server.client().fetch(path, { method, headers, body })).status, 401);
    }
    const asked = await owner.fetch(path, { method: 'HEAD', headers: TUS });
    assert.deepEqual([asked.status, asked.headers.get('upload-offset')], [200, '0']);
  });

  it('is refused from another site on every route that changes something', async () => {
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'cross-site', origin: server.url },
      { origin: 'https://altundeva.example' },
      { origin: 'null' },
      {},
    ];
    const changing = all().filter(({ method }) => method !== 'GET');
    assert.ok(changing.length > 10);
    for (const from of foreign) {
      for (const name of changing.map(nameOf)) {
        const { status, text } = await send(name, world, owner.cookie, from);
        assert.deepEqual([status, JSON.parse(text).code], [403, 'http/cross-site'], name);
      }
      for (const [method, path] of [
        ['POST', '/api/uploads'],
        ['PATCH', `/api/uploads/${world.photoId}`],
        ['DELETE', `/api/uploads/${world.photoId}`],
      ] as const) {
        const headers = { ...TUS, ...from, cookie: owner.cookie, 'upload-length': '5' };
        const { status, text } = await sendRaw(server.url, { method, path, headers });
        assert.deepEqual([status, JSON.parse(text).code], [403, 'http/cross-site'], method);
      }
    }
  });

  it('is given from our own page to a browser that sends only Origin', async () => {
    const { status } = await send('PATCH /api/batches/{batchId}', world, owner.cookie, {
      origin: server.url,
    });
    assert.equal(status, 200);
  });

  it('gives the owner what the matrix says', async () => {
    for (const [name, row] of Object.entries(ROWS)) {
      if (name.startsWith('DELETE')) await runEnded(owner, world.batchId);
      const { status, text, headers } = await send(name, world, owner.cookie);
      // A forced refresh leaves the old token dead.
      if (name === 'POST /api/auth/token') owner.cookie = String(headers['set-cookie']).split(';')[0] ?? '';
      assert.equal(status, row.owner, `${name}: ${text.slice(0, 200)}`);
    }
    const after = await until(
      () => send('GET /api/users/me', world, owner.cookie),
      ({ status }) => status === 401,
    );
    assert.equal(JSON.parse(after.text).code, 'auth/session-required');
  });
});
