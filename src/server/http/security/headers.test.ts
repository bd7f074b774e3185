import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { login } from '#contract/auth.ts';
import { httpServer } from '#server/http/server.ts';
import { uploadPhotos } from '#testing/files/photos.ts';
import { type RawAnswer, sendRaw } from '#testing/requests/raw-request.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { type Client, PASSWORD, type TestServer, testServer } from '#testing/server.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';
import { unusedPort } from '#testing/unused-port.ts';

const log = { info: () => {}, warn: () => {}, error: () => {} };

function assertShielded({ headers, text }: RawAnswer, policy: RegExp): void {
  assert.match(String(headers['content-security-policy']), policy);
  assert.doesNotMatch(String(headers['content-security-policy']), /unsafe|\*/);
  // Without card payments no form leaves; the policy of files allows nothing at all.
  assert.match(String(headers['content-security-policy']), /; (form-action 'self'; |.*sandbox$)/);
  assert.match(String(headers['content-security-policy']), /; base-uri 'none'; frame-ancestors 'none'/);
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['x-frame-options'], 'DENY');
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin-allow-popups');
  assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
  assert.equal(headers['referrer-policy'], 'strict-origin');
  assert.match(String(headers['permissions-policy']), /microphone=\(\)/);
  // Every response with text names its charset.
  const type = String(headers['content-type'] ?? '');
  if (text !== '') assert.notEqual(type, '');
  if (/^text\/|json|javascript|xml/.test(type)) assert.match(type, /; ?charset=utf-8$/i);
  for (const banner of ['server', 'x-powered-by', 'via', 'access-control-allow-origin'])
    assert.equal(headers[banner], undefined, banner);
}

type Tag = { scripts: string[]; hits: string[] };

const PAGE = /^default-src 'none'; script-src 'self';.*frame-ancestors 'none'/;
const FILE = /^default-src 'none';.*frame-ancestors 'none'; sandbox$/;

describe('headers', () => {
  let server: TestServer;
  let user: Client & { uid: string };
  let photoId = '';
  let batchId = '';
  let resultId = '';

  before(async () => {
    server = await testServer();
    user = await server.newUser();
    [photoId = ''] = await uploadPhotos(user, [1]);
    const batch = await newBatch(user, { name: 'Șină și țeavă', photoIds: [photoId] });
    batchId = batch.id;
    await startRun(user, batchId, { photoIds: [photoId], cost: 1 });
    resultId = Object.keys((await runEnded(user, batchId)).results)[0] ?? '';
  });

  after(() => server.close());

  const get = (path: string, headers: Record<string, string> = {}) =>
    sendRaw(server.url, { method: 'GET', path, headers: { cookie: user.cookie, ...headers } });

  it('shield every response of the API, which is never cached', async () => {
    const paths = [
      '/api/users/me',
      '/api/photos',
      `/api/batches/${batchId}`,
      '/api/openapi.json',
      '/healthz',
      '/livez',
      '/readyz',
    ];
    const refused = [
      '/api/nimic',
      '/api/photos/%00',
      '/api/photos?trash=7',
      `/api/batches/lot_${'a'.repeat(26)}`,
    ];
    for (const path of [...paths, ...refused]) {
      const answer = await get(path);
      assert.equal(answer.status >= 400, refused.includes(path), path);
      assertShielded(answer, PAGE);
      assert.equal(answer.headers['cache-control'], 'no-store', path);
      assert.match(String(answer.headers['content-type']), /^application\/json;/, path);
    }
    for (const path of ['/api/users/me', '/%']) assertShielded(await get(path, { cookie: '' }), PAGE);
  });

  it('shield the resumable upload and the live stream, which are never cached either', async () => {
    const headers = { cookie: user.cookie, 'sec-fetch-site': 'same-origin', 'tus-resumable': '1.0.0' };
    const created = await sendRaw(server.url, {
      method: 'POST',
      path: '/api/uploads',
      headers: { ...headers, 'upload-length': '3' },
    });
    assert.equal(created.status, 201);
    const asked = await sendRaw(server.url, {
      method: 'HEAD',
      path: String(created.headers.location),
      headers,
    });
    assert.equal(asked.status, 200);
    const refused = await sendRaw(server.url, { method: 'POST', path: '/api/uploads', headers });
    assert.equal(refused.status, 400);
    for (const answer of [created, asked, refused, await get('/api/live')]) {
      assertShielded(answer, PAGE);
      assert.equal(answer.headers['cache-control'], 'no-store');
    }
  });

  it('let a stored file be a picture and nothing else, kept by its owner’s browser only', async () => {
    const files = [
      ['thumbnail', 'image/webp'],
      ['proxy', 'image/jpeg'],
      ['original', 'image/jpeg'],
    ].map(([kind, type]) => [`/api/photos/${photoId}/${kind}`, type] as const);
    const results = [
      [`/api/results/${resultId}/file`, 'image/jpeg'],
      [`/api/results/${resultId}/thumbnail`, 'image/webp'],
    ] as const;
    for (const [path, type] of [...files, ...results]) {
      const answer = await get(path);
      assert.equal(answer.status, 200, path);
      assert.equal(answer.headers['content-type'], type);
      assert.match(String(answer.headers['cache-control']), /^private, /);
      assert.equal(answer.headers.vary, 'Cookie');
      assertShielded(answer, FILE);
    }
  });

  it('give originals and downloads only as attachments, under their own names', async () => {
    const original = await get(`/api/photos/${photoId}/original`);
    assert.match(String(original.headers['content-disposition']), /^attachment; filename="poza-1.jpg"/);
    const shown = await get(`/api/results/${resultId}/file`);
    assert.equal(shown.headers['content-disposition'], undefined);
    const saved = await get(`/api/results/${resultId}/file?download=1`);
    assert.equal(
      saved.headers['content-disposition'],
      `attachment; filename="Sina si teava_01.jpg"; filename*=UTF-8''${encodeURIComponent('Șină și țeavă_01.jpg')}`,
    );
    const zip = await get(`/api/batches/${batchId}/zip`);
    assert.match(String(zip.headers['content-disposition']), /^attachment; filename="Sina si teava.zip"/);
    assert.equal(zip.headers['cache-control'], 'private, no-store');
  });
});

