import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { readdir, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { login } from '#contract/auth.ts';
import { askExport, downloadExport, readExport } from '#contract/exports.ts';
import { fillPath } from '#contract/route.ts';
import { logoutOthers, proveMyself } from '#contract/security.ts';
import { plusDays } from '#domain/days.ts';
import { askExport as ask } from '#server/account/export/ask-export.ts';
import { EXPORTED, NOT_EXPORTED } from '#server/account/export/export-data-view.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import { dailyCleanup } from '#server/batches/retention/daily-cleanup.ts';
import { withClock } from '#testing/app.ts';
import { sendPicture, smallPhoto, uploadPhotos } from '#testing/files/photos.ts';
import { isWhole, readZip } from '#testing/files/zip.ts';
import { mailsSent, readMails } from '#testing/mail/mails.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { type Client, PASSWORD, pollUntil, type TestServer, testServer } from '#testing/server.ts';

const NAME = 'Țeavă';

describe('the archive of all one’s data', () => {
  let server: TestServer;
  let user: Client & { uid: string };
  let id = '';
  before(async () => {
    server = await testServer();
    user = await server.newUser('arhiva@fotolot.example');
  });
  after(() => server.close());
  const sql = async (text: string, values: unknown[] = []) =>
    (await server.database.pool.query(text, values)).rows;
  const pathOf = (exportId: string) => fillPath(downloadExport.path, { exportId });

  it('has every table with a person’s data, or a reason why not', async () => {
    const rows = await sql(
      `select distinct table_name as name from information_schema.columns where table_schema = 'public'
       and column_name in ('user_id', 'owner_id') order by 1`,
    );
    const known = [...Object.keys(EXPORTED), ...Object.keys(NOT_EXPORTED)];
    deepEqual(
      rows.map(({ name }) => name).filter((name) => !known.includes(name)),
      [],
    );
  });

  it('holds originals, results and all rows without a secret; a mail says that it is ready', async () => {
    const photoIds = await uploadPhotos(user, [1, 2]);
    const batch = await newBatch(user, { name: NAME, photoIds });
    // Names are data, wherever they came from, and lead out of no folder they are unpacked into.
    await sql(`update photos set name = $2 where id = $1`, [photoIds[0], '../..\\../=cmd|x:\u202e<a>.jpg']);
    await startRun(user, batch.id, { photoIds, cost: 1 });
    await runEnded(user, batch.id);
    await sendPicture(user, await smallPhoto());
    await sql(
      `insert into advert_connections (id, user_id, site, is_test, seller_id, seller_name, sealed_grant, expires_at, renewed_at, connected_at)
       values ('adc_1', $1, 'olx', false, '7', 'Ana', '1.secretul-sigilat', now(), now(), now())`,
      [user.uid],
    );
    equal((await user.call(askExport, {})).last?.state, 'waiting');
    const { last } = await pollUntil(
      () => user.call(readExport, {}),
      (status) => status.last?.state === 'ready',
    );
    id = last?.id ?? '';
    const response = await user.fetch(pathOf(id));
    match(response.headers.get('content-disposition') ?? '', /^attachment; filename="Fotolot 20/);
    equal(response.headers.get('cache-control'), 'private, no-store');
    const bytes = Buffer.from(await response.arrayBuffer());
    equal(bytes.length, last?.bytes);
    const entries = readZip(bytes);
    ok(entries.every(isWhole));
    const names = entries.map(({ name }) => name);
    ok(names.includes('profil.jpg'));
    equal(names.filter((name) => /^fotografii\/poza-\d\.jpg$/.test(name)).length, 1);
    for (const name of names)
      ok(
        name.split('/').every((part) => /^[^.\s\\][\p{L}\p{N}\p{M} ._-]*$/u.test(part)),
        name,
      );
    equal(names.filter((name) => name.startsWith(`rezultate/0001 ${NAME}/`)).length >= 2, true);
    const read = (table: string) =>
      JSON.parse(entries.find(({ name }) => name === `date/${table}.json`)?.bytes.toString() ?? 'null');
    deepEqual(
      read('photos')
        .map(({ id }: { id: string }) => id)
        .sort(),
      [...photoIds].sort(),
    );
    equal(read('users')[0].email, 'arhiva@fotolot.example');
    equal(read('credit_ledger').length > 0, true);
    const [connection] = read('advert_connections');
    deepEqual([connection.site, connection.seller_name], ['olx', 'Ana']);
    ok(connection.connected_at);
    const whole = bytes.toString('latin1');
    ok(!/argon2id|token_hash|password_hash|sealed_grant|secretul-sigilat/.test(whole));
    const [hash] = await sql('select token_hash from sessions where user_id = $1', [user.uid]);
    ok(!whole.includes(hash.token_hash));
    await mailsSent(server);
    const mail = (await readMails(server.dataDir)).find(({ subject }) => subject.includes('Arhiva'));
    match(mail?.text ?? '', /\/settings#export/);
    deepEqual(await findViolations(server.app, { deep: true, orphanGraceMs: 0 }), []);
  });

  it('is its owner’s alone, one a day, and refused where the disk is nearly full', async () => {
    const other = await server.newUser();
    equal((await other.fetch(pathOf(id))).status, 404);
    equal((await server.client().fetch(pathOf(id))).status, 401);
    await rejects(user.call(askExport, {}), { code: 'users/export-too-soon' });
    const files = { ...server.app.files, room: async () => ({ freeBytes: 9e10, totalBytes: 1e12 }) };
    const by = { id: other.uid, role: 'user', sessionId: '' } as const;
    await rejects(ask({ ...server.app, files }, by), { code: 'users/export-disk-low' });
  });

  it('stops downloading when the session that fetches it ends', async () => {
    const paths = await readdir(server.dataDir, { recursive: true });
    const path = join(server.dataDir, paths.find((one) => one.endsWith(`${id}.zip`)) ?? '');
    const { size } = await stat(path);
    // Larger than the sockets between the two can hold.
    await truncate(path, 80_000_000);
    const there = server.client();
    await there.call(login, { body: { email: 'arhiva@fotolot.example', password: PASSWORD } });
    const response = await there.fetch(pathOf(id));
    equal(response.status, 200);
    await user.call(proveMyself, { body: { password: PASSWORD } });
    await user.call(logoutOthers, {});
    await rejects(response.arrayBuffer(), TypeError);
    await truncate(path, size);
  });

  it('is gone after seven days, file and row', async () => {
    const later = withClock(server.app, () => plusDays(new Date(), 8));
    await dailyCleanup(later, server.uploads);
    equal((await user.fetch(pathOf(id))).status, 404);
    equal(await server.app.files.sizeOf(`exports/${id}.zip`), null);
    equal((await user.call(readExport, {})).last, null);
  });
});
