import { deepEqual, equal, match } from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { login } from '#contract/auth.ts';
import { openDatabase } from '#server/adapters/database/pool.ts';
import { asAppError } from '#server/http/errors.ts';
import { PASSWORD, pollUntil, type Refused, type TestServer, testServer } from '#testing/server.ts';

const ADMIN = 'administrator@fotolot.example';
const EMAIL = 'ana@fotolot.example';
const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');

describe('trouble that hits all users at once', () => {
  let server: TestServer;
  const lines: { msg: string; level: number; error?: { code?: string } }[] = [];

  before(async () => {
    const heard = (line: string) => void lines.push(JSON.parse(line));
    server = await testServer({ ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD: PASSWORD }, heard);
    await server.newUser(EMAIL);
    await server.database.pool.query(`
      create function out_of_luck() returns trigger language plpgsql as
      $$ begin raise exception 'no luck' using errcode = tg_argv[0]; end $$`);
  });
  after(() => server.close());

  /** Makes every write to the tables fail as PostgreSQL fails with that state. */
  async function during<T>(state: string, tables: readonly string[], work: () => Promise<T>): Promise<T> {
    const { pool } = server.database;
    for (const table of tables)
      await pool.query(`create trigger luck before insert or update on ${table}
        for each statement execute function out_of_luck('${state}')`);
    try {
      return await work();
    } finally {
      for (const table of tables) await pool.query(`drop trigger luck on ${table}`);
    }
  }
  const signIn = () =>
    server
      .client()
      .call(login, { body: { email: EMAIL, password: PASSWORD } })
      .then(
        () => 'in',
        ({ status, code }: Refused) => `${status} ${code}`,
      );
  // Jobs that fail meanwhile log lines of their own.
  const failed = (code: string) =>
    lines.filter(({ msg, error }) => msg === 'request failed' && error?.code === code).length;
  const letters = async (subject: RegExp) => {
    const folder = join(server.dataDir, 'mails');
    // A mail that is still being written has another name.
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    return texts.filter((text) => subject.test(text) && text.includes(`To: ${ADMIN}`)).length;
  };

  it('a full disk is 507 with its sentence, one line and one mail that needs no outbox', async () => {
    const answers = await during('53100', ['sessions', 'mails'], async () => {
      const first = await server
        .client()
        .call(login, { body: { email: EMAIL, password: PASSWORD } })
        .catch((error: Refused) => error.message);
      match(String(first), /^507 http\/storage-full: Serverul a rămas fără spațiu/);
      const others = [await signIn(), await signIn(), await signIn()];
      await pollUntil(
        () => letters(/Subject: .*Serverul.Fotolot/),
        (n) => n > 0,
      );
      return others;
    });
    deepEqual(answers, Array(3).fill('507 http/storage-full'));
    deepEqual([failed('53100'), await letters(/Subject: .*Serverul.Fotolot/)], [1, 1]);
    equal(await signIn(), 'in');
  });

  it('an upload whose last bytes find the disk full is 507 and not lost', async () => {
    const user = await server.newUser('bogdan@fotolot.example');
    const upload = () =>
      user.upload(jpeg, { name: 'a.jpg' }).then(
        () => 'there',
        ({ status }: Refused) => status,
      );
    equal(await during('53100', ['photos'], upload), 507);
    equal(await upload(), 'there');
  });

  it('a database without connections, memory or patience is 503, one line and one mail', async () => {
    for (const state of ['53300', '53200', '57014'])
      equal(await during(state, ['sessions'], signIn), '503 http/unavailable', state);
    deepEqual([failed('53300'), failed('53200')], [1, 0]);
    await pollUntil(
      () => letters(/Subject: .*Baza/i),
      (n) => n > 0,
    );
    equal(await letters(/Subject: .*Baza/i), 1);
  });

  it('a disk that fails is 503, one line and one mail', async () => {
    equal(await during('58030', ['sessions'], signIn), '503 http/unavailable');
    equal(await during('58030', ['sessions'], signIn), '503 http/unavailable');
    equal(failed('58030'), 1);
    await pollUntil(
      () => letters(/Subject: .*Discul.serverului/),
      (n) => n > 0,
    );
    equal(await letters(/Subject: .*Discul.serverului/), 1);
    equal(asAppError(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })).code, 'http/unavailable');
  });

  it('a connection that breaks, or a host without a name or a way, is 503', () => {
    equal(asAppError(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })).code, 'http/unavailable');
    for (const code of ['ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])
      equal(asAppError(Object.assign(new Error(code), { code })).code, 'http/unavailable', code);
  });

  it('a database that no longer responds is not waited for', async () => {
    const { pool, close } = openDatabase(server.database.url, server.app.log, { answerLimitMs: 200 });
    const error = await pool.query('select pg_sleep(3)').then(
      () => null,
      (error: unknown) => error,
    );
    equal(error && asAppError(error).code, 'http/unavailable');
    await close();
  });
});