describe('headers of the page', () => {
  let folder: TemporaryFolder;
  let url = '';
  let close = async () => {};

  const others = { pictures: [] as string[], forms: [] as string[], tag: { scripts: [], hits: [] } as Tag };

  before(async () => {
    folder = await makeTemporaryFolder();
    await mkdir(join(folder.path, 'assets'));
    // Like the server of a checkout: it is not for browsers.
    await mkdir(join(folder.path, '.git'));
    await writeFile(join(folder.path, '.git', 'config'), 'secret');
    await writeFile(join(folder.path, 'measure.html'), '<!doctype html><title>Fotolot</title>');
    await writeFile(join(folder.path, 'index.html'), '<!doctype html><title>Fotolot</title>');
    await writeFile(join(folder.path, 'assets', 'main-abc123.js'), 'export {};');
    const { fastify } = await httpServer({
      log,
      keyedHash: () => '',
      publicOrigin: null,
      listensOn: '127.0.0.1',
      trustedProxies: [],
      webFolder: folder.path,
      otherOrigins: () => others,
      health: { isReady: async () => true, listMissing: async () => [] },
    });
    url = await fastify.listen({ port: 0, host: '127.0.0.1' });
    close = () => fastify.close();
  });

  after(async () => {
    await close();
    await folder.remove();
  });

  it('shield it, and let no browser show an old one', async () => {
    for (const path of ['/', '/process/lot_abc', '/login?redirect=/upload', '/index.html']) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await sendRaw(url, { method, path });
        assert.equal(answer.status, 200, `${method} ${path}`);
        assert.match(String(answer.headers['content-type']), /^text\/html/);
        assert.equal(answer.headers['cache-control'], 'no-cache');
        assertShielded(answer, PAGE);
      }
    }
  });

  it('let forms and pictures reach what the adapters name, and nothing else', async () => {
    others.forms = ['http://127.0.0.1:4711'];
    others.pictures = ['https://pictures.example'];
    const answer = await sendRaw(url, { method: 'GET', path: '/' });
    others.forms = others.pictures = [];
    const policy = String(answer.headers['content-security-policy']).split('; ');
    assert.deepEqual(
      policy.filter((rule) => /:\/\//.test(rule)),
      ["img-src 'self' blob: data: https://pictures.example", "form-action 'self' http://127.0.0.1:4711"],
    );
  });

  it('let Google’s tag into the one document that counts, framed by our own pages alone, and never into a page', async () => {
    others.tag = { scripts: ['https://tag.example'], hits: ['https://*.hits.example'] };
    const [counting, page] = [
      await sendRaw(url, { method: 'GET', path: '/measure.html' }),
      await sendRaw(url, { method: 'GET', path: '/pricing' }),
    ];
    others.tag = { scripts: [], hits: [] };
    assert.equal(
      counting.headers['content-security-policy'],
      "default-src 'none'; script-src 'self' https://tag.example; img-src 'self' https://*.hits.example; " +
        "connect-src 'self' https://*.hits.example; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
    );
    assert.equal(counting.headers['x-frame-options'], 'SAMEORIGIN');
    assert.equal(counting.headers['cache-control'], 'no-store');
    const policy = String(page.headers['content-security-policy']);
    assert.doesNotMatch(policy, /tag\.example|hits\.example/);
    assert.match(policy, /; frame-src 'self';/);
    assertShielded(page, PAGE);
  });

  it('let no tag in while there are no statistics', async () => {
    const { headers } = await sendRaw(url, { method: 'GET', path: '/measure.html' });
    assert.doesNotMatch(String(headers['content-security-policy']), /https?:/);
  });

  it('say 404 with the page for what has none: unknown addresses, source control; no list of a folder', async () => {
    const { text } = await sendRaw(url, { method: 'GET', path: '/' });
    const hidden = ['/.git/config', '/.git/', '/%2egit/config', '/.svn/entries', '/../.git/config'];
    for (const path of [...hidden, '/nope', '/process', '/admin/nope?x=1', '/legal/nope', '/robots.txt/x']) {
      const answer = await sendRaw(url, { method: 'GET', path });
      assert.deepEqual([answer.status, answer.text], [404, text], path);
      assert.equal(answer.headers['cache-control'], 'no-cache');
      assertShielded(answer, PAGE);
    }
    for (const path of ['/assets', '/assets/'])
      assert.equal((await sendRaw(url, { method: 'GET', path })).status, 404, path);
  });

  it('let hashed files be kept for ever, and say 404 for those that are not there', async () => {
    const there = await sendRaw(url, { method: 'GET', path: '/assets/main-abc123.js' });
    assert.equal(there.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.match(String(there.headers['content-type']), /javascript;/);
    assertShielded(there, PAGE);
    for (const path of [
      '/assets/main-old.js',
      '/assets/../../package.json',
      '/assets/%2e%2e/%2e%2e/package.json',
    ]) {
      const { status, text } = await sendRaw(url, { method: 'GET', path });
      assert.equal(status, 404, path);
      assert.equal(JSON.parse(text).code, 'http/not-found');
    }
  });
});

