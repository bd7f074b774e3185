import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { suspendUser } from '#contract/admin/admin-actions.ts';
import { endApiKey, listApiKeys, makeApiKey } from '#contract/api/keys.ts';
import { makeWebhook } from '#contract/api/webhooks.ts';
import { deleteAccount } from '#contract/deletion.ts';
import { MOST_KEYS } from '#domain/users/api-keys.ts';
import { exportTable } from '#server/account/export/export-data-view.ts';
import { makeKey, ProgramClient } from '#testing/accounts/programs.ts';
import { type Client, endedSessions, pollUntil, type TestServer, testServer } from '#testing/server.ts';

describe('an API key', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  const sql = (text: string, values: unknown[] = []) => server.database.pool.query(text, values);
  const program = (secret: string) => new ProgramClient(server.url, secret);
  const read = (secret: string) => program(secret).fetch('/api/v1/credits');
  const hears = async (answer: Promise<Response>, status: number, code: string) => {
    const response = await answer;
    deepEqual([response.status, (await response.json()).code], [status, code]);
  };
  const make = (client: Client, name = 'Depozit') =>
    client.call(makeApiKey, { body: { name, kind: 'read' } });

  it('is told once, is known by its beginning, and is stored as a hash alone', async () => {
    const ana = await server.newUser();
    await sql("update users set plan = 'pro', email_verified_at = now() where id = $1", [ana.uid]);
    const { secret, key } = await make(ana, '  Depozit\u200b ');
    match(secret, /^fot_[\w-]{43}$/);
    deepEqual([key.name, key.kind, key.usedAt], ['Depozit', 'read', null]);
    const { keys, areAwake } = await ana.call(listApiKeys, {});
    deepEqual([keys, areAwake], [[key], true]);
    const { rows } = await sql('select t::text as row from api_keys t where user_id = $1', [ana.uid]);
    equal(rows.length, 1);
    ok(!rows[0].row.includes(secret) && !JSON.stringify(keys).includes(secret));
  });

  it('says when a program used it last', async () => {
    const { secret, id } = await makeKey(server, await server.newUser());
    equal((await read(secret)).status, 200);
    const { rows } = await sql('select used_at from api_keys where id = $1', [id]);
    ok(rows[0].used_at !== null);
  });

  it('is made on a plan that brings keys alone, after a fresh proof, at most 20 of them', async () => {
    const ana = await server.newUser();
    await sql('update users set email_verified_at = now() where id = $1', [ana.uid]);
    await rejects(make(ana), { status: 403, code: 'users/keys-need-plan' });
    await sql("update users set plan = 'basic' where id = $1", [ana.uid]);
    await rejects(make(ana), { code: 'users/keys-need-plan' });
    await sql("update users set plan = 'dealer' where id = $1", [ana.uid]);
    await rejects(make(ana, '  '), { code: 'http/bad-request' });
    for (let made = 0; made < MOST_KEYS; made += 1) await make(ana);
    await rejects(make(ana), { status: 409, code: 'users/too-many-keys' });
    await sql("update sessions set proved_at = now() - interval '11 minutes' where user_id = $1", [ana.uid]);
    await rejects(make(ana), { code: 'auth/proof-required' });
  });

  it('sleeps while the plan that brings it is over, and wakes with the next one or with a trial', async () => {
    const ana = await server.newUser();
    const { secret } = await makeKey(server, ana);
    await sql("update users set subscription_expires_at = now() - interval '1 minute' where id = $1", [
      ana.uid,
    ]);
    await hears(read(secret), 403, 'auth/key-asleep');
    equal((await ana.call(listApiKeys, {})).areAwake, false);
    await sql("update users set trial_expires_at = now() + interval '1 day' where id = $1", [ana.uid]);
    equal((await read(secret)).status, 200);
  });

  it('ends when its owner withdraws it, and what it is reading or sending is cut', async () => {
    const [ana, other] = [await server.newUser(), await server.newUser()];
    const { secret, id } = await makeKey(server, ana);
    const params = { keyId: id };
    await rejects(other.call(endApiKey, { params }), { status: 404, code: 'http/not-found' });
    const ended = endedSessions(server, ana.uid);
    await ana.call(endApiKey, { params });
    await hears(read(secret), 401, 'auth/key-required');
    await pollUntil(
      async () => ended,
      (all) => all.includes(id),
    );
    await rejects(ana.call(endApiKey, { params }), { code: 'http/not-found' });
  });

  it('ends with the suspension of its account, as a webhook does, and is not back after it', async () => {
    const [ana, admin] = [await server.newUser(), await server.newUser()];
    const { secret } = await makeKey(server, ana);
    await ana.call(makeWebhook, { body: { url: 'http://127.0.0.1:1/', events: ['lot.done'] } });
    await sql("update users set role = 'admin' where id = $1", [admin.uid]);
    await admin.call(suspendUser, { params: { userId: ana.uid }, body: { reason: 'Cerere la telefon' } });
    await hears(read(secret), 401, 'auth/key-required');
    equal((await sql('select from webhooks where user_id = $1', [ana.uid])).rowCount, 0);
    await sql('update users set suspended_at = null where id = $1', [ana.uid]);
    await hears(read(secret), 401, 'auth/key-required');
  });

  it('stands in its owner’s archive without what opens anything, and goes with the account', async () => {
    const ana = await server.newUser();
    const { secret, id } = await makeKey(server, ana);
    const [row] = JSON.parse(await exportTable(server.app, 'api_keys', ana.uid));
    deepEqual([row.id, row.name, 'key_hash' in row], [id, 'Cheie work', false]);
    await ana.call(deleteAccount, {});
    await hears(read(secret), 401, 'auth/key-required');
    equal((await sql('select from api_keys where user_id = $1', [ana.uid])).rowCount, 0);
  });
});
