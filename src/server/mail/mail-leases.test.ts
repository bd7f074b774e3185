import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '#server/adapters/database/pool.ts';
import { LONGEST_SENDING_MS, smtpMail } from '#server/adapters/mail/smtp.ts';
import type { App } from '#server/app.ts';
import { queueMail, sendMail } from '#server/mail/mail-outbox.ts';
import { freeMailLeases, LEASE_SECONDS } from '#server/mail/mail-store.ts';
import { mails } from '#server/mails.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { type TestOutbox, testOutbox } from '#testing/mail/outbox.ts';
import { testSmtp } from '#testing/mail/smtp.ts';

const FROM = 'Fotolot <fotolot@fotolot.example>';

describe('a mail’s lease', () => {
  let harness: TestApp;
  let outbox: TestOutbox;
  let app: App;

  before(async () => {
    harness = await testApp();
    outbox = await testOutbox(harness.app);
    ({ app } = outbox);
  });
  beforeEach(() => {
    outbox.queued.length = 0;
    outbox.postponed.length = 0;
  });
  after(async () => {
    await outbox.close();
    await harness.close();
  });

  const carryOut = (mailId: string, using: App = app, texts = mails) => sendMail(using, texts, { mailId });

  /** A mail with the same text each time, not yet sent. */
  async function asked(): Promise<{ address: string; mailId: string }> {
    const { id } = await harness.newUser();
    const { email } = await app.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const mail = { kind: 'google-took-over', ref: app.newId('any'), userId: id, address: email } as const;
    await app.change(({ tx }) => queueMail(tx, app, mail));
    return { address: email, mailId: outbox.queued.at(-1) ?? assert.fail() };
  }

  /** The same worker with a mail server that waits for a word: before it takes a mail, or after its yes. */
  function halting(where: 'before' | 'behind', of: App = app) {
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const mail: App['mail'] = {
      ...app.mail,
      send: async (message) => {
        if (where === 'behind') await of.mail.send(message);
        reached.resolve();
        await goOn.promise;
        if (where === 'before') await of.mail.send(message);
      },
      close: async () => {},
    };
    return { app: { ...of, mail }, reached: reached.promise, goOn };
  }

  const leaseEnds = (mailId: string) =>
    app.db
      .updateTable('mails')
      .set({ lease_until: new Date(0) })
      .where('id', '=', mailId)
      .execute();
  const row = (mailId: string) =>
    app.db.selectFrom('mails').selectAll().where('id', '=', mailId).executeTakeFirstOrThrow();
  const messageIds = async (address: string) =>
    (await outbox.mailsTo(address)).map(({ whole }) => whole.messageId);

  it('sends a mail once, however many workers have its job at the same time or later', async () => {
    const { address, mailId } = await asked();
    const slow = halting('before');
    const first = carryOut(mailId, slow.app);
    await slow.reached;
    await Promise.all(Array.from({ length: 4 }, () => carryOut(mailId)));
    assert.deepEqual(await outbox.mailsTo(address), []);
    slow.goOn.resolve();
    await first;
    for (const { mailId: again } of outbox.postponed) await carryOut(again);
    assert.equal((await outbox.mailsTo(address)).length, 1);
    assert.ok((await row(mailId)).sent_at);
  });

  it('lets a second worker come back when it is over', async () => {
    const { mailId } = await asked();
    const slow = halting('before');
    const first = carryOut(mailId, slow.app);
    await slow.reached;
    await carryOut(mailId);
    const [{ mailId: again, inSeconds } = assert.fail(), ...more] = outbox.postponed;
    assert.deepEqual([again, more], [mailId, []]);
    const left = ((await row(mailId)).lease_until?.getTime() ?? 0) - Date.now();
    assert.ok(inSeconds >= left / 1000 && inSeconds <= LEASE_SECONDS, `${inSeconds} s`);
    slow.goOn.resolve();
    await first;
  });

  it('is given back when the mail server did not take the mail: the next try sends it at once', async () => {
    const { address, mailId } = await asked();
    const slow = halting('before');
    const first = assert.rejects(carryOut(mailId, slow.app), /the line is dead/);
    await slow.reached;
    slow.goOn.reject(new Error('the line is dead'));
    await first;
    await carryOut(mailId);
    assert.equal((await outbox.mailsTo(address)).length, 1);
    assert.deepEqual(outbox.postponed, []);
  });

  it('of a worker that died behind the mail server’s yes runs out, and the mail comes again as the same one', async () => {
    const { address, mailId } = await asked();
    const dead = halting('behind');
    void carryOut(mailId, dead.app);
    await dead.reached;
    await carryOut(mailId);
    assert.equal((await outbox.mailsTo(address)).length, 1);
    await leaseEnds(mailId);
    await carryOut(mailId);
    const [first, second] = await messageIds(address);
    assert.equal(first, `<${mailId}@fotolot.example>`);
    assert.equal(second, first);
  });

  it('that ran out notes nothing: neither while another worker has the mail nor after it was sent', async () => {
    for (const next of ['has it', 'has sent it']) {
      const { mailId } = await asked();
      const warned: object[] = [];
      const log = { ...app.log, warn: (fields: object) => warned.push(fields) };
      const late = halting('behind', { ...app, log });
      const first = carryOut(mailId, late.app);
      await late.reached;
      await leaseEnds(mailId);
      const second = halting('before');
      const other = carryOut(mailId, next === 'has it' ? second.app : app);
      await (next === 'has it' ? second.reached : other);
      const before = await row(mailId);
      late.goOn.resolve();
      await first;
      assert.deepEqual(await row(mailId), before, next);
      assert.deepEqual(warned, [{ mailId }]);
      second.goOn.resolve();
      await other;
      assert.ok((await row(mailId)).sent_at);
    }
  });

  it('that ran out while the text was made sends nothing', async () => {
    const { address, mailId } = await asked();
    const texts = {
      ...mails,
      'google-took-over': async (...[of, mail]: Parameters<(typeof mails)['google-took-over']>) => {
        await leaseEnds(mailId);
        await carryOut(mailId);
        return mails['google-took-over'](of, mail);
      },
    };
    await carryOut(mailId, app, texts);
    assert.equal((await outbox.mailsTo(address)).length, 1);
  });

  it('outlasts a database that is gone behind the mail server’s yes: the mail is sent again when it is over', async () => {
    const { address, mailId } = await asked();
    const own = openDatabase(harness.databaseUrl, app.log);
    const mail: App['mail'] = {
      ...app.mail,
      send: async (message) => {
        await app.mail.send(message);
        await own.close();
      },
      close: async () => {},
    };
    await assert.rejects(carryOut(mailId, { ...app, db: own.db, mail }), /destroyed/);
    await carryOut(mailId);
    assert.equal(outbox.postponed.length, 1);
    await leaseEnds(mailId);
    await carryOut(mailId);
    const [first, second, ...more] = await messageIds(address);
    assert.ok(first);
    assert.deepEqual([second, more], [first, []]);
  });

  it('keeps no transaction and no connection while the mail server is silent', async () => {
    const reached = Promise.withResolvers<void>();
    const yes = Promise.withResolvers<void>();
    const smtp = await testSmtp({
      onData: (stream, _, done) => {
        stream.resume();
        stream.on('end', async () => {
          reached.resolve();
          await yes.promise;
          done();
        });
      },
    });
    const mail = smtpMail(`smtp://127.0.0.1:${smtp.port}?tls.rejectUnauthorized=false`, FROM);
    const { mailId } = await asked();
    const sending = carryOut(mailId, { ...app, mail });
    await reached.promise;
    const { rows } = await sql`
      select state, query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and (state like 'idle in transaction%' or xact_start is not null)`.execute(app.db);
    const { sent_at } = await row(mailId);
    yes.resolve();
    await sending;
    await mail.close();
    await smtp.close();
    assert.deepEqual([rows, sent_at], [[], null]);
    assert.ok((await row(mailId)).sent_at);
  });

  it('is freed at the start of a server that has the data folder to itself', async () => {
    const { address, mailId } = await asked();
    const dead = halting('before');
    void carryOut(mailId, dead.app);
    await dead.reached;
    await freeMailLeases(app.db);
    await carryOut(mailId);
    assert.equal((await outbox.mailsTo(address)).length, 1);
  });

  it('is longer than the wait for the mail server', () => {
    assert.ok(LEASE_SECONDS * 1000 > LONGEST_SENDING_MS);
  });
});
