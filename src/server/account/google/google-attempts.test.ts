import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type GoogleServer, googleServer } from '#testing/accounts/google-server.ts';
import { GoogleVisitor } from '#testing/accounts/google-visitor.ts';
import { sendRaw } from '#testing/requests/raw-request.ts';
import { unusedPort } from '#testing/unused-port.ts';

const ANA = { email: 'ana.pop@gmail.com' };
const FAILED = '/login?google=failed';

describe('the way through Google', () => {
  let server: GoogleServer;
  before(async () => {
    server = await googleServer();
  });
  after(() => server.close());
  beforeEach(() => server.database.pool.query('delete from rate_limits'));

  /** Opens a callback and checks that it opens no session. */
  async function isRefused(visitor: GoogleVisitor, callback: URL): Promise<void> {
    visitor.cookies.delete('sid');
    const { status, headers } = await visitor.sendOneRequest(callback);
    deepEqual([status, headers.get('location')], [302, FAILED]);
    equal(visitor.cookies.has('sid'), false);
  }

  it('is bound to the browser by a short-lived cookie that no script reads', async () => {
    const { headers } = await new GoogleVisitor().sendOneRequest(
      `${server.url}/api/auth/google/start?mode=popup`,
    );
    const [cookie = ''] = headers.getSetCookie();
    const [value = '', ...flags] = cookie.split('; ');
    match(value, /^google=[\w-]{43}$/);
    deepEqual(flags.sort(), ['HttpOnly', 'Max-Age=600', 'Path=/', 'SameSite=Lax']);
    equal(headers.get('cache-control'), 'no-store');
  });

  it('stores of state and cookie only hashes', async () => {
    const visitor = new GoogleVisitor();
    const url = await server.start(visitor);
    const { rows } = await server.database.pool.query('select a::text as row from google_attempts a');
    const secrets = [url.searchParams.get('state') ?? '', visitor.cookies.get('google') ?? ''];
    ok(rows.length > 0 && secrets.every((secret) => secret.length === 43));
    for (const secret of secrets) equal(rows.filter(({ row }) => row.includes(secret)).length, 0);
  });

  it('ends only in the browser that began it', async () => {
    const { visitor, callback } = await server.comeBack(ANA);
    await isRefused(new GoogleVisitor(), callback);
    const other = new GoogleVisitor();
    await server.start(other);
    await isRefused(other, callback);
    equal((await visitor.sendOneRequest(callback)).headers.get('location'), '/dashboard');
  });

  it('ends once, and within ten minutes', async () => {
    const first = await server.comeBack(ANA);
    await first.visitor.sendOneRequest(first.callback);
    ok(await server.whoIs(first.visitor));
    await isRefused(first.visitor, first.callback);
    const late = await server.comeBack(ANA);
    await server.database.pool.query("update google_attempts set expires_at = now() - interval '1 second'");
    await isRefused(late.visitor, late.callback);
  });

  it('takes no code of another attempt, no invented state and no response of another issuer', async () => {
    const changed = async (change: (query: URLSearchParams) => void) => {
      const { visitor, callback } = await server.comeBack(ANA);
      change(callback.searchParams);
      await isRefused(visitor, callback);
    };
    const other = await server.comeBack({ email: 'alt.om@gmail.com' });
    await changed((query) => query.set('code', other.callback.searchParams.get('code') ?? ''));
    await changed((query) => query.set('code', 'inventat'));
    await changed((query) => query.set('state', 'inventat'));
    await changed((query) => query.delete('state'));
    await changed((query) => query.set('iss', 'https://accounts.google.com'));
    await changed((query) => query.delete('iss'));
    await changed((query) => query.append('code', 'si-altul'));
  });

  it('takes no response whose nonce or PKCE verifier is another attempt’s', async () => {
    for (const column of ['nonce', 'verifier']) {
      const { visitor, callback } = await server.comeBack(ANA);
      await server.database.pool.query(`update google_attempts set ${column} = repeat('x', 43)`);
      await isRefused(visitor, callback);
    }
  });

  it('lets two ways of one browser end, in any order', async () => {
    const visitor = new GoogleVisitor();
    const popup = await server.comeBack(ANA, { visitor, mode: 'popup' });
    const full = await server.comeBack(ANA, { visitor, redirect: '/upload' });
    equal((await visitor.sendOneRequest(full.callback)).headers.get('location'), '/upload');
    equal((await visitor.sendOneRequest(popup.callback)).headers.get('location'), '/google-popup.html#done');
  });

  it('leads back to one of our own pages and nowhere else', async () => {
    const visitor = new GoogleVisitor();
    const said: [string, string][] = [
      ['/process/lot_1?pas=2#jos', '/process/lot_1?pas=2#jos'],
      ['//rau.example/gallery', '/dashboard'],
      ['/\\rau.example/gallery', '/dashboard'],
      ['https://rau.example/gallery', '/dashboard'],
      ['/api/auth/logout', '/dashboard'],
      ['/gallery\r\nset-cookie: sid=x', '/dashboard'],
      ['', '/dashboard'],
    ];
    for (const [redirect, landing] of said)
      equal((await server.arrive(ANA, { visitor, redirect })).landing, landing, redirect);
    const { landing } = await server.arrive('cancel', { redirect: '//rau.example/&google=done' });
    const failed = new URL(landing, server.url);
    equal(failed.origin, server.url);
    deepEqual(failed.searchParams.getAll('google'), ['cancelled']);
  });

  it('in a popup ends in a page of our own that keeps the page that waits for it', async () => {
    const { landing, headers } = await server.arrive('cancel', { mode: 'popup', redirect: '/upload' });
    equal(landing, '/google-popup.html#cancelled');
    equal(headers.get('cross-origin-opener-policy'), 'unsafe-none');
  });

  it('comes back to the host it was begun on', async () => {
    const { port } = new URL(server.url);
    const { headers } = await sendRaw(server.url, {
      method: 'GET',
      path: '/api/auth/google/start?mode=redirect',
      headers: { host: `localhost:${port}` },
    });
    const asked = new URL(String(headers.location)).searchParams.get('redirect_uri');
    equal(asked, `http://localhost:${port}/api/auth/google/callback`);
  });

  it('is for 60 starts in a quarter of an hour from one address', async () => {
    const visitor = new GoogleVisitor();
    for (let n = 0; n < 60; n++) notEqual((await server.start(visitor)).origin, server.url);
    const { headers } = await visitor.sendOneRequest(`${server.url}/api/auth/google/start?mode=popup`);
    equal(headers.get('location'), '/google-popup.html#busy');
    const { pathname, search } = await server.start(visitor, { redirect: '/upload' });
    equal(pathname + search, '/login?google=busy&redirect=%2Fupload');
  });

  it('lets pages show the provider’s pictures, and no others', async () => {
    const { headers } = await sendRaw(server.url, { method: 'GET', path: '/api/auth/session' });
    const [, sources = ''] = /img-src ([^;]*)/.exec(String(headers['content-security-policy'])) ?? [];
    match(sources, /^'self' blob: data: http:\/\/127\.0\.0\.1:\d+$/);
  });
});

describe('the way through Google behind https', () => {
  let server: GoogleServer;
  let direct = '';
  before(async () => {
    const port = await unusedPort();
    direct = `http://127.0.0.1:${port}`;
    const env = { PORT: String(port), PUBLIC_URL: 'https://fotolot.example', ALLOW_DEMO: '1' };
    server = await googleServer(env);
  });
  after(() => server.close());

  it('comes back to the public address, with a __Host- cookie', async () => {
    const { headers } = await sendRaw(direct, {
      method: 'GET',
      path: '/api/auth/google/start?mode=redirect',
      headers: { host: 'fotolot.example' },
    });
    const asked = new URL(String(headers.location)).searchParams.get('redirect_uri');
    equal(asked, 'https://fotolot.example/api/auth/google/callback');
    const [cookie = ''] = headers['set-cookie'] as string[];
    match(cookie, /^__Host-google=[\w-]{43};/);
    for (const flag of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/'])
      ok(cookie.split('; ').includes(flag));
  });
});
