import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as contract from '#contract/account/passkeys.ts';
import { confirmPasswordReset, login } from '#contract/auth.ts';
import { proveMyself } from '#contract/security.ts';
import { readMe } from '#contract/users.ts';
import { openPasswordReset } from '#server/users/admins/operate-admins.ts';
import { OTHER_PASSWORD } from '#testing/accounts/account-holders.ts';
import { Authenticator, addNewPasskey, byName } from '#testing/accounts/authenticator.ts';
import { GoogleVisitor } from '#testing/accounts/google-visitor.ts';
import { passkeyHolders } from '#testing/accounts/passkey-holders.ts';
import { beginSignIn, endSignIn, showCode, turnOn } from '#testing/accounts/second-factor.ts';
import { type Client, PASSWORD } from '#testing/server.ts';

const WRONG = { code: 'auth/wrong-passkey', status: 401 };

describe('a passkey', () => {
  const { server, sql, isIn, mailsOf, guarded, verified, factorOf } = passkeyHolders('cheie');
  type Owner = Awaited<ReturnType<typeof guarded>>;
  /** Signs in by the password; returns the browser in which the sign-in waits. */
  async function waiting(email: string, password = PASSWORD): Promise<Client> {
    const client = byName(server().client());
    client.cookie = await beginSignIn(server(), email, password);
    return client;
  }
  async function ask(client: Client): Promise<contract.PasskeyJson> {
    const { passkey } = await client.call(contract.readWays, {});
    ok(passkey);
    return passkey;
  }
  const give = (client: Client, response: contract.PasskeyJson) =>
    client.call(contract.givePasskey, { body: { response } });
  /** Signs in by password and passkey; `lies`: what the passkey says otherwise than it should. */
  async function enter({ email, authenticator }: Owner, lies: Parameters<Authenticator['show']>[1] = {}) {
    const client = await waiting(email);
    await give(client, authenticator.show(await ask(client), lies));
    return client;
  }
  const blocked = async (uid: string) =>
    (await sql('select blocked_at from passkeys where user_id = $1', [uid])).map((row) => row.blocked_at);

  describe('at sign-in', () => {
    it('is asked for after the password; until it has signed there is no session', async () => {
      const owner = await guarded();
      const client = await waiting(owner.email);
      equal(await isIn(client), false);
      const options = await ask(client);
      deepEqual([options.rpId, options.userVerification], ['localhost', 'required']);
      await give(client, owner.authenticator.show(options));
      equal((await client.call(readMe, {})).uid, owner.uid);
      notEqual((await factorOf(owner.here))?.passkeys[0]?.usedAt, null);
    });

    it('is asked for after Google alike', async () => {
      const email = 'cheie.de.acces@gmail.com';
      const { visitor } = await server().arrive({ email });
      const client = byName(server().client());
      client.cookie = `sid=${visitor.cookies.get('sid')}`;
      const { authenticator } = await addNewPasskey(client);
      const again = await server().arrive({ email }, { visitor: new GoogleVisitor() });
      match(again.landing, /^\/login\?step=code/);
      client.cookie = `sid=${again.visitor.cookies.get('sid')}`;
      await give(client, authenticator.show(await ask(client)));
      equal((await client.call(readMe, {})).email, email);
    });

    it('is asked for after a link for a new password alike', async () => {
      const owner = await guarded();
      const link = new URL(await openPasswordReset(server().app, owner.email));
      const token = new URLSearchParams(link.hash.slice(1)).get('token') ?? '';
      const body = { token, password: OTHER_PASSWORD };
      await server().client().call(confirmPasswordReset, { body });
      const client = await waiting(owner.email, OTHER_PASSWORD);
      await give(client, owner.authenticator.show(await ask(client)));
      equal((await client.call(readMe, {})).uid, owner.uid);
    });

    it('stands beside the app and the recovery codes: each of them is enough', async () => {
      const owner = await guarded();
      const { key } = await turnOn(server(), owner.here);
      const client = await waiting(owner.email);
      equal((await client.call(contract.readWays, {})).app, true);
      await endSignIn(server(), client.cookie, showCode(key));
      await endSignIn(server(), await beginSignIn(server(), owner.email), owner.codes[0] ?? '');
      await enter(owner);
    });

    it('lets in an account without an app by a recovery code', async () => {
      const { email, codes, uid } = await guarded();
      const client = await waiting(email);
      equal((await client.call(contract.readWays, {})).app, false);
      equal((await (await endSignIn(server(), client.cookie, codes[0] ?? '')).call(readMe, {})).uid, uid);
    });

    it('is not called wrong where the database fails', async () => {
      const owner = await guarded();
      await sql(`create function pass_by() returns trigger language plpgsql as
        $$ begin raise exception 'too slow' using errcode = '57014'; end $$`);
      await sql(`create trigger pass_by before delete on passkey_challenges
        for each statement execute function pass_by()`);
      try {
        await rejects(enter(owner), { code: 'http/unavailable', status: 503 });
      } finally {
        await sql('drop trigger pass_by on passkey_challenges');
      }
      await enter(owner);
    });

    it('is refused with another origin, another site, without finger or PIN, and with a forged signature', async () => {
      const owner = await guarded();
      for (const lies of [
        { origin: 'https://fotolot.example' },
        { origin: owner.here.url.replace('localhost', '127.0.0.1') },
        { rpId: 'fotolot.example' },
        { isUnverified: true },
        { challenge: Buffer.alloc(32).toString('base64url') },
      ])
        await rejects(enter(owner, lies), WRONG, JSON.stringify(lies));
      const client = await waiting(owner.email);
      const shown = owner.authenticator.show(await ask(client));
      const { signature: _, ...rest } = shown.response as Record<string, string>;
      const forged = new Authenticator(client.url).show(await ask(client)).response as { signature: string };
      await rejects(give(client, { ...shown, response: { ...rest, signature: forged.signature } }), WRONG);
      await rejects(give(client, {}), WRONG);
      await rejects(give(client, { id: shown.id, response: 'nimic' }), WRONG);
      deepEqual(await blocked(owner.uid), [null]);
    });

    it('answers a challenge once, in the browser that asked for it, within five minutes', async () => {
      const owner = await guarded();
      const [one, two, three] = [
        await waiting(owner.email),
        await waiting(owner.email),
        await waiting(owner.email),
      ];
      const options = await ask(one);
      await rejects(give(two, owner.authenticator.show(options)), WRONG);
      const shown = owner.authenticator.show(options);
      await give(one, shown);
      await rejects(give(three, shown), WRONG);
      const late = await ask(two);
      await sql(`update passkey_challenges set expires_at = now() where user_id = $1`, [owner.uid]);
      await rejects(give(two, owner.authenticator.show(late)), WRONG);
    });

    it('is used up by a wrong answer, too, and of two at once one counts', async () => {
      const owner = await guarded();
      const client = await waiting(owner.email);
      const options = await ask(client);
      await rejects(give(client, owner.authenticator.show(options, { isUnverified: true })), WRONG);
      await rejects(give(client, owner.authenticator.show(options)), WRONG);
      const fresh = await ask(client);
      const [first, second] = [owner.authenticator.show(fresh), owner.authenticator.show(fresh)];
      const tries = await Promise.allSettled([give(client, first), give(client, second)]);
      deepEqual(tries.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    });

    it('opens its own account only: neither its signature nor another account’s challenge opens a second one', async () => {
      const [one, other] = [await guarded(), await guarded()];
      const client = await waiting(other.email);
      await rejects(give(client, one.authenticator.show(await ask(client))), WRONG);
      const foreign = await ask(await waiting(one.email));
      await rejects(give(client, other.authenticator.show(foreign)), WRONG);
      await rejects(give(client, one.authenticator.show(foreign)), WRONG);
    });

    it('does not answer with a challenge that was made for a proof or for a new passkey', async () => {
      const owner = await guarded();
      const client = await waiting(owner.email);
      const { options: forProof } = await owner.here.call(contract.beginProof, {});
      await rejects(give(client, owner.authenticator.show(forProof)), WRONG);
      const { options: forNew } = await owner.here.call(contract.beginPasskey, {});
      await rejects(give(client, owner.authenticator.show({ ...forNew, rpId: 'localhost' })), WRONG);
    });

    it('counts with the codes: after ten tries in a quarter of an hour none is taken, and the owner is told', async () => {
      const owner = await guarded();
      for (let n = 0; n < 10; n += 1) await rejects(give(await waiting(owner.email), {}), WRONG);
      await sql(`delete from rate_limits where key like 'code:address%'`);
      await rejects(enter(owner), { code: 'auth/too-many-requests' });
      deepEqual(await mailsOf(owner.email), ['sign-in-changed', 'sign-in-changed']);
    });
  });

  describe('with a copy', () => {
    it('is blocked once its counter does not grow; the owner is told, gets in by a code and removes it', async () => {
      const owner = await guarded();
      await enter(owner);
      await rejects(enter(owner, { counter: owner.authenticator.counter }), {
        code: 'auth/passkey-blocked',
        status: 401,
      });
      notEqual((await blocked(owner.uid))[0], null);
      const mails = await sql(`select data from mails where address = $1 and kind = 'sign-in-changed'`, [
        owner.email,
      ]);
      deepEqual(mails.map(({ data }) => data.what).sort(), ['passkey-added', 'passkey-blocked']);
      const client = await waiting(owner.email);
      deepEqual(await client.call(contract.readWays, {}), { app: false, passkey: null });
      const entered = byName(await endSignIn(server(), client.cookie, owner.codes[0] ?? ''));
      const [known] = (await factorOf(entered))?.passkeys ?? [];
      deepEqual([known?.name, known?.isBlocked], ['Telefon', true]);
      await entered.call(contract.removePasskey, { params: { passkeyId: known?.id ?? '' } });
      equal(await factorOf(entered), null);
    });

    it('stays blocked when the counter grows again, and still has to be passed by a code', async () => {
      const owner = await guarded();
      await enter(owner);
      const client = await waiting(owner.email);
      const later = await ask(client);
      await rejects(enter(owner, { counter: 1 }), { code: 'auth/passkey-blocked' });
      await rejects(give(client, owner.authenticator.show(later, { counter: 99 })), {
        code: 'auth/passkey-blocked',
      });
      const refused = server()
        .client()
        .call(login, { body: { email: owner.email, password: PASSWORD } });
      await rejects(refused, { code: 'auth/second-factor-required' });
    });

    it('is told from an authenticator that never counts, which signs in again and again', async () => {
      const owner = await guarded({ counts: false });
      await enter(owner);
      await enter(owner);
      deepEqual(await blocked(owner.uid), [null]);
      await enter(owner, { counter: 7 });
      await rejects(enter(owner, { counter: 0 }), { code: 'auth/passkey-blocked' });
    });
  });

  describe('as a proof', () => {
    const lapse = (uid: string) =>
      sql(`update sessions set proved_at = now() - interval '11 minutes' where user_id = $1`, [uid]);
    async function proveBy(client: Client, shown: (options: contract.PasskeyJson) => contract.PasskeyJson) {
      const { options } = await client.call(contract.beginProof, {});
      await client.call(proveMyself, { body: { passkey: shown(options) } });
    }

    it('shows who asks in place of the password, under a new token of the session', async () => {
      const { here, uid, authenticator } = await guarded();
      await lapse(uid);
      await rejects(here.call(contract.beginPasskey, {}), { code: 'auth/proof-required' });
      const before = here.cookie;
      await proveBy(here, (options) => authenticator.show(options));
      notEqual(here.cookie, before);
      await here.call(contract.beginPasskey, {});
    });

    it('is refused without finger or PIN, with the challenge of another session, and twice', async () => {
      const owner = await guarded();
      const { here, uid, authenticator } = owner;
      const entered = await enter(owner);
      await lapse(uid);
      await rejects(
        proveBy(here, (options) => authenticator.show(options, { isUnverified: true })),
        WRONG,
      );
      const { options: foreign } = await entered.call(contract.beginProof, {});
      await rejects(
        proveBy(here, () => authenticator.show(foreign)),
        WRONG,
      );
      const { options } = await here.call(contract.beginProof, {});
      const passkey = authenticator.show(options);
      await here.call(proveMyself, { body: { passkey } });
      await lapse(uid);
      await rejects(here.call(proveMyself, { body: { passkey } }), WRONG);
      await rejects(here.call(contract.beginPasskey, {}), { code: 'auth/proof-required' });
    });

    it('is not there for an account without passkeys', async () => {
      const { here } = await verified();
      await rejects(here.call(contract.beginProof, {}), { code: 'auth/second-factor-missing' });
      await rejects(here.call(proveMyself, { body: { passkey: {} } }), WRONG);
    });
  });
});
