import { deepEqual, equal, rejects } from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as contract from '#contract/account/passkeys.ts';
import { beginTotp, confirmTotp, removeSecondFactor, removeTotp } from '#contract/account/second-factor.ts';
import { login } from '#contract/auth.ts';
import { exportTable } from '#server/account/export/export-data-view.ts';
import { Authenticator, addNewPasskey, byName } from '#testing/accounts/authenticator.ts';
import { passkeyHolders } from '#testing/accounts/passkey-holders.ts';
import { beginSignIn, endSignIn, showCode } from '#testing/accounts/second-factor.ts';
import { PASSWORD } from '#testing/server.ts';

const WRONG = { code: 'auth/wrong-passkey', status: 401 };

describe('a passkey that is added or removed', () => {
  const { server, sql, isIn, prove, mailsOf, guarded, verified, factorOf } = passkeyHolders('adaos');

  it('needs a fresh proof, so that a stolen session enrols none; ends the other sessions and is told to the owner', async () => {
    const { email, here, other, uid } = await verified();
    const thief = byName(server().client());
    thief.cookie = here.cookie;
    await sql(`update sessions set proved_at = now() - interval '11 minutes' where user_id = $1`, [uid]);
    const mine = new Authenticator(thief.url);
    const made = { body: { name: 'A hoțului', response: mine.make({ rp: { id: 'localhost' } }) } };
    await rejects(thief.call(contract.beginPasskey, {}), { code: 'auth/proof-required' });
    await rejects(thief.call(contract.addPasskey, made), { code: 'auth/proof-required' });
    await prove(here);
    const { codes } = await addNewPasskey(here);
    equal(new Set(codes).size, 10);
    deepEqual([await isIn(here), await isIn(other)], [true, false]);
    deepEqual(await mailsOf(email), ['sign-in-changed']);
    const [{ id = '' } = {}] = (await factorOf(here))?.passkeys ?? [];
    const params = { passkeyId: id };
    await sql(`update sessions set proved_at = now() - interval '11 minutes' where user_id = $1`, [uid]);
    await rejects(here.call(contract.removePasskey, { params }), { code: 'auth/proof-required' });
    await prove(here);
    await here.call(contract.removePasskey, { params });
    await rejects(here.call(contract.removePasskey, { params }), { code: 'http/not-found' });
    deepEqual(await mailsOf(email), ['sign-in-changed', 'sign-in-changed']);
    await server()
      .client()
      .call(login, { body: { email, password: PASSWORD } });
  });

  it('is refused of another origin or site, unverified, with another session’s challenge, and twice', async () => {
    const { email, here } = await verified();
    const begin = async () => (await here.call(contract.beginPasskey, {})).options;
    const add = (response: contract.PasskeyJson) =>
      here.call(contract.addPasskey, { body: { name: 'Telefon', response } });
    const tries = [
      { origin: 'https://fotolot.example' },
      { rpId: 'fotolot.example' },
      { isUnverified: true },
      { challenge: Buffer.alloc(32).toString('base64url') },
    ];
    for (const lies of tries)
      await rejects(add(new Authenticator(here.url).make(await begin(), lies)), WRONG);
    const elsewhere = byName(server().client());
    await elsewhere.call(login, { body: { email, password: PASSWORD } });
    const { options: foreign } = await elsewhere.call(contract.beginPasskey, {});
    await rejects(add(new Authenticator(here.url).make(foreign)), WRONG);
    const mine = new Authenticator(here.url);
    const options = await begin();
    await add(mine.make(options));
    await rejects(add(new Authenticator(here.url).make(options)), WRONG);
    await rejects(add(mine.make(await begin())), WRONG);
    equal((await factorOf(here))?.passkeys.length, 1);
  });

  it('has a name of its own, and is there ten times at most', async () => {
    const { here } = await verified();
    for (let n = 1; n <= 10; n += 1) await addNewPasskey(here, { name: `Cheia  ${n}` });
    deepEqual(
      (await factorOf(here))?.passkeys.map(({ name }) => name),
      Array.from({ length: 10 }, (_, n) => `Cheia ${n + 1}`),
    );
    await rejects(here.call(contract.beginPasskey, {}), { code: 'auth/too-many-passkeys' });
    await sql('delete from rate_limits');
    const nameless = { body: { name: ' ', response: {} } };
    await rejects(here.call(contract.addPasskey, nameless), { code: 'http/bad-request' });
  });

  it('brings recovery codes as the first factor alone, which go with the last of any kind', async () => {
    const { here, codes } = await guarded();
    const { key } = await here.call(beginTotp, {});
    deepEqual((await here.call(confirmTotp, { body: { code: showCode(key) } })).codes, []);
    deepEqual((await addNewPasskey(here, { name: 'A doua' })).codes, []);
    equal((await factorOf(here))?.codesLeft, codes.length);
    for (const { id } of (await factorOf(here))?.passkeys ?? [])
      await here.call(contract.removePasskey, { params: { passkeyId: id } });
    deepEqual((await factorOf(here))?.codesLeft, 10);
    await here.call(removeTotp, {});
    await rejects(here.call(removeTotp, {}), { code: 'auth/second-factor-missing' });
    equal(await factorOf(here), null);
    deepEqual(await sql('select 1 from recovery_codes where user_id = $1', [here.uid]), []);
    equal((await addNewPasskey(here)).codes.length, 10);
    await here.call(removeSecondFactor, {});
    equal(await factorOf(here), null);
  });

  it('is removed by its owner alone', async () => {
    const [one, other] = [await guarded(), await guarded()];
    const [{ id = '' } = {}] = (await factorOf(one.here))?.passkeys ?? [];
    await rejects(other.here.call(contract.removePasskey, { params: { passkeyId: id } }), {
      code: 'http/not-found',
    });
  });

  it('waits for a verified address, and while a process lives that would not ask for it', async () => {
    const { here } = await verified();
    await sql('update users set email_verified_at = null where id = $1', [here.uid]);
    await rejects(here.call(contract.beginPasskey, {}), { code: 'auth/second-factor-unverified' });
    await sql('update users set email_verified_at = now() where id = $1', [here.uid]);
    await sql(`insert into processes (id, role, migration) values ('old', 'web', '0115')`);
    try {
      await rejects(here.call(contract.beginPasskey, {}), { code: 'http/upgrading' });
    } finally {
      await sql(`delete from processes where id = 'old'`);
    }
  });

  it('is not there on a site with an address of numbers alone, where codes let people in', async () => {
    const { email, here, codes } = await guarded();
    const byNumber = server().client();
    byNumber.cookie = here.cookie;
    await rejects(byNumber.call(contract.beginPasskey, {}), { code: 'auth/passkeys-off' });
    const client = server().client();
    client.cookie = await beginSignIn(server(), email);
    deepEqual(await client.call(contract.readWays, {}), { app: false, passkey: null });
    await endSignIn(server(), client.cookie, codes[0] ?? '');
  });

  it('is in one’s archive by name and days, without what tells it at other sites', async () => {
    const { uid } = await guarded();
    const [row] = JSON.parse((await exportTable(server().app, 'passkeys', uid)) ?? '[]');
    deepEqual(Object.keys(row).sort(), ['blocked_at', 'id', 'made_at', 'name', 'used_at', 'user_id']);
    equal(row.name, 'Telefon');
  });
});
