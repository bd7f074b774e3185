import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { login, logout } from '#contract/auth.ts';
import { createBatch, previewPhoto } from '#contract/batches.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { photosReady, smallPhoto } from '#testing/files/photos.ts';
import { type Client, PASSWORD, pollUntil, type TestServer, TUS, testServer } from '#testing/server.ts';

describe('limits of what one user may begin', () => {
  let server: TestServer;

  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  const begin = (client: Client, bytes = 1000) =>
    client.fetch('/api/uploads', { method: 'POST', headers: { ...TUS, 'upload-length': String(bytes) } });

  const used = (key: string, hits: number) =>
    server.database.pool.query(
      "insert into rate_limits values ($1, $2, now() + interval '5 minutes') on conflict (key) do update set hits = $2",
      [key, hits],
    );

  it('600 unfinished uploads, of which the last is one, however many come together', async () => {
    const client = await server.newUser();
    await server.database.pool.query(
      `insert into photos (id, owner_id, name, bytes, state)
       select 'img_' || lpad(n::text, 26, 'a'), $1, 'poza', 1, 'uploading' from generate_series(1, 599) n`,
      [client.uid],
    );
    const answers = await Promise.all(Array.from({ length: 5 }, () => begin(client)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422, 422, 422, 422]);
    const refused = await answers.find(({ status }) => status === 422)?.json();
    assert.equal(refused.code, 'photos/too-many-uploads');
    assert.match(errorSentence(refused.code, refused.details), /600 de fotografii/);
    const { rows } = await server.database.pool.query('select stored_bytes from users where id = $1', [
      client.uid,
    ]);
    assert.equal(Number(rows[0]?.stored_bytes), 1000, 'what was refused takes no space');
    assert.equal((await begin(await server.newUser())).status, 201);
  });

  it('so many uploads and batches in ten minutes', async () => {
    const client = await server.newUser();
    await used(`uploads:${client.uid}`, 1999);
    assert.equal((await begin(client)).status, 201);
    const refused = await begin(client);
    assert.deepEqual([refused.status, (await refused.json()).code], [429, 'http/too-many-requests']);
    await used(`lots:${client.uid}`, 119);
    await client.call(createBatch, { body: {} });
    await assert.rejects(client.call(createBatch, { body: {} }), {
      status: 429,
      code: 'http/too-many-requests',
    });
  });

  it('so many previews at once', async () => {
    const client = await server.newUser();
    const { id: batchId } = await client.call(createBatch, { body: {} });
    const body = {
      photoId: `img_${'q'.repeat(26)}`,
      recipe: DEFAULT_RECIPE,
      output: null,
      side: 320,
      stage: 'after' as const,
    };
    const statuses: number[] = [];
    for (let n = 0; n < 40 && !statuses.includes(429); n++) {
      const asked = Array.from({ length: 50 }, () =>
        client.call(previewPhoto, { params: { batchId }, body }).catch(({ status }) => statuses.push(status)),
      );
      await Promise.all(asked);
    }
    assert.ok(statuses.length > 300 && statuses.includes(429), `${statuses.length}`);
  });
});

describe('signing out during an upload', () => {
  let server: TestServer;

  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  /** An upload whose first half is on its way; `finish` sends the rest. */
  async function half(client: Client, bytes: Buffer) {
    const created = await client.fetch('/api/uploads', {
      method: 'POST',
      headers: { ...TUS, 'upload-length': String(bytes.length) },
    });
    const path = created.headers.get('location') ?? '';
    const headers = {
      ...TUS,
      cookie: client.cookie,
      'sec-fetch-site': 'same-origin',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(bytes.length),
    };
    const sent = request(new URL(path, server.url), { method: 'PATCH', headers });
    const status = new Promise<number>((resolve) => {
      sent.on('response', ({ statusCode = 0 }) => resolve(statusCode));
      sent.on('error', () => resolve(0));
    });
    sent.write(bytes.subarray(0, 2000));
    await delay(200);
    return { id: path.split('/').at(-1) ?? '', status, finish: () => sent.end(bytes.subarray(2000)) };
  }

  const stateOf = async (id: string): Promise<string> => {
    const { rows } = await server.database.pool.query('select state from photos where id = $1', [id]);
    return rows[0]?.state;
  };

  it('cuts it', async () => {
    const client = await server.newUser();
    const upload = await half(client, await smallPhoto(1));
    await client.call(logout, {});
    assert.equal(await upload.status, 0);
    assert.equal(await stateOf(upload.id), 'uploading');
  });

  it('lets it not become a photo, not even when only the database knows that the session is over', async () => {
    const client = await server.newUser('ana@fotolot.example');
    const upload = await half(client, await smallPhoto(2));
    await server.database.pool.query('delete from sessions');
    upload.finish();
    assert.equal(await upload.status, 401);
    assert.equal(await stateOf(upload.id), 'uploading');
    await client.call(login, { body: { email: 'ana@fotolot.example', password: PASSWORD } });
    await client.fetch(`/api/uploads/${upload.id}`, { method: 'HEAD', headers: TUS });
    await pollUntil(
      () => stateOf(upload.id),
      (state) => state !== 'uploading',
    );
    await photosReady(client, [upload.id]);
  });
});
