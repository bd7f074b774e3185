import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { askVerify } from '#contract/admin/admin-overview.ts';
import { login } from '#contract/auth.ts';
import { needsProof, type Route } from '#contract/route.ts';
import { proveMyself } from '#contract/security.ts';
import { httpContext } from '#server/http/server.ts';
import { buildRoutes } from '#server/routes.ts';
import { type RawRequest, sendRaw } from '#testing/requests/raw-request.ts';
import { type Client, PASSWORD, type TestServer, testServer } from '#testing/server.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
/** Bodies that no route takes. */
const GARBAGE: Readonly<Record<string, Pick<RawRequest, 'headers' | 'body'>>> = {
  nothing: {},
  'an empty body said to be JSON': { headers: JSON_TYPE },
  'half an object': { headers: JSON_TYPE, body: '{"userId":' },
  'another shape': { headers: JSON_TYPE, body: '[{"userId":7}]' },
  'no JSON': { headers: { 'content-type': 'text/plain' }, body: 'userId=7' },
  'far too much': { headers: JSON_TYPE, body: JSON.stringify({ userId: 'a'.repeat(5_000_000) }) },
};

describe('rights come before what was sent', () => {
  let server: TestServer;
  let all: Route[];
  let user: Client;
  let admin: Client & { uid: string };

  before(async () => {
    server = await testServer();
    all = buildRoutes(server.app, httpContext(null)).map(({ route }) => route);
    user = await server.newUser();
    admin = await server.newUser();
    await server.database.pool.query("update users set role = 'admin' where id = $1", [admin.uid]);
  });

  after(() => server.close());

  /** Returns the code and origin of the response to each kind of garbage. */
  async function codes(route: Route, cookie: string): Promise<{ where: string; code: unknown }[]> {
    const path = route.path.replace(/\{\w+\}/g, 'x');
    const answers = Object.entries(GARBAGE).map(async ([kind, { headers, body }]) => {
      const sent = { 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }), ...headers };
      const { text } = await sendRaw(server.url, { method: route.method, path, headers: sent, body });
      // What an admin may read may be a file: no refusal.
      const code = text.startsWith('{') ? JSON.parse(text).code : undefined;
      return { where: `${route.method} ${route.path} with ${kind}`, code };
    });
    return Promise.all(answers);
  }

  it('a request without a session hears that, on every route that asks for it', async () => {
    const guarded = all.filter(({ access }) => access !== 'public');
    assert.ok(guarded.length > 80);
    for (const route of guarded) {
      const isOfPhones = route.access === 'phone' || route.access === 'results';
      const required = route.access === 'key' ? 'auth/key-required' : 'auth/session-required';
      const refusal = isOfPhones ? 'batches/phone-link-over' : required;
      for (const { where, code } of await codes(route, '')) assert.equal(code, refusal, where);
    }
  });

  it('an ordinary user hears that it takes an admin, on every route for admins', async () => {
    const ofAdmins = all.filter(({ access }) => access === 'admin');
    assert.ok(ofAdmins.length > 20);
    for (const route of ofAdmins)
      for (const { where, code } of await codes(route, user.cookie))
        assert.equal(code, route.refusal ?? 'auth/admin-required', where);
  });

  it("setAdminClaim says 'Only admins can set admin claims' to an ordinary user, whatever was sent", async () => {
    for (const { headers, body } of Object.values(GARBAGE)) {
      const { status, text } = await sendRaw(server.url, {
        method: 'POST',
        path: '/api/functions/setAdminClaim',
        headers: { 'sec-fetch-site': 'same-origin', cookie: user.cookie, ...headers },
        body,
      });
      assert.deepEqual([status, JSON.parse(text).message], [403, 'Only admins can set admin claims']);
    }
  });

  it('an admin whose proof is long ago hears that, on every route that changes something, and reads on', async () => {
    const ofAdmins = all.filter(({ access }) => access === 'admin');
    const [read, change] = [ofAdmins.filter(({ method }) => method === 'GET'), ofAdmins.filter(needsProof)];
    assert.deepEqual([read.length + change.length, change.length > 12], [ofAdmins.length, true]);
    const late = server.client();
    await late.call(login, { body: { email: 'om2@fotolot.example', password: PASSWORD } });
    await server.database.pool.query(`update sessions set proved_at = now() - interval '11 minutes'
      where created_at = (select max(created_at) from sessions)`);
    for (const route of change)
      for (const { where, code } of await codes(route, late.cookie))
        assert.equal(code, 'auth/proof-required', where);
    for (const route of read)
      for (const { where, code } of await codes(route, late.cookie))
        assert.notEqual(code, 'auth/proof-required', where);
    await late.call(proveMyself, { body: { password: PASSWORD } });
    await late.call(askVerify, {});
  });

  it('a person with the right hears what is wrong with the request', async () => {
    const taking = all.filter(({ access, body }) => access !== 'public' && access !== 'key' && body);
    assert.ok(taking.length > 40);
    for (const route of taking)
      for (const { where, code } of await codes(route, admin.cookie))
        assert.match(String(code), /^http\/(bad-request|not-found|too-large)$/, where);
  });
});
