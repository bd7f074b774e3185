import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { API_ERROR_CODES, type apiReadBatch } from '#contract/api/v1.ts';
import { readBatch } from '#contract/batches.ts';
import { saveRecipe } from '#contract/recipes/saved-recipes.ts';
import type { ReplyOf } from '#contract/route.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { makeKey, ProgramClient } from '#testing/accounts/programs.ts';
import { photosReady, smallPhoto } from '#testing/files/photos.ts';
import { AUTOVIT } from '#testing/presets.ts';
import { sendRaw } from '#testing/requests/raw-request.ts';
import { startReceiver } from '#testing/requests/receiver.ts';
import { runEnded } from '#testing/runs.ts';
import { type Client, pollUntil, type TestServer, TUS, testServer } from '#testing/server.ts';

const API = '/api/v1';
type Lot = ReplyOf<typeof apiReadBatch>;

describe('a program with a key', () => {
  let server: TestServer;
  let ana: Client & { uid: string };
  let works: ProgramClient;
  let reads: ProgramClient;
  before(async () => {
    server = await testServer();
    ana = await server.newUser();
    works = new ProgramClient(server.url, (await makeKey(server, ana)).secret);
    reads = new ProgramClient(server.url, (await makeKey(server, ana, 'read')).secret);
  });
  after(() => server.close());

  const json = async (answer: Promise<Response>) => {
    const response = await answer;
    const body = await response.json();
    ok(response.ok, `${response.status} ${JSON.stringify(body)}`);
    return body;
  };
  const readLot = (id: string): Promise<Lot> => json(works.fetch(`${API}/batches/${id}`));
  const isRefused = async (answer: Promise<Response>, status: number, code: string) => {
    const response = await answer;
    const problem = await response.json();
    match(response.headers.get('content-type') ?? '', /^application\/problem\+json/);
    deepEqual([response.status, problem.status, problem.code], [status, status, code]);
    equal(problem.type, `/api/docs#${code}`);
    equal(problem.detail, problem.message);
    ok(problem.message.length > 0 && typeof problem.details === 'object');
    ok((API_ERROR_CODES as readonly string[]).includes(code), code);
    return { response, problem };
  };

  it('makes a lot, sends photos, starts at the cost that it read, takes the files, and is told of the end', async (t) => {
    const lot = await json(works.post(`${API}/batches`, { name: 'Scaun' }));
    equal(lot.start, null);
    // By the pages: a program would not ask twenty times a second.
    await photosReady(ana, [await works.upload(await smallPhoto(1), lot.id)]);
    const ready = await readLot(lot.id);
    ok(ready.start);
    deepEqual(ready.start, { photoIds: ready.photoIds, cost: 1 });
    const receiver = await startReceiver();
    t.after(() => receiver.close());
    const hook = { url: receiver.url, events: ['lot.done'] };
    const { secret, webhook } = await json(works.post(`${API}/webhooks`, hook));
    match(secret, /^whsec_/);
    const key = { 'idempotency-key': randomUUID() };
    const started = await json(works.post(`${API}/batches/${lot.id}/start`, ready.start, key));
    const again = await json(works.post(`${API}/batches/${lot.id}/start`, ready.start, key));
    equal(again.run.id, started.run.id);
    await runEnded(ana, lot.id);
    const { run } = await readLot(lot.id);
    deepEqual([run?.number, run?.state], [1, 'done']);
    const { results } = await json(reads.fetch(`${API}/batches/${lot.id}/results`));
    ok(results.length > 0);
    const file = await reads.fetch(`${API}/results/${results[0].id}/file`);
    equal((await file.arrayBuffer()).byteLength, results[0].bytes);
    match(file.headers.get('content-disposition') ?? '', /^attachment/);
    match(file.headers.get('cache-control') ?? '', /no-store/);
    const { batches, next } = await json(reads.fetch(`${API}/batches?q=scaun`));
    deepEqual([batches.map(({ id }: { id: string }) => id), next], [[lot.id], null]);
    const own = await ana.call(readBatch, { params: { batchId: lot.id } });
    equal(own.name, 'Scaun');
    const [{ body, headers } = { body: '', headers: {} }] = await pollUntil(
      async () => receiver.heard,
      (heard) => heard.length > 0,
    );
    match(String(headers['webhook-id']), /^msg_/);
    const data = { batchId: lot.id, runId: run?.id, state: 'done', done: 1, failed: 0 };
    deepEqual(JSON.parse(body).data, data);
    const { webhooks } = await json(reads.fetch(`${API}/webhooks`));
    deepEqual(webhooks, [webhook]);
    deepEqual(Object.keys(webhook), ['id', 'url', 'events', 'state', 'createdAt']);
    await json(works.fetch(`${API}/webhooks/${webhook.id}`, { method: 'DELETE' }));
    deepEqual(await json(works.fetch(`${API}/webhooks`)), { webhooks: [] });
  });

  it('gets what its schema names and no more', async () => {
    const lot = await json(works.post(`${API}/batches`, {}));
    deepEqual(Object.keys(lot).sort(), [
      'createdAt',
      'id',
      'name',
      'number',
      'photoIds',
      'photos',
      'run',
      'start',
      'state',
    ]);
  });

  it('begins a lot with a saved recipe and its outputs', async () => {
    const outputs = [{ kind: 'preset', preset: AUTOVIT.key } as const];
    const saved = await ana.call(saveRecipe, {
      body: { name: 'Pentru Autovit', recipe: DEFAULT_RECIPE, outputs },
    });
    const { recipes } = await json(reads.fetch(`${API}/recipes`));
    deepEqual(
      recipes.map(({ id, name }: { id: string; name: string }) => [id, name]),
      [[saved.id, 'Pentru Autovit']],
    );
    const { id } = await json(works.post(`${API}/batches`, { recipeId: saved.id }));
    deepEqual((await ana.call(readBatch, { params: { batchId: id } })).outputs, outputs);
    await isRefused(
      works.post(`${API}/batches`, { recipeId: `rec_${'q'.repeat(26)}` }),
      404,
      'recipes/not-found',
    );
  });

  it('reads the credits that can be spent', async () => {
    const { totalCredits, grants } = await json(reads.fetch(`${API}/credits`));
    equal(
      grants.reduce((sum: number, { remaining }: { remaining: number }) => sum + remaining, 0),
      totalCredits,
    );
  });

  it('changes nothing by a key that reads', async () => {
    const { id } = await json(works.post(`${API}/batches`, {}));
    await isRefused(reads.post(`${API}/batches`, {}), 403, 'auth/key-reads');
    const upload = { method: 'POST', headers: { ...TUS, 'upload-length': '10' } };
    await isRefused(reads.fetch(`${API}/uploads`, upload), 403, 'auth/key-reads');
    await isRefused(
      reads.post(`${API}/batches/${id}/start`, { photoIds: [], cost: 0 }),
      403,
      'auth/key-reads',
    );
  });

  it('is known by the header alone: no cookie counts, and no key counts anywhere else', async () => {
    const { response } = await isRefused(ana.fetch(`${API}/credits`), 401, 'auth/key-required');
    equal(response.headers.get('www-authenticate'), 'Bearer');
    const { secret } = works;
    for (const path of [
      `/api/users/me`,
      '/api/orders',
      '/api/keys',
      '/api/admin/users',
      '/api/credits/grants',
    ]) {
      const answer = await works.fetch(path);
      deepEqual([answer.status, (await answer.json()).code], [401, 'auth/session-required'], path);
    }
    for (const authorization of [
      '',
      secret,
      `Basic ${secret}`,
      `Bearer ${secret}x`,
      'Bearer fot_',
      `Bearer ${'a'.repeat(5000)}`,
    ])
      await isRefused(
        fetch(new URL(`${API}/credits`, server.url), { headers: { authorization } }),
        401,
        'auth/key-required',
      );
    const inQuery = fetch(new URL(`${API}/credits?key=${secret}`, server.url));
    await isRefused(inQuery, 401, 'auth/key-required');
  });

  it('reaches its owner’s lots alone', async () => {
    const other = await server.newUser();
    const stranger = new ProgramClient(server.url, (await makeKey(server, other)).secret);
    const { id } = await json(works.post(`${API}/batches`, {}));
    await isRefused(stranger.fetch(`${API}/batches/${id}`), 404, 'batches/not-found');
    await isRefused(stranger.fetch(`${API}/batches/${id}/results`), 404, 'batches/not-found');
  });

  it('hears what is wrong with a request, in one form everywhere', async () => {
    const { id } = await json(works.post(`${API}/batches`, {}));
    const start = { photoIds: [`img_${'q'.repeat(26)}`], cost: 1 };
    await isRefused(works.post(`${API}/batches/${id}/start`, start), 400, 'http/bad-request');
    const key = { 'idempotency-key': randomUUID() };
    await isRefused(works.post(`${API}/batches/${id}/start`, start, key), 409, 'batches/photo-not-in-lot');
    const { problem } = await isRefused(works.post(`${API}/batches`, { nume: 'x' }), 400, 'http/bad-request');
    deepEqual(problem.details, { fields: [''] });
    await isRefused(works.fetch(`${API}/nimic`), 404, 'http/not-found');
    await isRefused(works.fetch(`${API}/batches/altceva`), 404, 'http/not-found');
    await isRefused(
      works.fetch(`${API}/uploads`, { method: 'POST', headers: { ...TUS, 'upload-length': '0' } }),
      422,
      'photos/empty',
    );
    const half = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":' };
    await isRefused(works.fetch(`${API}/batches`, half), 400, 'http/bad-request');
  });

  it('works past other sites’ pages, since no browser adds the header by itself', async () => {
    const headers = {
      authorization: `Bearer ${works.secret}`,
      'content-type': 'application/json',
      origin: 'https://altundeva.example',
      'sec-fetch-site': 'cross-site',
    };
    const sent = { method: 'POST', path: `${API}/batches`, headers, body: '{}' };
    const { status, headers: told } = await sendRaw(server.url, sent);
    equal(status, 200);
    equal(told['access-control-allow-origin'], undefined);
  });

  it('is told in every answer how many requests are left, and hears when there are none', async () => {
    const busy = new ProgramClient(
      server.url,
      (await makeKey(server, await server.newUser(), 'read')).secret,
    );
    const first = await busy.fetch(`${API}/credits`);
    equal(first.headers.get('ratelimit-policy'), '"key";q=120;w=60, "account";q=240;w=60');
    match(first.headers.get('ratelimit') ?? '', /^"key";r=119;t=1, "account";r=239;t=1$/);
    const answers = await Promise.all(Array.from({ length: 160 }, () => busy.fetch(`${API}/nimic`)));
    equal(answers[0]?.status, 404);
    const more = await Promise.all(Array.from({ length: 160 }, () => busy.fetch(`${API}/recipes`)));
    const refused = more.filter(({ status }) => status === 429);
    ok(refused.length > 0);
    ok(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0));
    match(refused[0]?.headers.get('ratelimit') ?? '', /^"key";r=0;/);
    equal((await refused[0]?.json())?.code, 'http/too-many-requests');
  });
});
