import { deepEqual, equal, ok } from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { findViolations } from '#server/admin/verify/verify.ts';
import { dailyCleanup } from '#server/batches/retention/daily-cleanup.ts';
import { originalKey } from '#server/photos/file-keys.ts';
import { removeOrphanFiles } from '#server/photos/orphan-files.ts';
import { photosReady, smallPhoto } from '#testing/files/photos.ts';
import { type S3Store, s3Store } from '#testing/files/s3-store.ts';
import { Client, pollUntil, type TestServer, TUS, testServer } from '#testing/server.ts';

const PART = { ...TUS, 'content-type': 'application/offset+octet-stream' };

/** Two servers over one database and one bucket, as behind a load balancer. */
describe('an upload to several servers over one bucket', () => {
  let store: S3Store;
  let servers: [TestServer, TestServer];
  let user: Client & { uid: string };
  /** The same person, at either server. */
  let askers: [Client, Client];
  before(async () => {
    store = await s3Store();
    const shared = { FILES_URL: store.url, SECRET_KEY: 'ab'.repeat(32) };
    const first = await testServer(shared);
    servers = [first, await testServer({ ...shared, DATABASE_URL: first.database.url })];
    user = await first.newUser();
    const elsewhere = new Client(servers[1].url);
    elsewhere.cookie = user.cookie;
    askers = [user, elsewhere];
  });
  after(async () => {
    await servers[1].close();
    await servers[0].close();
    await store.close();
  });

  /** A photo of so many bytes, no two alike. */
  const photo = async (bytes: number) => {
    const scene = await smallPhoto(3);
    return Buffer.concat([scene, randomBytes(bytes - scene.length)]);
  };
  const begin = async (bytes: number, key: string): Promise<string> => {
    const created = await user.fetch('/api/uploads', {
      method: 'POST',
      headers: {
        ...TUS,
        'upload-length': String(bytes),
        'upload-metadata': `key ${Buffer.from(key).toString('base64')}`,
      },
    });
    equal(created.status, 201);
    return created.headers.get('location') ?? '';
  };
  const offset = async (who: Client, path: string) =>
    Number((await who.fetch(path, { method: 'HEAD', headers: TUS })).headers.get('upload-offset'));
  const patch = (who: Client, path: string, { from, part }: { from: number; part: Buffer }) =>
    who.fetch(path, {
      method: 'PATCH',
      headers: { ...PART, 'upload-offset': String(from) },
      body: part as Uint8Array<ArrayBuffer>,
    });
  const idOf = (path: string) => path.split('/').at(-1) ?? '';
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const stored = async (path: string) =>
    sha256((await servers[0].app.files.readWhole(originalKey(idOf(path)))) ?? Buffer.alloc(0));
  const left = async () => {
    const ids: string[] = [];
    for await (const { photoId } of servers[0].uploads.list()) ids.push(photoId);
    return ids;
  };
  /** Sends the rest from the present offset, to either server in turn. */
  const finish = async (path: string, bytes: Buffer) => {
    for (let n = 0; ; n++) {
      const from = await offset(askers[n % 2] as Client, path);
      if (from === bytes.length) return;
      await patch(askers[(n + 1) % 2] as Client, path, {
        from,
        part: bytes.subarray(from, from + 6_000_000),
      });
    }
  };

  it('goes on at another server with each request, in pieces of any size, and arrives byte for byte', async () => {
    for (const [n, sizes] of [
      [13_500_000, [6_000_000, 6_000_000, 1_500_000]],
      [13_500_000, [100, 2_500_000, 5_700_000, 5_299_900]],
      [50_000, [1, 20_000, 29_999]],
      [6_000_000, [6_000_000]],
    ] as const) {
      const bytes = await photo(n);
      const path = await begin(n, sizes.join());
      let from = 0;
      for (const [i, size] of sizes.entries()) {
        const answer = await patch(askers[i % 2] as Client, path, {
          from,
          part: bytes.subarray(from, from + size),
        });
        equal(answer.status, 204);
        from += size;
        equal(await offset(askers[(i + 1) % 2] as Client, path), from);
      }
      equal(await stored(path), sha256(bytes));
      await photosReady(user, [idOf(path)]);
      deepEqual(await left(), []);
    }
  });

  it('is written by one request at a time: of two at once one waits or is refused, and no byte is counted twice', async () => {
    const bytes = await photo(13_000_000);
    const path = await begin(bytes.length, 'at once');
    for (const from of [0, 6_000_000]) {
      const part = bytes.subarray(from, from + 6_000_000);
      const answers = await Promise.all(askers.map((who) => patch(who, path, { from, part })));
      const statuses = answers.map(({ status }) => status);
      ok(
        statuses.every((status) => [204, 409, 423].includes(status)),
        statuses.join(),
      );
      const now = await offset(user, path);
      ok(now >= from && now <= from + part.length, `${now} bytes`);
      if (now < from + part.length) break;
    }
    await finish(path, bytes);
    equal(await stored(path), sha256(bytes));
    deepEqual(await left(), []);
  });

  it('is released by the server that holds it as soon as another one is asked, with the bytes that had come', async () => {
    const bytes = await photo(8_000_000);
    const path = await begin(bytes.length, 'dead line');
    const dead = request(new URL(path, servers[0].url), {
      method: 'PATCH',
      agent: false,
      headers: {
        ...PART,
        'upload-offset': '0',
        'content-length': String(bytes.length),
        cookie: user.cookie,
        'sec-fetch-site': 'same-origin',
      },
    });
    dead.on('error', () => {});
    dead.write(bytes.subarray(0, 1_000_000));
    await pollUntil(
      async () =>
        (await servers[0].database.pool.query('select 1 from photos where upload_token is not null')).rows
          .length,
      (held) => held === 1,
    );
    ok((await offset(askers[1], path)) <= 1_000_000);
    dead.destroy();
    await finish(path, bytes);
    equal(await stored(path), sha256(bytes));
    const { rows } = await servers[0].database.pool.query(
      'select 1 from photos where upload_token is not null',
    );
    deepEqual(rows, [], 'every lease is given back');
  });

  it('begins anew when the store has given up its parts', async () => {
    const bytes = await photo(7_000_000);
    const path = await begin(bytes.length, 'given up');
    await patch(user, path, { from: 0, part: bytes.subarray(0, 6_000_000) });
    await store.dropMultipart();
    equal((await askers[1].fetch(path, { method: 'HEAD', headers: TUS })).status, 200);
    equal(await offset(askers[1], path), 0);
    await finish(path, bytes);
    equal(await stored(path), sha256(bytes));
    deepEqual(await left(), []);
  });

  it('is asked to come again while the store is away, and goes on where it was', async () => {
    const bytes = await photo(7_000_000);
    const path = await begin(bytes.length, 'away');
    await patch(user, path, { from: 0, part: bytes.subarray(0, 6_000_000) });
    await store.goesWrong({ isDown: true });
    equal((await user.fetch(path, { method: 'HEAD', headers: TUS })).status, 503);
    await store.goesWrong();
    equal(await offset(askers[1], path), 6_000_000);
    await finish(path, bytes);
    equal(await stored(path), sha256(bytes));
  });

  it('leaves nothing when it is given up, or when its photo is no more', async () => {
    const paths = [await begin(7_000_000, 'one'), await begin(7_000_000, 'other')];
    for (const path of paths) await patch(user, path, { from: 0, part: randomBytes(6_500_000) });
    deepEqual([...new Set(await left())].sort(), paths.map(idOf).sort());
    const { pool } = servers[0].database;
    const [first = '', second = ''] = paths.map(idOf);
    await pool.query("update photos set created_at = now() - interval '8 days' where id = $1", [first]);
    await dailyCleanup(servers[1].app, servers[1].uploads);
    deepEqual([...new Set(await left())], [second]);
    await pool.query('update users set stored_bytes = stored_bytes - 7000000');
    await pool.query('delete from photos where id = $1', [second]);
    await removeOrphanFiles(servers[0].app, servers[0].uploads, { before: new Date(Date.now() + 60_000) });
    deepEqual(await left(), []);
    deepEqual(await findViolations(servers[0].app, { deep: true, orphanGraceMs: 0 }), []);
  });
});
