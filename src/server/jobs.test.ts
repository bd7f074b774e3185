import { deepEqual, equal, rejects } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import * as z from 'zod';
import { MAKE_EXPORT } from '#server/account/export/ask-export.ts';
import { VERIFY } from '#server/admin/verify/verify-now.ts';
import { CUT_OUT, CUT_OUT_FAILED } from '#server/batches/photos/make-cutout.ts';
import { FINISH_UPLOADS } from '#server/batches/retention/daily-cleanup.ts';
import { PREPARE_PHOTO } from '#server/batches/uploads/receive-upload.ts';
import { buildJobs } from '#server/jobs.ts';
import { SEND_MAIL } from '#server/mail/mail-outbox.ts';
import { MAKE_INVOICE_FILES } from '#server/payments/invoices/make-invoice-files.ts';
import { NOTIFY_BUYERS } from '#server/payments/mails/notify-buyers.ts';
import { CHECK_ORDER } from '#server/payments/provider/handle-payment-return.ts';
import { REMOVE_FILES } from '#server/photos/remove-files.ts';
import { KEEP_AVATAR } from '#server/users/profile/avatar.ts';
import { KEEP_IMPORTED_PHOTO } from '#server/users/profile/keep-imported-photo.ts';
import { photosReady, smallPhoto } from '#testing/files/photos.ts';
import { type Client, pollUntil, type TestServer, testServer } from '#testing/server.ts';

/** Every shape in which a released version has stored jobs, which may still wait. Only add rows. */
const STORED = [
  { kind: PREPARE_PHOTO, name: 'prepare-photo', payload: { photoId: 'img_a' } },
  { kind: CUT_OUT, name: 'cut-out', payload: { photoId: 'img_a' } },
  { kind: CUT_OUT_FAILED, name: 'cut-out-failed', payload: { photoId: 'img_a' } },
  { kind: SEND_MAIL, name: 'send-mail', payload: { mailId: 'mail_a' } },
  { kind: KEEP_AVATAR, name: 'keep-avatar', payload: { userId: 'usr_a' } },
  { kind: KEEP_IMPORTED_PHOTO, name: 'keep-imported-photo', payload: { userId: 'usr_a' } },
  { kind: REMOVE_FILES, name: 'remove-files', payload: {} },
  { kind: MAKE_EXPORT, name: 'make-export', payload: { exportId: 'exp_a' } },
  { kind: CHECK_ORDER, name: 'check-order', payload: { orderId: 'ord_a' } },
  { kind: FINISH_UPLOADS, name: 'finish-uploads', payload: {} },
  { kind: VERIFY, name: 'verify', payload: { verifyId: 'vfy_a' } },
  { kind: MAKE_INVOICE_FILES, name: 'make-invoice-files', payload: {} },
  { kind: MAKE_INVOICE_FILES, name: 'make-invoice-files', payload: { invoiceId: 'inv_a' } },
  { kind: NOTIFY_BUYERS, name: 'tell-buyers', payload: {} },
];
const NOT_FITTING =
  'a payload does not fit verify: verifyId: Invalid input: expected string, received undefined';
const AS_STORED = z.looseObject({});

