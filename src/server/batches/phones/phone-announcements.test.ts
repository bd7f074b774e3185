import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createBatch, readBatch } from '#contract/batches.ts';
import { listGallery } from '#contract/gallery.ts';
import {
  endPhoneLink,
  makePhoneLink,
  openPhoneLink,
  PHONE_UPLOADS_PATH,
} from '#contract/phones/phone-links.ts';
import { trashPhotos } from '#contract/photos.ts';
import { MAX_PHOTO_BYTES, MOST_UNFINISHED_BY_PHONE } from '#domain/photos/limits.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import { giveUpPhoneUploads } from '#server/batches/uploads/give-up-uploads.ts';
import { withClock } from '#testing/app.ts';
import { smallPhoto } from '#testing/files/photos.ts';
import { type Client, pollUntil, Refused, type TestServer, TUS, testServer } from '#testing/server.ts';

const MINUTE_MS = 60_000;

/** A link may come into a stranger's hands, who announces photos and never sends them. */
describe('what a phone announces by a link and does not send', () => {
  let server: TestServer;
  let owner: Client & { uid: string };
  let batchId: string;
  let linkId: string;
  let phone: Client;

  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  beforeEach(async () => {
    owner = await server.newUser();
    batchId = (await owner.call(createBatch, { body: { name: 'Dacia' } })).id;
    const { key, link } = await owner.call(makePhoneLink, { params: { batchId } });
    linkId = link.id;
    phone = server.client();
    const opened = await phone.fetch(openPhoneLink.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key }),
    });
    phone.cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  });

  /** Returns the address of the upload. */
  async function announce(bytes = MAX_PHOTO_BYTES): Promise<string> {
    const headers = { ...TUS, 'upload-length': String(bytes), 'upload-metadata': `name ${btoa('poza.jpg')}` };
    const response = await phone.fetch(PHONE_UPLOADS_PATH, { method: 'POST', headers });
    if (response.status !== 201) throw new Refused(response.status, await response.json());
    return response.headers.get('location') ?? '';
  }
  const send = (path: string, bytes: Uint8Array, offset = 0) =>
    phone.fetch(path, {
      method: 'PATCH',
      headers: {
        ...TUS,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body: bytes as Uint8Array<ArrayBuffer>,
    });
  const idIn = (path: string) => path.split('/').at(-1) ?? '';
  const taken = async () => {
    const { rows } = await server.database.pool.query('select stored_bytes from users where id = $1', [
      owner.uid,
    ]);
    return Number(rows[0].stored_bytes);
  };
  const holds = async () => (await owner.call(readBatch, { params: { batchId } })).photoIds;

  it('takes the storage of a dozen photos at most, and sending one makes room for another', async () => {
    const first = await announce((await smallPhoto(1)).length);
    for (let more = 1; more < MOST_UNFINISHED_BY_PHONE; more++) await announce();
    await assert.rejects(announce(), { status: 422, code: 'photos/too-many-uploads' });
    assert.equal((await send(first, await smallPhoto(1))).status, 204);
    await announce();
  });

  it('gives the storage back within a minute of the ten in which a link that was ended lets uploads finish', async () => {
    await announce();
    const begun = await announce();
    await owner.call(endPhoneLink, { params: { phoneLinkId: linkId } });
    await giveUpPhoneUploads(server.app);
    assert.equal(await taken(), 2 * MAX_PHOTO_BYTES);
    await giveUpPhoneUploads(withClock(server.app, () => new Date(Date.now() + 11 * MINUTE_MS)));
    assert.equal(await taken(), 0);
    assert.deepEqual(await holds(), []);
    assert.ok((await send(begun, Buffer.alloc(10))).status >= 400);
    assert.deepEqual(await findViolations(server.app, { orphanGraceMs: MINUTE_MS, deep: false }), []);
  });

  it('gives the storage back at once when its owner throws it away, and stands in no trash', async () => {
    const path = await announce();
    assert.deepEqual(await holds(), [idIn(path)]);
    await owner.call(trashPhotos, { body: { photoIds: [idIn(path)] } });
    assert.equal(await taken(), 0);
    assert.deepEqual(await holds(), []);
    const { items } = await owner.call(listGallery, { query: { kind: 'trash' } });
    assert.deepEqual(items, []);
  });

  it('leaves what has come whole to the lot, whenever the link ended', async () => {
    const bytes = await smallPhoto(2);
    const path = await announce(bytes.length);
    assert.equal((await send(path, bytes)).status, 204);
    await owner.call(endPhoneLink, { params: { phoneLinkId: linkId } });
    await giveUpPhoneUploads(withClock(server.app, () => new Date(Date.now() + 11 * MINUTE_MS)));
    await pollUntil(
      () => owner.call(readBatch, { params: { batchId } }),
      ({ photos }) => photos[idIn(path)]?.state === 'ready',
    );
    assert.equal(await taken(), bytes.length);
  });
});
