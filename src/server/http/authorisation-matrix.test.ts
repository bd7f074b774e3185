import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type ErrorCode, isErrorCode } from '#domain/errors.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { STATUS_BY_CODE } from '#server/http/status-by-code.ts';
import { admins, type Cell, type Cells, open, owned, self } from '#testing/matrix-cells.ts';
import {
  everyFile,
  everyRow,
  NOBODY,
  PERSONAS,
  type Persona,
  type Personas,
  personas,
  type World,
} from '#testing/personas.ts';
import { OLX } from '#testing/presets.ts';
import { type RawAnswer, sendRaw } from '#testing/raw-request.ts';
import { runEnded } from '#testing/runs.ts';
import { PASSWORD, type TestServer, TUS, testServer } from '#testing/server.ts';
import { BILLING } from '#testing/shop.ts';

type Body = (world: World, email: string) => unknown;
const both: Body = ({ photoId, secondId }) => ({ photoIds: [photoId, secondId] });
const one: Body = ({ photoId }) => ({ photoIds: [photoId] });
const second: Body = ({ secondId }) => ({ photoIds: [secondId] });
const name: Body = () => ({ name: 'Altul' });
const start: Body = ({ photoId }) => ({ photoIds: [photoId], cost: 0 });
const preview: Body = ({ photoId }) => ({
  photoId,
  recipe: DEFAULT_RECIPE,
  output: null,
  side: 320,
  stage: 'after',
});
const trial: Body = () => ({
  recipe: DEFAULT_RECIPE,
  output: null,
  side: 320,
  stage: 'after',
  exception: null,
  plates: [],
  cutoutId: null,
});
const plates: Body = ({ photoId }) => ({ photos: [{ photoId, plates: [] }] });
const noHints: Body = () => ({ box: null, strokes: [] });
const noCutout: Body = () => ({ cutoutId: `cut_${'0'.repeat(26)}` });
const newPackage: Body = () => ({ name: 'De Crăciun', credits: 5, price: 20 });
const newPreset: Body = () => {
  const { key: _, ...figures } = OLX;
  return { ...figures, validFrom: null };
};
const newRecipe: Body = () => ({ name: 'Încă una', recipe: DEFAULT_RECIPE, outputs: [] });
const active: Body = () => ({ isActive: true });
const unticked: Body = ({ packageId }) => ({
  packageType: packageId,
  billing: BILLING,
  startNow: true,
  terms: false,
  shownPrice: 50,
  shownDays: null,
  returnTo: null,
});
const pay: Body = ({ userId, packageId }) => ({ accountId: userId, packageType: packageId });
const refund: Body = () => ({ reason: 'La cerere', shownAmount: 50 });
const accept: Body = () => ({ reason: 'Banii sunt în cont' });
const claim: Body = ({ userId }) => ({ userId, isAdmin: true });
const credentials: Body = (_, email) => ({ email, password: PASSWORD });
const ownEmail: Body = (_, email) => ({ email });
const badSecret: Body = () => ({ token: 'nimic' });
const otherPassword: Body = () => ({ current: 'nu e asta', password: PASSWORD });
const badReset: Body = () => ({ token: 'nimic', password: PASSWORD });

