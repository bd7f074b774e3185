import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { login, register } from '#contract/auth.ts';
import { readMe } from '#contract/users.ts';
import { ensureFirstAdmin } from '#server/account/first-start/first-admin.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import { hasAdmin } from '#server/users/admins/role-store.ts';
import { Client, PASSWORD, Refused, type TestServer, testServer } from '#testing/server.ts';

describe('registering', () => {
  let server: TestServer;

  before(async () => {
    server = await testServer();
  });
  after(() => server.close());
  beforeEach(() => server.database.pool.query('delete from rate_limits'));

  const join = (email: string, password = PASSWORD, displayName?: string) =>
    server.client().call(register, { body: { email, password, ...(displayName && { displayName }) } });

  const refusal = (email: string, password?: string): Promise<Refused> =>
    join(email, password).then(
      () => assert.fail(`${email} was registered`),
      (error: unknown) => (error instanceof Refused ? error : assert.fail(String(error))),
    );

  const ledgerOf = async (uid: string) =>
    (
      await server.database.pool.query(
        'select kind, delta, balance_after from credit_ledger where user_id = $1',
        [uid],
      )
    ).rows;

  it('puts the account on plan free and signs it in', async () => {
    const client = server.client();
    const body = { email: 'ana@fotolot.example', password: PASSWORD, displayName: 'Ana Ionescu' };
    const made = await client.call(register, { body });
    assert.equal(made.plan, 'free');
    assert.equal(made.role, 'user');
    assert.equal(made.displayName, 'Ana Ionescu');
    assert.deepEqual(await client.call(readMe, {}), made);
  });

  it('gives 3 credits once, by one entry of the ledger', async () => {
    const { uid, credits } = await join('trei@fotolot.example');
    assert.equal(credits.totalCredits, 3);
    assert.deepEqual(await ledgerOf(uid), [{ kind: 'grant', delta: 3, balance_after: 3 }]);
  });

  it('gives the signup bonus once per address, whatever its +tag and capitals', async () => {
    const first = await join('Cadou@Fotolot.example');
    assert.equal(first.email, 'cadou@fotolot.example');
    assert.equal(first.credits.totalCredits, 3);
    for (const email of [
      'cadou+1@fotolot.example',
      'CADOU+doi@fotolot.example',
      'cadou+a+b@fotolot.example',
    ]) {
      const again = await join(email);
      assert.equal(again.credits.totalCredits, 0, email);
      assert.deepEqual(await ledgerOf(again.uid), []);
    }
    const other = await join('cadou.altul@fotolot.example');
    assert.equal(other.credits.totalCredits, 3);
  });

  it('gives one signup bonus to one address that registers many times at once', async () => {
    const made = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => join(`deodata+${n}@fotolot.example`)));
    assert.equal(
      made.reduce((sum, { credits }) => sum + credits.totalCredits, 0),
      3,
    );
  });

  it('refuses an address that has an account, in any spelling of capitals', async () => {
    await join('ocupat@fotolot.example');
    for (const email of ['ocupat@fotolot.example', ' OCUPAT@fotolot.example ']) {
      const { status, code, message } = await refusal(email);
      assert.deepEqual([status, code], [409, 'auth/email-already-in-use']);
      assert.match(message, /Există deja un cont cu acest email\. Intră în cont\./);
    }
  });

  it('makes one account of an address that registers twice at the same moment', async () => {
    const tries = await Promise.allSettled([1, 2, 3, 4].map(() => join('unul@fotolot.example')));
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1);
    const codes = tries.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Refused).code] : []));
    assert.deepEqual(codes, Array(3).fill('auth/email-already-in-use'));
  });

  it('refuses what is no address', async () => {
    for (const email of [
      '',
      'ana',
      'ana@',
      '@b.ro',
      'ana@b',
      'a na@b.ro',
      'ana@@b.ro',
      'a@b..ro',
      'ana@b.ro,x@y.ro',
    ]) {
      const { status, code, message } = await refusal(email);
      assert.deepEqual([email, status, code], [email, 422, 'auth/invalid-email']);
      assert.match(message, /Adresa de email nu este scrisă corect\./);
    }
  });

  it('asks for a password of 10 to 128 characters that is not among the commonest', async () => {
    const rules = [
      ['', 'auth/weak-password', 'Parola trebuie să aibă cel puțin 10 caractere.'],
      ['ștțîâșțî9', 'auth/weak-password', 'Parola trebuie să aibă cel puțin 10 caractere.'],
      ['😀'.repeat(9), 'auth/weak-password', 'Parola trebuie să aibă cel puțin 10 caractere.'],
      ['x1'.repeat(65), 'auth/password-too-long', 'Parola poate avea cel mult 128 de caractere.'],
      ['Password123', 'auth/common-password', 'Parola aceasta e printre cele mai ghicite. Alege alta.'],
      ['1234567890', 'auth/common-password', 'Parola aceasta e printre cele mai ghicite. Alege alta.'],
      ['aaaaaaaaaaaa', 'auth/common-password', 'Parola aceasta e printre cele mai ghicite. Alege alta.'],
      ['Q1w2e3r4t5', 'auth/common-password', 'Parola aceasta e printre cele mai ghicite. Alege alta.'],
      ['basketball', 'auth/common-password', 'Parola aceasta e printre cele mai ghicite. Alege alta.'],
      ['Manchester1!', 'auth/common-password', 'Parola aceasta e printre cele mai ghicite. Alege alta.'],
      [
        'reguli@fotolot.example',
        'auth/own-name-password',
        'Parola e adresa sau numele tău, ușor de ghicit. Alege alta.',
      ],
      [
        'Reguli@Fotolot1',
        'auth/own-name-password',
        'Parola e adresa sau numele tău, ușor de ghicit. Alege alta.',
      ],
      ['Bucuresti2026!', 'auth/common-password', 'Parola aceasta e printre cele mai ghicite. Alege alta.'],
    ] as const;
    for (const [password, code, sentence] of rules) {
      const refused = await refusal('reguli@fotolot.example', password);
      assert.deepEqual([refused.status, refused.code], [422, code], password);
      assert.equal(refused.message, `422 ${code}: ${sentence}`);
    }
    for (const [i, password] of ['exact zece', 'lung '.repeat(26).trim().slice(0, 128)].entries())
      assert.ok((await join(`bun${i}@fotolot.example`, password)).uid);
  });

  it('keeps a name free of what would break a page or a mail', async () => {
    const made = await join('nume@fotolot.example', PASSWORD, '\u202eIon\u0007/Pop\u200b ');
    assert.equal(made.displayName, 'Ion Pop');
  });

  it('counts tries by address, with the time to wait', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 21 }, () => refusal('limita', PASSWORD)));
    const codes = tries.map((one) => (one.status === 'fulfilled' ? one.value.code : ''));
    assert.equal(codes.filter((code) => code === 'auth/invalid-email').length, 20);
    const last = await refusal('limita', PASSWORD);
    assert.deepEqual([last.status, last.code], [429, 'auth/too-many-requests']);
    assert.match(last.message, /: Prea multe încercări\. Încearcă din nou mai târziu$/);
  });

  it('leaves books that agree', async () => {
    assert.deepEqual(await findViolations(server.app, { deep: true, orphanGraceMs: 0 }), []);
  });
});

