import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { pino } from 'pino';
import { login, register } from '#contract/auth.ts';
import { listPhotos } from '#contract/photos.ts';
import { verify } from '#server/admin/verify.ts';
import { readConfig } from '#server/config.ts';
import { type Running, startServer } from '#server/main.ts';
import { type TestDatabase, testDatabase } from '#testing/database.ts';
import { photosReady, smallPhoto } from '#testing/photos.ts';
import { Client, PASSWORD, TUS } from '#testing/server.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';

const PATCH = { ...TUS, 'content-type': 'application/offset+octet-stream' };
const credentials = { email: 'om@fotolot.example', password: PASSWORD };

describe('an upload that was cut', () => {
  let database: TestDatabase;
  let folder: TemporaryFolder;
  let running: Running;

  before(async () => {
    database = await testDatabase();
    folder = await makeTemporaryFolder();
    running = await boot();
    await new Client(running.url).call(register, { body: credentials });
  });

  afterEach(async () => {
    assert.deepEqual(await verify(running.app, { deep: true, orphanGraceMs: 0 }), []);
  });

  after(async () => {
    await running.stop();
    await database.close();
    await folder.remove();
  });

  function boot(): Promise<Running> {
    const config = readConfig({
      PORT: '0',
      DATA_DIR: folder.path,
      DATABASE_URL: database.url,
      LOT_PROCESSES: '1',
    });
    return startServer(config, pino({ level: 'silent' }));
  }

  async function signedIn(): Promise<Client> {
    const client = new Client(running.url);
    await client.call(login, { body: credentials });
    return client;
  }

  /** Announced, its first half sent. */
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

  it('keeps what came before the line broke', async () => {
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
    // As a kill between the write and the transaction leaves it.
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