/** One line per route. The owner's cells are tried last, in this order. */
const ROWS: Readonly<Record<string, readonly [Cells, Body?]>> = {
  'GET /healthz': [open(200)],
  'GET /api/openapi.json': [open(200)],
  'POST /api/auth/register': [open('auth/email-already-in-use'), credentials],
  'POST /api/auth/login': [{ ...open(200), deleted: 'auth/invalid-credential' }, credentials],
  'GET /api/auth/session': [open(200)],
  'POST /api/auth/logout': [open(200)],
  'DELETE /api/sessions/{sessionId}': [owned('users/session-not-found')],
  'POST /api/auth/logout-everywhere': [self()],
  'POST /api/auth/password-reset': [open(200), ownEmail],
  'POST /api/auth/password-reset/confirm': [open('auth/link-invalid'), badReset],
  'POST /api/auth/verification': [self()],
  'POST /api/auth/verification/confirm': [open('auth/link-invalid'), badSecret],
  'GET /api/auth/token': [self()],
  'POST /api/auth/token': [self()],
  'POST /api/auth/proof': [self(), () => ({ password: PASSWORD })],
  'POST /api/auth/logout-others': [self()],
  'POST /api/auth/email-change/confirm': [open('auth/link-invalid'), badSecret],
  'POST /api/auth/email-change/undo': [open('auth/link-invalid'), badSecret],
  'GET /api/auth/google/start': [open('http/bad-request')],
  'GET /api/auth/google/callback': [open('auth/google-off')],
  'POST /api/auth/google/link': [open('auth/google-off'), () => ({ password: PASSWORD })],
  'POST /api/functions/checkAdminStatus': [self(), () => ({})],
  'POST /api/functions/setAdminClaim': [{ ...self('auth/only-admins-set-claims'), admin: 200 }, claim],
  'GET /api/users/me': [self()],
  'PATCH /api/users/me': [self(), () => ({ displayName: 'Ana' })],
  'GET /api/users/me/security': [self()],
  'PUT /api/users/me/password': [self('auth/wrong-password'), otherPassword],
  'PUT /api/users/me/email': [self('auth/proof-required'), () => ({ email: 'alta@fotolot.example' })],
  'DELETE /api/users/me/email': [self()],
  'DELETE /api/users/me/google': [self('auth/proof-required')],
  'PUT /api/users/me/avatar': [self('photos/empty')],
  'DELETE /api/users/me/avatar': [self()],
  'GET /avatars/users/{userId}/avatar.jpg': [open(200)],
  'GET /api/live': [self()],
  'GET /api/analytics/config': [open(200)],
  'GET /api/plans': [open(200)],
  'GET /api/plans/{plan}/quote': [self()],
  'POST /api/trial': [self('plans/trial-unverified')],
  'POST /api/plan/stop': [self()],
  'POST /api/plan/resume': [self()],
  'GET /api/credit-packages': [open(200)],
  'GET /api/operator': [open(200)],
  'GET /api/admin/model': [admins()],
  'GET /api/admin/users': [admins()],
  'GET /api/admin/users/{userId}': [admins()],
  'GET /api/admin/orders': [admins()],
  'GET /api/admin/orders/{orderId}': [admins()],
  'POST /api/admin/orders/{orderId}/refund': [admins('payments/closed'), refund],
  'POST /api/admin/orders/{orderId}/accept': [admins(STATUS_BY_CODE['payments/not-in-review']), accept],
  'GET /api/admin/credit-packages': [admins()],
  'POST /api/admin/credit-packages': [admins(), newPackage],
  'PATCH /api/admin/credit-packages/{packageId}': [admins(), active],
  'GET /api/presets': [self()],
  'GET /api/recipes': [self()],
  'POST /api/recipes': [self(), newRecipe],
  'PATCH /api/recipes/{recipeId}': [owned('recipes/not-found'), () => ({ name: 'Numele nou' })],
  'DELETE /api/recipes/{recipeId}': [owned('recipes/not-found')],
  'GET /api/admin/presets': [admins()],
  'POST /api/admin/presets/{presetKey}': [admins(), newPreset],
  'GET /api/users/me/billing': [self()],
  'PUT /api/checkout': [self('payments/consent-missing'), unticked],
  'POST /api/functions/createNetopiaPayment': [self('payments/closed'), pay],
  'GET /api/orders': [self()],
  'GET /api/orders/{orderId}': [owned('payments/order-not-found')],
  'POST /api/orders/{orderId}/cancel': [owned('payments/order-not-found')],
  'GET /api/orders/{orderId}/refund': [owned('payments/order-not-found', 'payments/closed')],
  'POST /api/orders/{orderId}/refund': [
    owned('payments/order-not-found', 'payments/not-refundable'),
    () => ({ shownAmount: 50 }),
  ],
  'GET /api/credit-purchases': [self()],
  'GET /api/credits/history': [self()],
  'GET /api/photos': [self()],
  'GET /api/photos/{photoId}/thumbnail': [owned('photos/not-found')],
  'GET /api/photos/{photoId}/proxy': [owned('photos/not-found')],
  'GET /api/photos/{photoId}/original': [owned('photos/not-found')],
  'GET /api/photos/{photoId}/mask': [owned('photos/not-found', 'photos/file-missing')],
  'GET /api/photos/{photoId}/cutout': [owned('photos/not-found')],
  'POST /api/photos/{photoId}/cutout': [owned('photos/not-found'), noHints],
  'POST /api/photos/{photoId}/cutout/approve': [
    owned('photos/not-found', 'photos/cutout-replaced'),
    noCutout,
  ],
  'POST /api/test-images': [self('photos/empty')],
  'POST /api/test-images/{testImageId}/preview': [self('http/not-found'), trial],
  'POST /api/test-images/{testImageId}/cutout': [self('http/not-found'), noHints],
  'GET /api/test-images/{testImageId}/masks/{cutoutId}': [self('http/not-found')],
  'GET /api/batches': [self()],
  'POST /api/batches': [owned('photos/not-found'), both],
  'GET /api/batches/{batchId}': [owned('batches/not-found')],
  'PATCH /api/batches/{batchId}': [owned('batches/not-found'), name],
  'POST /api/batches/{batchId}/photos': [owned('batches/not-found'), one],
  'POST /api/batches/{batchId}/photos/remove': [owned('batches/not-found'), second],
  'POST /api/batches/{batchId}/preview': [owned('batches/not-found'), preview],
  'GET /api/batches/{batchId}/zip': [owned('batches/not-found')],
  'GET /api/results/{resultId}/file': [owned('batches/no-results')],
  'POST /api/batches/{batchId}/runs/{runId}/cancel': [owned('batches/not-found', 'batches/not-running')],
  'POST /api/batches/{batchId}/start': [owned('batches/not-found'), start],
  'DELETE /api/batches/{spareLot}': [owned('batches/not-found')],
  'POST /api/photos/plates': [owned('photos/not-found'), plates],
  'POST /api/photos/trash': [owned('untouched'), one],
  'POST /api/photos/restore': [owned('untouched'), one],
  'POST /api/uploads': [self(201)],
  'HEAD /api/uploads/{uploadId}': [owned('photos/not-found')],
  'PATCH /api/uploads/{uploadId}': [owned('photos/not-found', 204)],
  'GET /api/uploads/{uploadId}': [self('http/not-found')],
  'DELETE /api/uploads/{uploadId}': [self('http/not-found')],
};