describe('the payload of a job', () => {
  let server: TestServer;
  let owner: Client;
  const lines: string[] = [];
  before(async () => {
    server = await testServer({}, (line) => lines.push(line));
    owner = await server.newUser();
  });
  after(() => server.close());

  const store = (name: string, payload: Record<string, unknown>) =>
    server.app.change(({ tx }) => server.app.queue.send(tx, { name, payload: AS_STORED }, payload));
  const ask = async (text: string, ...values: unknown[]) =>
    (await server.database.pool.query(text, values)).rows;

  for (const { kind, name, payload } of STORED) {
    it(`of ${name} is read in the shape in which it was stored before, and with keys of a later version`, () => {
      equal(kind.name, name);
      deepEqual(kind.payload.parse(payload), payload);
      deepEqual(kind.payload.parse({ ...payload, later: 1 }), payload);
    });
    if (!kind.payload.safeParse({}).success)
      it(`of ${name} without its id, with an empty one or none at all, fails that job alone`, async () => {
        const { run } = buildJobs(server.app, server.uploads)[kind.name];
        const [key = ''] = Object.keys(payload);
        for (const wrong of [{}, { [key]: '' }, { [key]: 7 }, { other: 'img_a' }, null])
          await rejects(run(wrong), { message: new RegExp(`^a payload does not fit ${name}: `) });
      });
  }

  it('that does not fit ends its job as failed with a line in the log, and the worker goes on', async () => {
    await store('verify', { asked: 'wrongly' });
    await store('verify', { asked: 'well', verifyId: 'vfy_stored' });
    const states = await pollUntil(
      () =>
        ask("select data->>'asked' as asked, state from jobs.job where data ? 'asked' order by created_on"),
      (all) => all.every(({ state }) => state === 'failed' || state === 'completed'),
    );
    deepEqual(
      states.map(({ asked, state }) => [asked, state]),
      [
        ['wrongly', 'failed'],
        ['well', 'completed'],
      ],
    );
    const said = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'a job failed');
    deepEqual(
      said.map(({ job, error }) => [job, error.message]),
      [['verify', NOT_FITTING]],
    );
  });

  it('that a version before has stored leads to the work as ever', async () => {
    const photoId = await owner.upload(await smallPhoto(1), { name: 'poza.jpg' });
    await photosReady(owner, [photoId]);
    await ask("update photos set state = 'preparing' where id = $1", photoId);
    await ask("insert into jobs.job (name, data) values ('prepare-photo', $1)", { photoId });
    await photosReady(owner, [photoId]);
    deepEqual(await ask('select state from photos where id = $1', photoId), [{ state: 'ready' }]);
  });

  it('is typed where it is enqueued: without its id a job does not compile', async () => {
    const { app } = server;
    const undone = new Error('undone');
    const sending = app.change(async ({ tx }) => {
      // @ts-expect-error: a photo is prepared by its id.
      await app.queue.send(tx, PREPARE_PHOTO, {});
      throw undone;
    });
    await rejects(sending, undone);
  });

  it('that does not fit hides no photo that waits for its preparation', async () => {
    const stored = 'insert into jobs.job (name, data, start_after) values ($1, $2, $3)';
    const later = new Date(Date.now() + 3_600_000);
    for (const payload of [{}, { photoId: 'img_waits' }]) await ask(stored, 'prepare-photo', payload, later);
    deepEqual(await server.app.queue.unfinished(PREPARE_PHOTO), [{ photoId: 'img_waits' }]);
  });

  it('of an invoice’s files or of a receipt is taken up again where its process died, before the clock’s next minute', () => {
    const all = buildJobs(server.app, server.uploads);
    deepEqual(
      [MAKE_INVOICE_FILES, NOTIFY_BUYERS].map(({ name }) => all[name].retries > 0),
      [true, true],
    );
  });

  it('by the clock is listed in docs/operations.md with its time', async () => {
    const page = await readFile(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
    const table = page.slice(page.indexOf('| When | Job |'), page.indexOf('**Files without a row.**'));
    let when = '';
    const told = table.split('\n').flatMap((row) => {
      const [, time = '', names = ''] = row.split('|').map((cell) => cell.trim());
      when = time || when;
      return [...names.matchAll(/`([\w-]+)`/g)].map(([, name]) => [name, when]);
    });
    const toTime = (cron: string) => {
      const [minute = '', hour = ''] = cron.split(' ');
      if (hour === '*' && /^\d+$/.test(minute)) return `each hour, at ${minute}`;
      if (hour === '*') return minute === '*' ? 'each minute' : 'every ten minutes';
      return `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
    };
    const byClock = Object.entries(buildJobs(server.app, server.uploads)).flatMap(([name, { cron }]) =>
      cron ? [[name, toTime(cron)]] : [],
    );
    deepEqual(told.sort(), byClock.sort());
  });
});
