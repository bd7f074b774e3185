import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFile, readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { pino } from 'pino';
import { login, register } from '#contract/auth.ts';
import { createBatch, readBatch } from '#contract/batches.ts';
import { listPhotos } from '#contract/photos.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import { readConfig } from '#server/config.ts';
import { type RunningServer, startServer } from '#server/main.ts';
import { type TestDatabase, testDatabase } from '#testing/database.ts';
import { photosReady, smallPhoto } from '#testing/files/photos.ts';
import { Client, PASSWORD, TUS } from '#testing/server.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';

const PATCH = { ...TUS, 'content-type': 'application/offset+octet-stream' };
const credentials = { email: 'om@fotolot.example', password: PASSWORD };

describe('an upload that was cut', () => {
  let database: TestDatabase;
  let folder: TemporaryFolder;
  let running: RunningServer;

  before(async () => {
    database = await testDatabase();
    folder = await makeTemporaryFolder();
    running = await boot();
    await new Client(running.url).call(register, { body: credentials });
  });

  afterEach(async () => {
    assert.deepEqual(await findViolations(running.app, { deep: true, orphanGraceMs: 0 }), []);
  });

  after(async () => {
    await running.stop();
    await database.close();
    await folder.remove();
  });

  function boot(): Promise<RunningServer> {
    const config = readConfig({
      PORT: '0',
      DATA_DIR: folder.path,
      DATABASE_URL: database.url,
      LOT_PROCESSES: '1',
      CUTOUT_MODEL: 'off',
    });
    return startServer(config, pino({ level: 'silent' }));
  }

  async function signedIn(): Promise<Client> {
    const client = new Client(running.url);
    await client.call(login, { body: credentials });
    return client;
  }

  /** An announced upload, its first half sent. */
  async function half(client: Client, bytes: Buffer): Promise<{ path: string; id: string; middle: number }> {
    const created = await client.fetch('/api/uploads', {
      method: 'POST',
      headers: { ...TUS, 'upload-length': String(bytes.length) },
    });
    const path = created.headers.get('location') ?? '';
    const middle = Math.floor(bytes.length / 2);
    const body = new Uint8Array(bytes.subarray(0, middle));
    const sent = await client.fetch(path, {
      method: 'PATCH',
      headers: { ...PATCH, 'upload-offset': '0' },
      body,
    });
    assert.equal(sent.status, 204);
    return { path, id: path.split('/').at(-1) ?? '', middle };
  }

  const originalOf = async (client: Client, id: string) => {
    const answer = await client.fetch(`/api/photos/${id}/original`);
    return createHash('sha256')
      .update(Buffer.from(await answer.arrayBuffer()))
      .digest('hex');
  };
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

  it('goes on after the server was stopped and started: its offset is known, the rest follows, the file is whole', async () => {
    const bytes = await smallPhoto(1, 1200, 900);
    const { path, id, middle } = await half(await signedIn(), bytes);
    await running.stop();
    running = await boot();
    const client = await signedIn();
    const asked = await client.fetch(path, { method: 'HEAD', headers: TUS });
    assert.equal(asked.headers.get('upload-offset'), String(middle));
    assert.equal(asked.headers.get('upload-length'), String(bytes.length));
    assert.equal((await client.call(listPhotos, {})).total, 0);
    const rest = await client.fetch(path, {
      method: 'PATCH',
      headers: { ...PATCH, 'upload-offset': String(middle) },
      body: new Uint8Array(bytes.subarray(middle)),
    });
    assert.equal(rest.status, 204);
    await photosReady(client, [id]);
    assert.equal(await originalOf(client, id), sha256(bytes));
  });

  it('keeps the bytes that came before the connection broke', async () => {
    const bytes = await smallPhoto(2, 1200, 900);
    const client = await signedIn();
    const { path, id, middle } = await half(client, bytes);
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(bytes.subarray(middle, middle + 500)));
        controller.error(new Error('the phone lost its network'));
      },
    });
    const init = { method: 'PATCH', headers: { ...PATCH, 'upload-offset': String(middle) }, body: broken };
    await assert.rejects(client.fetch(path, { ...init, duplex: 'half' } as RequestInit));
    const asked = await client.fetch(path, { method: 'HEAD', headers: TUS });
    const offset = Number(asked.headers.get('upload-offset'));
    assert.ok(offset >= middle && offset <= middle + 500, String(offset));
    const rest = await client.fetch(path, {
      method: 'PATCH',
      headers: { ...PATCH, 'upload-offset': String(offset) },
      body: new Uint8Array(bytes.subarray(offset)),
    });
    assert.equal(rest.status, 204);
    await photosReady(client, [id]);
    assert.equal(await originalOf(client, id), sha256(bytes));
  });

  it('between its last byte and its record is finished at the next start', async () => {
    const bytes = await smallPhoto(3);
    const { id, middle } = await half(await signedIn(), bytes);
    await running.stop();
    // The state after a kill between the write and the transaction.
    await appendFile(join(folder.path, 'uploads', id), bytes.subarray(middle));
    running = await boot();
    const client = await signedIn();
    await photosReady(client, [id]);
    assert.equal(await originalOf(client, id), sha256(bytes));
  });

  it('between its last byte and its record is finished when its sender asks how far it came', async () => {
    const bytes = await smallPhoto(4);
    const client = await signedIn();
    const { path, id, middle } = await half(client, bytes);
    await appendFile(join(folder.path, 'uploads', id), bytes.subarray(middle));
    const asked = await client.fetch(path, { method: 'HEAD', headers: TUS });
    assert.equal(asked.headers.get('upload-offset'), String(bytes.length));
    await photosReady(client, [id]);
    assert.equal(await originalOf(client, id), sha256(bytes));
  });

  it('before its sender heard of it is the same photo when it is announced again, also at the same time', async () => {
    const bytes = await smallPhoto(6, 1200, 900);
    const client = await signedIn();
    const batch = await client.call(createBatch, { body: { name: 'Închis la mijloc' } });
    const stored = async () => {
      const { rows } = await database.pool.query('select stored_bytes from users');
      return Number(rows[0]?.stored_bytes);
    };
    const before = await stored();
    const announce = (length = bytes.length) => begin(client, length, { batchId: batch.id, key: 'k-1' });
    const answers = await Promise.all([1, 2, 3, 4].map(() => announce()));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    const paths = new Set(answers.map(({ headers }) => headers.get('location') ?? ''));
    assert.equal(paths.size, 1);
    assert.equal((await client.call(readBatch, { params: { batchId: batch.id } })).photoIds.length, 1);
    assert.equal(await stored(), before + bytes.length);

    const [path = ''] = paths;
    const send = (offset: number, part: Buffer) =>
      client.fetch(path, {
        method: 'PATCH',
        headers: { ...PATCH, 'upload-offset': String(offset) },
        body: new Uint8Array(part),
      });
    assert.equal((await send(0, bytes.subarray(0, 1000))).status, 204);
    assert.equal((await announce()).headers.get('location'), path);
    assert.equal((await announce(bytes.length + 1)).status, 400);
    assert.equal(
      (await begin(client, bytes.length, { key: 'k\0' })).status,
      400,
      'no key that cannot be kept',
    );
    const asked = await client.fetch(path, { method: 'HEAD', headers: TUS });
    assert.equal(asked.headers.get('upload-offset'), '1000', 'what has come is kept');
    assert.equal((await send(1000, bytes.subarray(1000))).status, 204);
    assert.equal((await announce()).headers.get('location'), path);
    assert.deepEqual(
      await readdir(join(folder.path, 'uploads')),
      [],
      'announced after its end it takes no room',
    );
    const id = path.split('/').at(-1) ?? '';
    await photosReady(client, [id]);
    assert.equal(await originalOf(client, id), sha256(bytes));

    const stranger = new Client(running.url);
    await stranger.call(register, { body: { ...credentials, email: 'alta@fotolot.example' } });
    const other = await begin(stranger, bytes.length, { key: 'k-1' });
    assert.equal(other.status, 201);
    assert.notEqual(other.headers.get('location'), path);
  });

  it('and announced again with bytes of its own is the photo that was accepted, whatever comes afterwards', async () => {
    const bytes = await smallPhoto(7, 1200, 900);
    const client = await signedIn();
    const announced = await begin(client, bytes.length, { key: 'k-7' });
    const path = announced.headers.get('location') ?? '';
    const id = path.split('/').at(-1) ?? '';
    const others = httpRequest(new URL('/api/uploads', running.url), {
      method: 'POST',
      headers: {
        ...PATCH,
        'sec-fetch-site': 'same-origin',
        cookie: client.cookie,
        'upload-length': String(bytes.length),
        'upload-metadata': `key ${Buffer.from('k-7').toString('base64')}`,
      },
    });
    const answered = new Promise<number | undefined>((resolve) => {
      others.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', () => resolve(0));
    });
    others.write(Buffer.alloc(100));
    const sent = await client.fetch(path, {
      method: 'PATCH',
      headers: { ...PATCH, 'upload-offset': '0' },
      body: new Uint8Array(bytes),
    });
    assert.equal(sent.status, 204);
    await photosReady(client, [id]);
    others.end(Buffer.alloc(100_000));
    assert.equal(await answered, 400);
    const { rows } = await database.pool.query('select sha256 from photos where id = $1', [id]);
    assert.deepEqual([rows[0]?.sha256, await originalOf(client, id)], [sha256(bytes), sha256(bytes)]);
  });

  it('gives its photo a capture time, unless the hour or day does not exist', async () => {
    const client = await signedIn();
    const kept = async (takenAt: string) => {
      const announced = await begin(client, 1000, { takenAt });
      const id = announced.headers.get('location')?.split('/').at(-1);
      const { rows } = await database.pool.query('select taken_at from photos where id = $1', [id]);
      return rows[0]?.taken_at;
    };
    assert.equal(await kept('2024-02-29T10:00:00'), '2024-02-29T10:00:00');
    for (const none of ['2020-02-31T10:00:00', '2020-01-01T99:99:99', 'ieri'])
      assert.equal(await kept(none), null);
  });

  it('and is not whole is no photo at the next start, and is still expected', async () => {
    const bytes = await smallPhoto(5);
    const { path, id, middle } = await half(await signedIn(), bytes);
    await running.stop();
    running = await boot();
    const client = await signedIn();
    const row = await database.pool.query('select state from photos where id = $1', [id]);
    assert.equal(row.rows[0]?.state, 'uploading');
    const asked = await client.fetch(path, { method: 'HEAD', headers: TUS });
    assert.equal(asked.headers.get('upload-offset'), String(middle));
  });
});

function begin(client: Client, length: number, metadata: Record<string, string>): Promise<Response> {
  const encoded = Object.entries(metadata).map(
    ([word, value]) => `${word} ${Buffer.from(value).toString('base64')}`,
  );
  return client.fetch('/api/uploads', {
    method: 'POST',
    headers: { ...TUS, 'upload-length': String(length), 'upload-metadata': encoded.join(',') },
  });
}