/** Routes that are not of the contract, so not in the API's description. */
const OUTSIDE_CONTRACT = Object.keys(ROWS).filter((route) => /uploads|healthz|openapi/.test(route));
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };
const isRefusal = (cell: Cell): cell is ErrorCode => isErrorCode(cell);

describe('the authorisation matrix', () => {
  let server: TestServer;
  let people: Personas;
  let sent = 0;

  before(async () => {
    server = await testServer({ TRUSTED_PROXIES: '127.0.0.1' });
    people = await personas(server);
  });

  after(() => server.close());

  async function send(
    route: string,
    about: World,
    by: { who: Persona; cookie: string },
    from: Record<string, string> = OWN_PAGE,
  ): Promise<RawAnswer> {
    const [method = '', pattern = ''] = route.split(' ');
    const path = pattern.replace(/\{(\w+)\}/g, (_, key: keyof World) => about[key]);
    const isUpload = path.startsWith('/api/uploads');
    const body = ROWS[route]?.[1]?.(about, people.emailOf(by.who));
    const json = body !== undefined && { 'content-type': 'application/json' };
    sent += 1;
    const headers = {
      ...from,
      // Who asks how often is tested elsewhere: each request comes from an address of its own.
      'x-forwarded-for': `10.20.${sent >> 8}.${sent & 255}`,
      ...(by.cookie && { cookie: by.cookie }),
      ...(isUpload ? uploadHeaders(method) : json),
      'idempotency-key': randomUUID(),
    };
    const wanted = method === 'PATCH' && isUpload ? 'o poza nu' : body && JSON.stringify(body);
    await server.database.pool.query('delete from rate_limits');
    return sendRaw(server.url, { method, path, headers, body: wanted as string | undefined });
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
  function cells(holds: (cell: Cell) => boolean): { route: string; who: Persona; cell: Cell }[] {
    return Object.entries(ROWS).flatMap(([route, [row]]) =>
      PERSONAS.map((who) => ({ route, who, cell: row[who] })).filter(({ cell }) => holds(cell)),
    );
  }

  it('has a line for every route of the running server, and no line for anything else', async () => {
    const description = await (await people.owner.fetch('/api/openapi.json')).json();
    const described = Object.entries<object>(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const lines = Object.keys(ROWS).map((route) => route.replace('{spareLot}', '{batchId}'));
    assert.deepEqual([...described, ...OUTSIDE_CONTRACT].sort(), lines.sort());
  });

  it('refuses who may not, tells them nothing, and leaves every row and every file as it was', async () => {
    const cookies = new Map<Persona, string>();
    for (const who of PERSONAS) cookies.set(who, await people.cookieOf(who));
    const [rows, files] = [await everyRow(server), await everyFile(server)];
    const refused = cells((cell) => typeof cell === 'string');
    assert.ok(refused.length > 100 && Object.keys(rows).length > 15 && Object.keys(files).length > 5);
    for (const { route, who, cell } of refused) {
      const by = { who, cookie: cookies.get(who) ?? '' };
      const answer = await send(route, people.world, by);
      matches(cell, answer, `${route} by ${who}`);
      // About what is another's exactly as about what does not exist.
      if (who !== 'owner')
        assert.equal((await send(route, NOBODY, by)).text, answer.text, `${route} by ${who}`);
      assert.deepEqual(await everyRow(server), rows, `${route} by ${who}`);
    }
    assert.deepEqual(await everyFile(server), files);
  });

  it('refuses every change that another site asks for in the owner’s name', async () => {
    const by = { who: 'owner', cookie: await people.cookieOf('owner') } as const;
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
        matches('http/cross-site', await send(route, people.world, by, from), `${route} from elsewhere`);
    assert.deepEqual(await everyRow(server), rows);
  });

  it('lets everybody do what is theirs', async () => {
    const allowed = cells((cell) => typeof cell === 'number');
    const ordered = [
      ...allowed.filter(({ who }) => who !== 'owner'),
      ...allowed.filter(({ who }) => who === 'owner'),
    ];
    for (const { route, who, cell } of ordered) {
      const answer = await send(route, people.world, { who, cookie: await people.cookieOf(who) });
      matches(cell, answer, `${route} by ${who}`);
      if (!route.endsWith('/start')) continue;
      people.owner.cookie = await people.cookieOf('owner');
      await runEnded(people.owner, people.world.batchId);
    }
  });
});
