import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { googleLink } from '#contract/auth.ts';
import { askEmailChange, confirmEmailChange, proveMyself } from '#contract/security.ts';
import type { UserDocument } from '#contract/users.ts';
import { accountHolders } from '#testing/accounts/account-holders.ts';
import type { GoogleServer } from '#testing/accounts/google-server.ts';
import { GoogleVisitor } from '#testing/accounts/google-visitor.ts';
import { linkIn, mailsTo } from '#testing/mail/mails.ts';
import { EventStream } from '#testing/requests/event-stream.ts';
import { type Client, countWaitersFor, PASSWORD, pollUntil } from '#testing/server.ts';

describe('signing in with Google', () => {
  const { server: running, sql, canEnter: canSignIn } = accountHolders('google');
  let server: GoogleServer;
  let people = 0;
  before(() => {
    server = running();
  });

  const gmail = () => `om.${++people}@gmail.com`;
  const elsewhere = () => `om.${++people}@posta.example`;
  const mailsOf = (mailAddress: string) =>
    sql('select kind from mails where address = $1 order by created_at', [mailAddress]).then((rows) =>
      rows.map(({ kind }) => kind),
    );
  const verify = (email: string) =>
    sql('update users set email_verified_at = now() where email = $1', [email]);
  const link = (visitor: GoogleVisitor, password: string) => {
    const client = server.client();
    client.cookie = `google=${visitor.cookies.get('google')}`;
    return client.call(googleLink, { body: { password } }).then((me) => ({ me, client }));
  };
  async function isIn(visitor: GoogleVisitor): Promise<UserDocument> {
    const me = await server.whoIs(visitor);
    ok(me);
    return me;
  }

  describe('a new address', () => {
    it('becomes an account on plan free with its signup bonus, its address verified, its name from Google', async () => {
      const email = gmail();
      const { visitor, landing } = await server.arrive({ email, name: 'Ana Țurcanu' });
      equal(landing, '/dashboard');
      const me = await isIn(visitor);
      deepEqual(
        [me.email, me.displayName, me.plan, me.credits.totalCredits, me.emailVerified, me.hasPassword],
        [email, 'Ana Țurcanu', 'free', 3, true, false],
      );
      equal(await canSignIn(email, ''), false);
      deepEqual(await mailsOf(email), []);
    });

    it('has its first sign-in at the very instant in which its account is opened', async () => {
      const email = gmail();
      const first = await isIn((await server.arrive({ email })).visitor);
      equal(first.lastLoginAt, first.createdAt);
      const again = await isIn((await server.arrive({ email })).visitor);
      notEqual(again.lastLoginAt, again.createdAt);
    });

    it('is not verified where Google does not run the mailbox: a link is mailed', async () => {
      for (const verified of [true, false]) {
        const email = elsewhere();
        const { visitor } = await server.arrive({ email, verified });
        equal((await isIn(visitor)).emailVerified, false);
        deepEqual(await mailsOf(email), ['verify-email']);
      }
    });

    it('gets one signup bonus, however the address is written', async () => {
      const email = gmail();
      await server.arrive({ email });
      const { visitor } = await server.arrive({ email: email.replace('@', '+olx@') });
      equal((await isIn(visitor)).credits.totalCredits, 0);
    });

    it('is one account also when it arrives in two tabs at once', async () => {
      const email = gmail();
      const ways = await Promise.all([server.comeBack({ email }), server.comeBack({ email })]);
      await Promise.all(ways.map(({ visitor, callback }) => visitor.sendOneRequest(callback)));
      const [first, second] = await Promise.all(ways.map(({ visitor }) => isIn(visitor)));
      equal(first?.uid, second?.uid);
    });

    it('is let in by a tab that looked it up before another tab had linked it', async () => {
      const email = gmail();
      const before = await server.arrive({ email });
      const { uid } = await pollUntil(
        () => isIn(before.visitor),
        // The picture's job would wait for the account too.
        (me) => me.photoURL?.startsWith('/avatars/') ?? false,
      );
      const [linked] = await sql('delete from identities where user_id = $1 returning *', [uid]);
      const other = await server.database.pool.connect();
      try {
        await other.query('begin');
        await other.query('select 1 from users where id = $1 for update', [uid]);
        const { visitor, callback } = await server.comeBack({ email, sub: linked.subject });
        const arrived = visitor.sendOneRequest(callback);
        await pollUntil(
          () => countWaitersFor(other),
          (count) => count > 0,
        );
        await other.query(
          'insert into identities (issuer, subject, user_id, email) values ($1, $2, $3, $4)',
          [linked.issuer, linked.subject, uid, email],
        );
        await other.query('commit');
        await arrived;
        equal((await isIn(visitor)).uid, uid);
      } finally {
        other.release(true);
      }
    });

    it('brings its picture, which is kept as our own', async () => {
      const { visitor } = await server.arrive({ email: gmail() });
      const { photoURL } = await pollUntil(
        () => isIn(visitor),
        (me) => me.photoURL?.startsWith('/avatars/') ?? false,
      );
      const kept = await server.client().fetch(photoURL ?? '');
      deepEqual([kept.status, kept.headers.get('content-type')], [200, 'image/jpeg']);
      await server.arrive({ email: (await isIn(visitor)).email }, { visitor });
      equal((await isIn(visitor)).photoURL, photoURL);
    });
  });

  describe('a known identity', () => {
    it('signs in to its account, also with another address or an unverified one', async () => {
      const email = gmail();
      const first = await isIn((await server.arrive({ email, sub: '4711' })).visitor);
      for (const other of [{ email: gmail() }, { email: elsewhere(), verified: false }]) {
        const again = await isIn((await server.arrive({ ...other, sub: '4711' })).visitor);
        deepEqual([again.uid, again.email], [first.uid, email]);
      }
    });

    it('is told from an identity with the same number at another issuer', async () => {
      const first = await isIn((await server.arrive({ email: gmail(), sub: '4712' })).visitor);
      await sql("update identities set issuer = 'https://altul.example' where subject = '4712'");
      const other = await isIn((await server.arrive({ email: gmail(), sub: '4712' })).visitor);
      notEqual(other.uid, first.uid);
    });

    it('ends the session that was open in the browser, of whichever account', async () => {
      const { visitor } = await server.arrive({ email: 'prima@gmail.com' });
      const first = `sid=${visitor.cookies.get('sid')}`;
      await server.arrive({ email: 'a-doua@gmail.com' }, { visitor });
      equal((await isIn(visitor)).email, 'a-doua@gmail.com');
      const client = server.client();
      client.cookie = first;
      equal((await client.fetch('/api/users/me')).status, 401);
    });

    it('keeps the name that the person chose', async () => {
      const email = gmail();
      const { visitor } = await server.arrive({ email, name: 'Ana' });
      await sql("update users set display_name = 'Anișoara' where email = $1", [email]);
      await server.arrive({ email, name: 'Ana Pop' });
      equal((await isIn(visitor)).displayName, 'Anișoara');
    });

    it('never signs in to a deleted account, nor does its address', async () => {
      const email = gmail();
      await server.arrive({ email, sub: '815' });
      await sql('update users set deleted_at = now() where email = $1', [email]);
      for (const sub of ['815', '816']) {
        const { visitor, landing } = await server.arrive({ email, sub });
        equal(landing, '/login?google=failed');
        equal(visitor.cookies.has('sid'), false);
      }
    });
  });

  describe('the address of an account that verified it', () => {
    it('is linked when Google runs the mailbox; password and sessions stay', async () => {
      const email = gmail();
      const owner = await server.newUser(email);
      await verify(email);
      const { visitor, landing } = await server.arrive({ email }, { redirect: '/gallery?view=lots#jos' });
      equal(landing, '/gallery?view=lots#jos');
      equal((await isIn(visitor)).uid, owner.uid);
      equal((await owner.fetch('/api/users/me')).status, 200);
      equal(await canSignIn(email), true);
    });

    it('needs the account’s password when Google does not run the mailbox; then it is linked for good', async () => {
      const email = elsewhere();
      const owner = await server.newUser(email);
      await verify(email);
      const { visitor, landing } = await server.arrive({ email }, { redirect: '/upload' });
      equal(landing, '/login?google=password&redirect=%2Fupload');
      equal(visitor.cookies.has('sid'), false);
      await rejects(link(visitor, 'nu asta e parola'), { status: 401, code: 'auth/invalid-credential' });
      const { me, client } = await link(visitor, PASSWORD);
      equal(me.uid, owner.uid);
      equal((await client.fetch('/api/users/me')).status, 200);
      await rejects(link(visitor, PASSWORD), { code: 'auth/google-failed' });
      equal((await isIn((await server.arrive({ email })).visitor)).uid, owner.uid);
    });

    it('gives nothing to a person who only opened an identity with it at Google', async () => {
      const email = gmail();
      await server.newUser(email);
      await verify(email);
      const { visitor, landing } = await server.arrive({ email, verified: false, sub: '666' });
      equal(landing, '/login?google=password');
      for (let n = 0; n < 10; n++) await rejects(link(visitor, `ghicită ${n}`), { status: 401 });
      await rejects(link(visitor, PASSWORD), { status: 429, code: 'auth/too-many-requests' });
      deepEqual(await sql("select 1 from identities where subject = '666'"), []);
    });

    it('waits for its password in that browser only, for ten minutes', async () => {
      const email = elsewhere();
      await server.newUser(email);
      await verify(email);
      const { visitor } = await server.arrive({ email });
      const { visitor: other } = await server.arrive({ email: elsewhere() });
      await rejects(link(other, PASSWORD), { code: 'auth/google-failed' });
      await rejects(link(new GoogleVisitor(), PASSWORD), { code: 'auth/google-failed' });
      await sql("update google_attempts set expires_at = now() - interval '1 second'");
      await rejects(link(visitor, PASSWORD), { code: 'auth/google-failed' });
    });
  });

  describe('the address of an account that never verified it', () => {
    let email: string;
    let squatter: Client & { uid: string };
    beforeEach(async () => {
      email = gmail();
      squatter = await server.newUser(email);
    });

    it('goes to its owner at Google: the squatter’s password, sessions, live stream and way to another address end, a mail says so', async () => {
      await sql(
        "update users set display_name = 'Hoțul', photo_url = 'https://rau.example/x' where email = $1",
        [email],
      );
      await squatter.call(proveMyself, { body: { password: PASSWORD } });
      const hideout = `ascuns-${email}`;
      await squatter.call(askEmailChange, { body: { email: hideout } });
      const [way] = await mailsTo(server.dataDir, hideout, { mode: 'changeEmail' });
      ok(way);
      const stream = new EventStream(squatter);
      await stream.waitForLiveEvent(({ key }) => key === 'users/me');
      const { visitor } = await server.arrive({ email, name: 'Ana' });
      const me = await isIn(visitor);
      deepEqual(
        [me.uid, me.emailVerified, me.hasPassword, me.displayName],
        [squatter.uid, true, false, 'Ana'],
      );
      match(me.photoURL ?? '', /^(\/avatars\/|http:\/\/127)/);
      await pollUntil(
        async () => stream.ended,
        (ended) => ended,
      );
      equal((await squatter.fetch('/api/users/me')).status, 401);
      equal(await canSignIn(email), false);
      const token = linkIn(way).token;
      await rejects(server.client().call(confirmEmailChange, { body: { token } }), {
        code: 'auth/link-invalid',
      });
      deepEqual(
        (await mailsOf(email)).filter((kind) => kind === 'google-took-over'),
        ['google-took-over'],
      );
    });

    it('is not given to an identity Google is not sure of: a link is mailed first, a few an hour', async () => {
      const before = (await mailsOf(email)).length;
      for (let n = 0; n < 5; n++) {
        const { visitor, landing } = await server.arrive({ email, verified: false, sub: '667' });
        equal(landing, '/login?google=verify');
        equal(visitor.cookies.has('sid'), false);
      }
      deepEqual((await mailsOf(email)).slice(before), ['verify-email', 'verify-email', 'verify-email']);
      equal((await squatter.fetch('/api/users/me')).status, 200);
      deepEqual(await sql("select 1 from identities where subject = '667'"), []);
    });
  });
});
