import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { confirmPasswordReset, register, sendPasswordReset } from '#contract/auth.ts';
import { deleteAccount, previewDeletion } from '#contract/deletion.ts';
import * as contract from '#contract/security.ts';
import { readMe } from '#contract/users.ts';
import { accountHolders, OTHER_PASSWORD } from '#testing/accounts/account-holders.ts';
import { insertWebhook, makeKey, ProgramClient } from '#testing/accounts/programs.ts';
import { turnOn } from '#testing/accounts/second-factor.ts';
import { linkIn, mailsSent, mailsTo } from '#testing/mail/mails.ts';
import { type Client, PASSWORD } from '#testing/server.ts';

describe('a new address of an account', () => {
  const { server, sql, person, canEnter, isIn, ways, prove, mailsOf } = accountHolders('mutat');

  async function asked() {
    const someone = await person();
    const wanted = `noua-${someone.email}`;
    const { here, email } = someone;
    await rejects(here.call(contract.askEmailChange, { body: { email: wanted } }), {
      code: 'auth/proof-required',
    });
    await prove(here);
    await sql('update users set email_verified_at = now() where email = $1', [email]);
    await here.call(contract.askEmailChange, { body: { email: ` ${wanted.toUpperCase()} ` } });
    const [letter] = await mailsTo(server().dataDir, wanted, { mode: 'changeEmail' });
    ok(letter);
    return { ...someone, wanted, token: linkIn(letter).token };
  }
  const confirm = (client: Client, token: string) =>
    client.call(contract.confirmEmailChange, { body: { token } });

  it('is the account’s once its link is opened: both are told, and all other sessions end', async () => {
    const { email, wanted, here, there, token } = await asked();
    equal((await ways(here)).pendingEmail, wanted);
    equal((await here.call(readMe, {})).email, email);
    deepEqual(await mailsOf(email), ['email-change-asked']);
    await confirm(here, token);
    const me = await here.call(readMe, {});
    deepEqual([me.email, me.emailVerified, (await ways(here)).pendingEmail], [wanted, true, null]);
    equal(await isIn(there), false);
    deepEqual(await mailsOf(email), ['email-change-asked', 'email-changed']);
    deepEqual([await canEnter(email), await canEnter(wanted)], [false, true]);
    await rejects(confirm(here, token), { code: 'auth/link-invalid' });
  });

  it('keeps the previous one reserved while its owner may come back, and gives no second signup bonus afterwards', async () => {
    const { email, here, token } = await asked();
    await confirm(here, token);
    const open = () =>
      server()
        .client()
        .call(register, { body: { email, password: PASSWORD } });
    const other = (await person()).here;
    await prove(other);
    await rejects(open(), { code: 'auth/email-already-in-use' });
    await rejects(other.call(contract.askEmailChange, { body: { email } }), {
      code: 'auth/email-already-in-use',
    });
    match((await server().arrive({ email })).landing, /google=left/);
    await sql(`update left_addresses set expires_at = now() - interval '1 minute' where email = $1`, [email]);
    equal((await open()).credits.totalCredits, 0);
  });

  it('is refused where it has an account, is the own one or no address, and when the wish was taken back', async () => {
    const { email, here, token } = await asked();
    const ask = (to: string) => here.call(contract.askEmailChange, { body: { email: to } });
    await rejects(ask((await person()).email), { code: 'auth/email-already-in-use' });
    await rejects(ask(email), { code: 'users/own-email' });
    await rejects(ask('nimic'), { code: 'auth/invalid-email' });
    await here.call(contract.cancelEmailChange, {});
    await rejects(confirm(here, token), { code: 'auth/link-invalid' });
    equal((await here.call(readMe, {})).email, email);
  });

  it('is cancelled by a new password by mail: its requester may not be the mailbox’s owner', async () => {
    const { email, here, token } = await asked();
    await server().client().call(sendPasswordReset, { body: { email } });
    const [letter] = await mailsTo(server().dataDir, email, { mode: 'resetPassword' });
    ok(letter);
    const body = { token: linkIn(letter).token, password: OTHER_PASSWORD };
    await server().client().call(confirmPasswordReset, { body });
    await rejects(confirm(here, token), { code: 'auth/link-invalid' });
    equal(await canEnter(email, OTHER_PASSWORD), true);
  });

  it('is cancelled by a new password, and refused when another account took it meanwhile', async () => {
    const first = await asked();
    await first.here.call(contract.changePassword, { body: { current: PASSWORD, password: OTHER_PASSWORD } });
    await rejects(confirm(first.here, first.token), { code: 'auth/link-invalid' });
    const second = await asked();
    await server().newUser(second.wanted);
    await rejects(confirm(second.here, second.token), { code: 'auth/email-already-in-use' });
  });

  it('goes to one account when two confirm it at once', async () => {
    const wanted = 'doi@fotolot.example';
    for (const { here } of [await person(), await person()]) {
      await prove(here);
      await here.call(contract.askEmailChange, { body: { email: wanted } });
    }
    const letters = await mailsTo(server().dataDir, wanted, { mode: 'changeEmail', atLeast: 2 });
    const opened = letters.map((letter) => confirm(server().client(), linkIn(letter).token));
    const outcomes = await Promise.allSettled(opened);
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    deepEqual(refused, ['auth/email-already-in-use']);
  });

  it('reserves no previous address that was never proven', async () => {
    const { email, here } = await person();
    await prove(here);
    const wanted = `altul-${email}`;
    await here.call(contract.askEmailChange, { body: { email: wanted } });
    const [letter] = await mailsTo(server().dataDir, wanted, { mode: 'changeEmail' });
    ok(letter);
    await confirm(here, linkIn(letter).token);
    const owner = server().client();
    await owner.call(register, { body: { email, password: PASSWORD } });
    equal((await owner.call(readMe, {})).email, email);
  });

  async function wayBack(mailAddress: string): Promise<() => Promise<unknown>> {
    const letter = (await mailsTo(server().dataDir, mailAddress, { mode: 'undoEmail' })).at(-1);
    ok(letter);
    const { token } = linkIn(letter);
    return () => server().client().call(contract.undoEmailChange, { body: { token } });
  }

  it('is undone from the old mailbox: password, sessions and every Google identity go with it', async () => {
    const { email, wanted, here, token } = await asked();
    await sql(
      `insert into identities (issuer, subject, user_id, created_at)
       select 'stand-in', $1, id, now() - interval '1 hour' from users where email = $2`,
      [wanted, email],
    );
    await confirm(here, token);
    const undo = await wayBack(email);
    await undo();
    equal(await isIn(here), false);
    deepEqual([await canEnter(email), await canEnter(wanted)], [false, false]);
    const resets = await mailsTo(server().dataDir, email, { mode: 'resetPassword' });
    deepEqual([resets.length, resets[0]?.text.includes('parola ta rămâne')], [1, false]);
    match(resets[0]?.text ?? '', /parola de dinainte nu mai merge/);
    deepEqual(await sql('select * from identities where subject = $1', [wanted]), []);
    ok((await mailsOf(email)).includes('email-change-undone'));
    ok((await mailsOf(wanted)).includes('email-change-undone'));
    await rejects(undo(), { code: 'auth/link-invalid' });
  });

  it('is undone with every key and webhook, and with recovery codes that were made lately for an old factor', async () => {
    const { email, here, token } = await asked();
    const { secret } = await makeKey(server(), here);
    await insertWebhook(server(), here.uid);
    await turnOn(server(), here);
    await sql(`update totp_factors set confirmed_at = now() - interval '30 days' where user_id = $1`, [
      here.uid,
    ]);
    await confirm(here, token);
    await (await wayBack(email))();
    equal((await new ProgramClient(server().url, secret).fetch('/api/v1/credits')).status, 401);
    for (const [table, rows] of [
      ['webhooks', 0],
      ['recovery_codes', 0],
      ['totp_factors', 1],
    ] as const)
      equal((await sql(`select 1 from ${table} where user_id = $1`, [here.uid])).length, rows, table);
  });

  it('is undone with a second factor that was added lately; an older one is its owner’s and stays', async () => {
    for (const [age, left] of [
      ['1 day', 0],
      ['30 days', 1],
    ] as const) {
      const { email, here, token } = await asked();
      await turnOn(server(), here);
      for (const [table, at] of [
        ['totp_factors', 'confirmed_at'],
        ['recovery_codes', 'made_at'],
      ])
        await sql(`update ${table} set ${at} = now() - $2::interval where user_id = $1`, [here.uid, age]);
      await sql(
        `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, made_at)
         values ('pky_' || $2, $1, $2, '', 0, '{}', 'Cheie', now() - $2::interval)`,
        [here.uid, age],
      );
      await confirm(here, token);
      await (await wayBack(email))();
      for (const [table, rows] of [
        ['totp_factors', left],
        ['passkeys', left],
        ['recovery_codes', left * 10],
      ] as const)
        equal((await sql(`select 1 from ${table} where user_id = $1`, [here.uid])).length, rows, table);
    }
  });

  it('that changes again and again is undone from each mailbox, and from no later one once the first has undone it', async () => {
    const { email, wanted, here, token } = await asked();
    await confirm(here, token);
    const move = async (to: string) => {
      await here.call(contract.askEmailChange, { body: { email: to } });
      const [letter] = await mailsTo(server().dataDir, to, { mode: 'changeEmail' });
      ok(letter);
      await confirm(here, linkIn(letter).token);
    };
    const [third, fourth] = [`a-treia-${wanted}`, `a-patra-${wanted}`];
    const undoFirst = await wayBack(email);
    await move(third);
    const undoSecond = await wayBack(wanted);
    await move(fourth);
    const undoThird = await wayBack(third);
    equal((await here.call(previewDeletion, {})).obstacle?.kind, 'address-changed');
    await rejects(here.call(deleteAccount, {}), { code: 'users/address-changed' });
    const [account] = await sql('select id from users where email = $1', [fourth]);
    const emailNow = async () => (await sql('select email from users where id = $1', [account.id]))[0].email;
    await undoThird();
    equal(await emailNow(), third);
    await undoFirst();
    equal(await emailNow(), email);
    await rejects(undoSecond(), { code: 'auth/link-invalid' });
    await mailsSent(server());
    const left = await sql('select purpose from mail_links where user_id = $1', [account.id]);
    deepEqual(left, [{ purpose: 'reset-password' }]);
    deepEqual(await sql('select email from left_addresses where user_id = $1', [account.id]), []);
  });
});
