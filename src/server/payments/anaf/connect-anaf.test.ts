import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import * as contract from '#contract/admin/admin-anaf.ts';
import { dumpDatabase } from '#server/adapters/database/dump.ts';
import { openPairs } from '#server/payments/anaf/anaf-pair.ts';
import { findAnaf } from '#server/payments/anaf/anaf-store.ts';
import { findPeriod } from '#server/payments/store/sending-store.ts';
import {
  type AnafServer,
  anafServer,
  CIF,
  HOLDER,
  NO_RIGHT,
  NO_SERVICE,
} from '#testing/accounts/anaf-server.ts';
import type { Client } from '#testing/server.ts';

describe('connecting ANAF', () => {
  let server: AnafServer;
  let admin: Client & { uid: string };
  const lines: string[] = [];
  before(async () => {
    server = await anafServer({}, (line) => lines.push(line));
  });
  after(() => server.close());
  beforeEach(async () => {
    await server.setFaults({});
    await sql('delete from anaf_connection');
    await sql('delete from anaf_grant');
    admin = await server.newAdmin();
  });

  const sql = async (text: string, values: unknown[] = []) =>
    (await server.database.pool.query(text, values)).rows;
  const read = (by: Client = admin) => by.call(contract.readAnaf, {});
  const readPairs = async () => {
    const held = await findAnaf(server.app.db);
    return held && openPairs(server.app, held);
  };

  it('lasts a year, says for whom and until when, and stands in the log', async () => {
    const none = {
      mode: 'stand-in',
      cif: CIF,
      state: 'none',
      connectedAt: null,
      until: null,
      endsSoon: false,
      words: null,
    };
    deepEqual(await read(), none);
    equal(await server.connect(admin), 'connected');
    const connected = await read();
    deepEqual([connected.state, connected.endsSoon, connected.words], ['connected', false, null]);
    const days = (Date.parse(connected.until ?? '') - Date.now()) / 86_400_000;
    ok(days > 364.9 && days < 365.1, `${days} days`);
    const [act] = await sql(
      `select kind, details, admin_id from admin_acts order by created_at desc limit 1`,
    );
    deepEqual([act.kind, act.details.cif, act.admin_id], ['anaf-connected', CIF, admin.uid]);
  });

  it('begins sending with the connection itself, whatever ANAF says of the right; another connection begins none anew', async () => {
    for (const { outcome, certificate, faults } of [
      { outcome: 'connected', certificate: HOLDER, faults: {} },
      { outcome: 'unproven', certificate: HOLDER, faults: { lists: '500' } },
      { outcome: 'no-right', certificate: NO_RIGHT, faults: {} },
    ]) {
      await sql('delete from anaf_connection');
      await sql('delete from efactura_periods');
      await server.setFaults(faults);
      equal(await server.connect(admin, certificate), outcome);
      const [{ connected_at: connectedAt }] = await sql('select connected_at from anaf_connection');
      const period = { base: 'stand-in', beganAt: connectedAt };
      deepEqual(await findPeriod(server.app.db), period);
      await server.setFaults({});
      equal(await server.connect(admin), 'connected');
      deepEqual(await findPeriod(server.app.db), period);
    }
  });

  it('takes the state that it gave: once, for a quarter of an hour, in the session of the admin who began', async () => {
    const callback = await server.consent(admin, HOLDER);
    const other = await server.newAdmin();
    const person = await server.newUser();
    for (const client of [other, person, server.client()])
      equal(await server.comeBack(client, callback), 'expired');
    equal((await read()).state, 'none');
    equal(await server.comeBack(admin, callback), 'connected');
    equal(await server.comeBack(admin, callback), 'expired');
    const late = await server.consent(admin, HOLDER);
    await sql("update anaf_attempts set begun_at = now() - interval '15 minutes'");
    equal(await server.comeBack(admin, late), 'expired');
  });

  it('works where no state comes back: within a minute, and once', async () => {
    await server.setFaults({ callback: 'without-state' });
    const callback = await server.consent(admin, HOLDER);
    equal(callback.searchParams.has('state'), false);
    const other = await server.newAdmin();
    equal(await server.comeBack(other, callback), 'expired');
    equal(await server.comeBack(admin, callback), 'connected');
    equal(await server.comeBack(admin, callback), 'expired');
    const late = await server.consent(admin, HOLDER);
    await sql("update anaf_attempts set begun_at = now() - interval '61 seconds'");
    equal(await server.comeBack(admin, late), 'expired');
  });

  it('refuses a foreign state, also while a visit of its own waits', async () => {
    await server.setFaults({ callback: 'foreign-state' });
    const callback = await server.consent(admin, HOLDER);
    equal(await server.comeBack(admin, callback), 'expired');
    equal((await read()).state, 'none');
  });

  it('is not done for an admin who no longer is one', async () => {
    const callback = await server.consent(admin, HOLDER);
    await sql(`update users set role = 'user' where id = $1`, [admin.uid]);
    equal(await server.comeBack(admin, callback), 'expired');
  });

  it('says at once that the right is missing, in ANAF’s own sentence, and that it has come', async () => {
    equal(await server.connect(admin, NO_RIGHT), 'no-right');
    const missing = await read();
    equal(missing.state, 'no-right');
    match(missing.words ?? '', /drept in SPV/u);
    await server.sim(`/certificates/${NO_RIGHT}`, { cifs: [CIF] }, 'PUT');
    equal((await admin.call(contract.checkAnaf, {})).state, 'connected');
    await server.sim(`/certificates/${NO_RIGHT}`, { cifs: [] }, 'PUT');
    equal((await admin.call(contract.checkAnaf, {})).state, 'no-right');
    equal(await server.connect(admin, NO_SERVICE), 'no-right');
  });

  it('keeps the access where ANAF gives it and then says nothing of the right', async () => {
    await server.setFaults({ lists: '500' });
    equal(await server.connect(admin), 'unproven');
    equal((await read()).state, 'connected');
    await rejects(admin.call(contract.checkAnaf, {}), { code: 'payments/anaf-away' });
  });

  it('stores nothing where the admin gives up, or ANAF refuses or does not answer', async () => {
    equal(await server.comeBack(admin, await server.consent(admin, null)), 'refused');
    for (const [name, value, outcome] of [
      ['code', '', 'failed'],
      ['code', 'inventat', 'failed'],
      ['error', 'server_error', 'failed'],
    ] as const) {
      const callback = await server.consent(admin, HOLDER);
      callback.searchParams.set(name, value);
      equal(await server.comeBack(admin, callback), outcome);
    }
    for (const [fault, outcome] of [
      ['500', 'away'],
      ['html', 'away'],
      ['lost-answer', 'away'],
      ['invalid_grant', 'failed'],
    ]) {
      const callback = await server.consent(admin, HOLDER);
      await server.setFaults({ token: fault });
      equal(await server.comeBack(admin, callback), outcome);
      await server.setFaults({});
    }
    equal((await read()).state, 'none');
  });

  it('replaces an earlier connection, also when two admins come back at once', async () => {
    equal(await server.connect(admin), 'connected');
    const first = (await readPairs())?.current.accessToken;
    const other = await server.newAdmin();
    const callbacks = [await server.consent(admin, HOLDER), await server.consent(other, HOLDER)] as const;
    const outcomes = await Promise.all([
      server.comeBack(admin, callbacks[0]),
      server.comeBack(other, callbacks[1]),
    ]);
    deepEqual(outcomes, ['connected', 'connected']);
    const [{ count }] = await sql('select count(*)::int as count from anaf_connection');
    equal(count, 1);
    const pairs = await readPairs();
    ok(pairs !== null && pairs.current.accessToken !== first && pairs.before === null);
  });

  it('ends by an admin with a reason, and leaves no token', async () => {
    equal(await server.connect(admin), 'connected');
    const gone = await admin.call(contract.disconnectAnaf, { body: { reason: 'Schimbăm certificatul' } });
    equal(gone.state, 'none');
    deepEqual(await sql('select * from anaf_grant'), []);
    const [act] = await sql(`select kind, reason from admin_acts order by created_at desc limit 1`);
    deepEqual(act, { kind: 'anaf-disconnected', reason: 'Schimbăm certificatul' });
    const off = { code: 'payments/anaf-not-connected' };
    await rejects(admin.call(contract.disconnectAnaf, { body: { reason: 'Încă o dată' } }), off);
    await rejects(admin.call(contract.checkAnaf, {}), off);
  });

  it('asks for a fresh proof of identity', async () => {
    await sql(`update sessions set proved_at = now() - interval '1 day' where user_id = $1`, [admin.uid]);
    await rejects(admin.call(contract.beginAnaf, {}), { code: 'auth/proof-required' });
    await rejects(admin.call(contract.disconnectAnaf, { body: { reason: 'Motiv' } }), {
      code: 'auth/proof-required',
    });
  });

  it('leaves tokens in no log, answer, row or dump; a restored copy has to be connected again', async () => {
    equal(await server.connect(admin), 'connected');
    await admin.call(contract.checkAnaf, {});
    const pairs = await readPairs();
    const secrets = [pairs?.current.accessToken, pairs?.current.refreshToken].map((each) => each ?? '');
    ok(secrets.every((each) => each.length > 40));
    const [{ sealed }] = await sql('select sealed from anaf_grant');
    const folder = await mkdtemp(join(tmpdir(), 'fotolot-dump-'));
    const dump = await dumpDatabase(server.database.url, folder, []);
    equal(
      dump.tables.some(({ name }) => name === 'anaf_grant'),
      false,
    );
    const files = await Promise.all(
      (await readdir(folder)).map(async (name) => gunzipSync(await readFile(join(folder, name))).toString()),
    );
    await rm(folder, { recursive: true });
    const shown = JSON.stringify([
      await read(),
      await sql('select * from anaf_connection, admin_acts, mails'),
    ]);
    const rows = JSON.stringify(await sql('select * from anaf_grant'));
    for (const secret of secrets)
      for (const text of [lines.join('\n'), shown, rows, ...files]) equal(text.includes(secret), false);
    for (const text of [lines.join('\n'), shown, ...files]) equal(text.includes(sealed), false);
    await sql('delete from anaf_grant');
    deepEqual([(await read()).state, (await read()).until], ['again', null]);
    equal(await server.connect(admin), 'connected');
  });
});
