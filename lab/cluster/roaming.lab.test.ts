import { deepEqual, equal, ok } from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { register } from '#contract/auth.ts';
import { previewPhoto, readBatch } from '#contract/batches.ts';
import { makeCutout, readCutout } from '#contract/photos.ts';
import { previewTestImage, sendTestImage } from '#contract/recipes/test-images.ts';
import { fillPath } from '#contract/route.ts';
import { readMe } from '#contract/users.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { photosReady, sendPicture, smallPhoto, uploadPhotos } from '#testing/files/photos.ts';
import { newBatch } from '#testing/runs.ts';
import { PASSWORD, pollUntil, TUS } from '#testing/server.ts';
import { type Cluster, type Member, RoamingClient, startCluster } from './cluster.ts';

const PART = { ...TUS, 'content-type': 'application/offset+octet-stream' };
const JSON_BODY = { 'content-type': 'application/json' };
const BOX = { x: 0.2, y: 0.2, width: 0.6, height: 0.6 };

describe('three web processes, each of which is asked in turn', () => {
  let all: Cluster;
  let webs: Member[];
  let owner: RoamingClient;

  before(async () => {
    all = await startCluster();
    const started = await Promise.all([...[1, 2, 3].map(() => all.start('web')), all.start('worker')]);
    webs = started.slice(0, 3);
    owner = new RoamingClient(webs.map(({ url }) => url));
    await owner.call(register, { body: { email: 'dealer@fotolot.example', password: PASSWORD } });
  });
  after(() => all.close());

  /** Whatever lies in their folders is gone. */
  const clear = () =>
    Promise.all(webs.map(({ folder }) => rm(folder, { recursive: true, force: true, maxRetries: 20 })));
  const post = async (path: string, body: object) => {
    await clear();
    const reply = await owner.fetch(path, {
      method: 'POST',
      headers: JSON_BODY,
      body: JSON.stringify(body),
    });
    await reply.arrayBuffer();
    return reply.status;
  };

  it('need nothing that lies in their own folders, nor of the process that was asked before', async () => {
    await clear();
    const photoIds = await uploadPhotos(owner, [1, 2]);
    const [photoId = ''] = photoIds;
    const { id: batchId } = await newBatch(owner, { name: 'Ghete', photoIds });
    const { recipe } = await owner.call(readBatch, { params: { batchId } });
    const preview = { photoId, recipe, output: null, side: 640, stage: 'after' };
    for (const _ of webs) equal(await post(fillPath(previewPhoto.path, { batchId }), preview), 200);

    await clear();
    const params = { photoId };
    const { cutout } = await owner.call(makeCutout, { params, body: { box: BOX, strokes: [] } });
    for (const _ of webs) equal((await owner.call(readCutout, { params })).cutout?.id, cutout?.id);

    await clear();
    equal((await sendPicture(owner, await smallPhoto(3))).status, 200);
    const { photoURL } = await owner.call(readMe, {});
    for (const _ of webs) equal((await owner.fetch(photoURL ?? '')).status, 200);

    await clear();
    const sent = await owner.fetch(sendTestImage.path, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: (await smallPhoto(4, 800, 600)) as Uint8Array<ArrayBuffer>,
    });
    equal(sent.status, 200);
    const { id: testImageId } = (await sent.json()) as { id: string };
    const trial = {
      ...{ recipe: DEFAULT_RECIPE, output: null, side: 640, stage: 'after', exception: null },
      ...{ plates: [], cutoutId: null },
    };
    for (const _ of webs) equal(await post(fillPath(previewTestImage.path, { testImageId }), trial), 200);
  });

  it('take an upload to its end though one of them is killed in the middle of a piece', async () => {
    const scene = await smallPhoto(5);
    const bytes = Buffer.concat([scene, randomBytes(13_000_000 - scene.length)]);
    const created = await owner.fetch('/api/uploads', {
      method: 'POST',
      headers: {
        ...TUS,
        'upload-length': String(bytes.length),
        'upload-metadata': `name ${btoa('poza.jpg')}`,
      },
    });
    const path = created.headers.get('location') ?? '';
    const first = await patch(path, { from: 0, part: bytes.subarray(0, 6_000_000) });
    equal(first.status, 204);
    const [doomed] = webs as [Member];
    const cut = request(new URL(path, doomed.url), {
      method: 'PATCH',
      agent: false,
      headers: {
        ...{ ...PART, 'upload-offset': '6000000', 'content-length': '6000000' },
        ...{ cookie: owner.cookie, 'sec-fetch-site': 'same-origin' },
      },
    });
    const isCut = new Promise((resolve) => cut.once('error', resolve));
    cut.write(bytes.subarray(6_000_000, 9_000_000));
    await pollUntil(
      async () =>
        (await all.database.pool.query('select from photos where upload_token is not null')).rowCount,
      (held) => held === 1,
    );
    doomed.tell('SIGKILL');
    await Promise.all([isCut, doomed.end()]);
    webs = [await all.start('web'), ...webs.slice(1)];
    owner = Object.assign(new RoamingClient(webs.map(({ url }) => url)), { cookie: owner.cookie });
    let acknowledged = 6_000_000;
    while (acknowledged < bytes.length) {
      const from = await offset(path);
      // What was acknowledged stays, and what was not is asked for once.
      ok(from >= acknowledged, `${from}`);
      const reply = await patch(path, { from, part: bytes.subarray(from, from + 6_000_000) });
      equal(reply.status, 204);
      acknowledged = Number(reply.headers.get('upload-offset'));
    }
    const [photo] = await photosReady(owner, [path.split('/').at(-1) ?? '']);
    const original = await owner.fetch(`/api/photos/${photo?.id}/original`);
    equal(sha256(Buffer.from(await original.arrayBuffer())), sha256(bytes));
    deepEqual(await all.broken(), []);
  });

  /** Where the upload stands, once the lease of a process that died has run out. */
  async function offset(path: string): Promise<number> {
    const asked = await pollUntil(
      () => owner.fetch(path, { method: 'HEAD', headers: TUS }),
      ({ status }) => status === 200,
    );
    return Number(asked.headers.get('upload-offset'));
  }

  function patch(path: string, { from, part }: { from: number; part: Buffer }): Promise<Response> {
    const headers = { ...PART, 'upload-offset': String(from) };
    return owner.fetch(path, { method: 'PATCH', headers, body: part as Uint8Array<ArrayBuffer> });
  }
});

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