describe('the first admin', () => {
  let server: TestServer;
  const admin = { email: 'Sef@fotolot.example', password: 'cheia de la depozit' };

  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  const signIn = (email: string, password: string) =>
    new Client(server.url).call(login, { body: { email, password } });

  it('is made by ADMIN_EMAIL and ADMIN_PASSWORD, and signs in', async () => {
    assert.equal(await hasAdmin(server.app.db), false);
    // Two processes of one installation start at once.
    const said = await Promise.all([1, 2].map(() => ensureFirstAdmin(server.app, admin)));
    assert.deepEqual(said.sort(), ['already', 'created']);
    assert.equal(await hasAdmin(server.app.db), true);
    const me = await signIn('sef@fotolot.example', admin.password);
    assert.deepEqual([me.role, me.plan, me.credits.totalCredits], ['admin', 'free', 3]);
  });

  it('stays as it is at the next start, with its own password', async () => {
    assert.equal(await ensureFirstAdmin(server.app, { ...admin, password: 'alta parolă nouă' }), 'already');
    assert.equal((await signIn(admin.email, admin.password)).role, 'admin');
    await assert.rejects(signIn(admin.email, 'alta parolă nouă'), { code: 'auth/invalid-credential' });
  });

  it('is no account with an unverified address: the first to register that address would be admin', async () => {
    await server.newUser('grabit@fotolot.example');
    const input = { email: 'grabit@fotolot.example', password: admin.password };
    assert.equal(await ensureFirstAdmin(server.app, input), 'unverified');
    assert.equal((await signIn(input.email, PASSWORD)).role, 'user');
    await assert.rejects(signIn(input.email, admin.password), { code: 'auth/invalid-credential' });
  });

  it('is the account of ADMIN_EMAIL once its address is verified', async () => {
    await server.database.pool.query(
      "update users set email_verified_at = now() where email = 'grabit@fotolot.example'",
    );
    const input = { email: 'grabit@fotolot.example', password: '' };
    assert.equal(await ensureFirstAdmin(server.app, input), 'promoted');
    assert.equal((await signIn(input.email, PASSWORD)).role, 'admin');
  });

  it('needs an address and a password that registration would take', async () => {
    const make = (email: string, password: string) => ensureFirstAdmin(server.app, { email, password });
    await assert.rejects(make('sef', admin.password), /ADMIN_EMAIL is not an email address/);
    await assert.rejects(make('alt.sef@fotolot.example', ''), /ADMIN_PASSWORD is needed/);
    await assert.rejects(make('alt.sef@fotolot.example', 'scurta'), { code: 'auth/weak-password' });
    await assert.rejects(signIn('alt.sef@fotolot.example', 'scurta'), { code: 'auth/invalid-credential' });
  });
});