describe('headers behind https', () => {
  let server: TestServer;
  let direct = '';

  before(async () => {
    const port = await unusedPort();
    server = await testServer({ PORT: String(port), PUBLIC_URL: 'https://fotolot.example', ALLOW_DEMO: '1' });
    direct = `http://127.0.0.1:${port}`;
  });

  after(() => server.close());

  it('ask for https for ever and keep the session in a __Host- cookie', async () => {
    const body = JSON.stringify({ email: 'om@fotolot.example', password: PASSWORD });
    const headers = {
      host: 'fotolot.example',
      'content-type': 'application/json',
      origin: 'https://fotolot.example',
    };
    const path = '/api/auth/register';
    const answer = await sendRaw(direct, { method: 'POST', path, headers, body });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers['strict-transport-security'], 'max-age=63072000; includeSubDomains');
    const [cookie = ''] = answer.headers['set-cookie'] as string[];
    assert.match(cookie, /^__Host-sid=[\w-]{43};/);
    for (const flag of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/'])
      assert.ok(cookie.split('; ').includes(flag), `${flag}: ${cookie}`);
    assert.doesNotMatch(cookie, /domain/i);
  });

  it('keep a phone’s link in a cookie that is for its own routes alone', async () => {
    const origin = { host: 'fotolot.example', origin: 'https://fotolot.example' };
    const post = async (path: string, body: object, cookie = '') => {
      const headers = { ...origin, cookie, 'content-type': 'application/json' };
      return sendRaw(direct, { method: 'POST', path, headers, body: JSON.stringify(body) });
    };
    const { headers } = await post('/api/auth/register', {
      email: 'lot@fotolot.example',
      password: PASSWORD,
    });
    const [session = ''] = (headers['set-cookie'] as string[])[0]?.split(';') ?? [];
    const { id } = JSON.parse((await post('/api/batches', {}, session)).text);
    const asked = {
      method: 'POST',
      path: `/api/batches/${id}/phone-link`,
      headers: { ...origin, cookie: session },
    };
    const { key } = JSON.parse((await sendRaw(direct, asked)).text);
    const opened = await post('/api/phone/open', { key });
    const [cookie = ''] = opened.headers['set-cookie'] as string[];
    assert.match(
      cookie,
      /^__Secure-phone=[0-9a-f]{64}; Max-Age=2400; Path=\/api\/phone; HttpOnly; Secure; SameSite=Strict$/,
    );
    const other = await sendRaw(direct, { ...asked, path: `/api/batches/${id}/result-link` });
    const read = await post('/api/phone-results/open', { key: JSON.parse(other.text).key });
    const [results = ''] = read.headers['set-cookie'] as string[];
    assert.match(
      results,
      /^__Secure-results=[0-9a-f]{64}; Max-Age=1800; Path=\/api\/phone-results; HttpOnly; Secure; SameSite=Strict$/,
    );
  });

  it('believe no other origin than the public one', async () => {
    const body = JSON.stringify({ email: 'om@fotolot.example', password: PASSWORD });
    const headers = { host: 'fotolot.example', 'content-type': 'application/json', origin: direct };
    const { status } = await sendRaw(direct, { method: login.method, path: login.path, headers, body });
    assert.equal(status, 403);
  });
});
