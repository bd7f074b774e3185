import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { smtpMail } from '#server/adapters/mail/smtp.ts';
import type { App, User } from '#server/app.ts';
import { dailyCleanup } from '#server/batches/retention/daily-cleanup.ts';
import { type NewMail, queueMail, sendMail } from '#server/mail/mail-outbox.ts';
import { mails } from '#server/mails.ts';
import { confirmPasswordReset } from '#server/users/passwords/confirm-password-reset.ts';
import { type TestApp, testApp, withClock } from '#testing/app.ts';
import { NO_UPLOADS } from '#testing/files/no-uploads.ts';
import { linkIn, type ReceivedMail } from '#testing/mail/mails.ts';
import { type TestOutbox, testOutbox } from '#testing/mail/outbox.ts';
import { type TestSmtp, testSmtp } from '#testing/mail/smtp.ts';
import { NO_RECORD } from '#testing/shop/no-record.ts';

const MINUTE = 60_000;
const FROM = 'Fotolot <fotolot@fotolot.example>';

describe('the outbox', () => {
  let harness: TestApp;
  let app: App;
  let outbox: TestOutbox;
  let { queued, mailsTo } = {} as TestOutbox;

  before(async () => {
    harness = await testApp();
    outbox = await testOutbox(harness.app);
    ({ app, queued, mailsTo } = outbox);
  });
  beforeEach(() => {
    queued.length = 0;
  });
  after(async () => {
    await outbox.close();
    await harness.close();
  });

  const emailOf = async ({ id }: User) =>
    (await app.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;
  const put = (mail: NewMail) => app.change(({ tx }) => queueMail(tx, app, mail));
  const carryOut = (mailId: string, using: App = app) => sendMail(using, mails, { mailId });

  /** A reset that was asked for, not yet sent. */
  async function askedFor(): Promise<{ address: string; mailId: string }> {
    const email = await emailOf(await harness.newUser());
    await put({ kind: 'reset-password', ref: app.newId('rst'), userId: null, address: email });
    return { address: email, mailId: queued.at(-1) ?? '' };
  }

  it('takes an event once per kind, however often it is queued', async () => {
    const user = await harness.newUser();
    const email = await emailOf(user);
    const mail = { kind: 'verify-email', ref: 'registration:x', userId: user.id, address: email } as const;
    await Promise.all(Array.from({ length: 5 }, () => put(mail)));
    assert.equal(queued.length, 1);
    await put({ ...mail, kind: 'google-took-over' });
    assert.equal(queued.length, 2);
    const rows = await app.db.selectFrom('mails').select('kind').where('ref', '=', mail.ref).execute();
    assert.deepEqual(rows.map(({ kind }) => kind).sort(), ['google-took-over', 'verify-email']);
  });

  it('keeps nothing of a mail whose transaction is undone', async () => {
    const mail = { kind: 'reset-password', ref: 'undone', userId: null, address: 'x@y.example' } as const;
    const undone = app.change(async ({ tx }) => {
      await queueMail(tx, app, mail);
      throw new Error('undone');
    });
    await assert.rejects(undone, /undone/);
    const rows = await app.db.selectFrom('mails').select('id').where('ref', '=', 'undone').execute();
    assert.deepEqual(rows, []);
  });

  it('sends again what was sent but not noted: rather twice than never, and the newest link works', async () => {
    const { address: email, mailId } = await askedFor();
    await carryOut(mailId);
    await app.db.updateTable('mails').set({ sent_at: null }).where('id', '=', mailId).execute();
    await carryOut(mailId);
    const [first = assert.fail(), second = assert.fail()] = await mailsTo(email);
    assert.notEqual(first.whole.messageId, second.whole.messageId, 'no mailbox may drop the one that works');
    const confirm = (mail: ReceivedMail) =>
      confirmPasswordReset(app, '192.0.2.1', { token: linkIn(mail).token, password: 'drumul spre Sibiu' });
    await assert.rejects(confirm(first), { code: 'auth/link-invalid' });
    await confirm(second);
  });

  it('counts the hour of a new password’s link from the sending, to the second', async () => {
    for (const [minutes, isAlive] of [
      [60 - 1 / 60, true],
      [60, false],
    ] as const) {
      const { address: email, mailId } = await askedFor();
      harness.advance(45 * MINUTE);
      await carryOut(mailId);
      const { token } = linkIn((await mailsTo(email))[0] ?? assert.fail());
      const { expires_at } = await app.db
        .selectFrom('mail_links')
        .innerJoin('users', 'users.id', 'mail_links.user_id')
        .select('expires_at')
        .where('users.email', '=', email)
        .executeTakeFirstOrThrow();
      const at = new Date(expires_at.getTime() - (60 - minutes) * MINUTE);
      const then = withClock(app, () => at);
      const used = confirmPasswordReset(then, '192.0.2.2', { token, password: 'drumul spre Sibiu' });
      await (isAlive ? used : assert.rejects(used, { code: 'auth/link-invalid' }));
    }
  });

  it('tells a person who got an account through Google what happened and what to do', async () => {
    const user = await harness.newUser();
    const email = await emailOf(user);
    await put({ kind: 'google-took-over', ref: user.id, userId: user.id, address: email });
    await carryOut(queued[0] ?? '');
    const [mail = assert.fail()] = await mailsTo(email);
    for (const said of ['legat de Google', 'Parola veche nu mai merge', 'Dacă nu ai intrat tu', '/login'])
      assert.ok(`${mail.subject} ${mail.text}`.includes(said), said);
  });

  it('writes every mail without a name or any other typed text, and with nothing to fetch', async () => {
    const user = await harness.newUser();
    const email = await emailOf(user);
    await app.db
      .updateTable('users')
      .set({ display_name: 'Premiu! evil.example' })
      .where('id', '=', user.id)
      .execute();
    for (const kind of ['reset-password', 'verify-email', 'google-took-over'] as const)
      await put({ kind, ref: app.newId('any'), userId: user.id, address: email });
    for (const mailId of queued) await carryOut(mailId);
    const all = await mailsTo(email);
    assert.equal(all.length, 3);
    for (const { text, html, whole } of all) {
      assert.doesNotMatch(text + html, /evil\.example/);
      assert.doesNotMatch(html, /<(img|link|script|iframe|object)|url\(|@import|\son\w+=/i);
      assert.match(html, /<html lang="ro">/);
      assert.match(html, /color-scheme" content="light dark"/);
      assert.deepEqual(whole.attachments, []);
      assert.match(text, /^Salut!/);
      assert.doesNotMatch(text + html, /[şţŞŢ]/, 'ș and ț with a comma');
      // The text says what the HTML says.
      for (const line of text.split('\n').filter((part) => part.length > 40 && !part.startsWith('http')))
        assert.ok(html.includes(line), line);
    }
  });

  it('has replies go to the operator, where one is entered', async () => {
    const operator = { ...NO_RECORD, email: 'sef@magazin.example' };
    for (const [by, replyTo] of [
      [app, undefined],
      [{ ...app, operator }, [{ name: '', address: operator.email }]],
    ] as const) {
      const { address: email, mailId } = await askedFor();
      await carryOut(mailId, by);
      const [mail = assert.fail()] = await mailsTo(email);
      assert.deepEqual(mail.whole.replyTo, replyTo);
    }
  });

  it('sends the files that are made with the text', async () => {
    const { address: email, mailId } = await askedFor();
    const file = { name: 'Factură.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7 \0\xff') };
    const compose = async () => ({ subject: 'Factura', text: 'Iat-o.', html: '', attachments: [file] });
    await sendMail(app, { ...mails, 'reset-password': compose }, { mailId });
    const [mail = assert.fail()] = await mailsTo(email);
    assert.deepEqual(
      mail.whole.attachments.map(({ filename, content }) => [filename, Buffer.from(content as ArrayBuffer)]),
      [[file.name, file.bytes]],
    );
  });

  it('tries again while a mail server has no time, and sends when it has', async () => {
    const smtp: TestSmtp = await testSmtp();
    const mail = smtpMail(`smtp://127.0.0.1:${smtp.port}?tls.rejectUnauthorized=false`, FROM);
    const { address: email, mailId } = await askedFor();
    smtp.busyFor(2);
    for (let n = 0; n < 2; n++)
      await assert.rejects(carryOut(mailId, { ...app, mail }), { message: /did not take a mail: 451/ });
    await carryOut(mailId, { ...app, mail });
    await carryOut(mailId, { ...app, mail });
    assert.deepEqual(
      smtp.taken.map(({ recipients }) => recipients),
      [[email]],
    );
    await mail.close();
    await smtp.close();
  });

  it('is emptied by the daily job after a week; links and attempts at Google go once they are dead', async () => {
    await app.db.deleteFrom('mail_links').execute();
    await app.db.deleteFrom('mails').execute();
    const { mailId } = await askedFor();
    await carryOut(mailId);
    const start = app.now().getTime();
    const attempt = { browser_hash: '', nonce: '', verifier: '', mode: 'popup', redirect_uri: '' } as const;
    await app.db
      .insertInto('google_attempts')
      .values({ ...attempt, state_hash: 'stare', expires_at: new Date(start + 30 * MINUTE) })
      .execute();
    const leftAfter = async (minutes: number) => {
      const now = () => new Date(start + minutes * MINUTE);
      await dailyCleanup(withClock(app, now), NO_UPLOADS);
      const [sent, links, attempts] = await Promise.all([
        app.db.selectFrom('mails').select('id').execute(),
        app.db.selectFrom('mail_links').select('purpose').execute(),
        app.db.selectFrom('google_attempts').select('mode').execute(),
      ]);
      return { mails: sent.length, links: links.length, attempts: attempts.length };
    };
    assert.deepEqual(await leftAfter(29), { mails: 1, links: 1, attempts: 1 });
    assert.deepEqual(await leftAfter(31), { mails: 1, links: 1, attempts: 0 });
    assert.deepEqual(await leftAfter(61), { mails: 1, links: 0, attempts: 0 });
    assert.deepEqual(await leftAfter(7 * 24 * 60 - 1), { mails: 1, links: 0, attempts: 0 });
    assert.deepEqual(await leftAfter(7 * 24 * 60 + 1), { mails: 0, links: 0, attempts: 0 });
  });
});
