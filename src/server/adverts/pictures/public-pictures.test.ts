import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { deleteBatch } from '#contract/batches.ts';
import { FETCHES_DAYS, SENT_DAYS } from '#domain/adverts/public-picture.ts';
import { plusDays } from '#domain/days.ts';
import { eraseAccount } from '#server/account/deletion/erase-account.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import { removeExpiredPictures } from '#server/adverts/pictures/end-pictures.ts';
import { buildPictureAddress } from '#server/adverts/pictures/picture-address.ts';
import { publishPictures } from '#server/adverts/pictures/publish-pictures.ts';
import { publicPictureKey } from '#server/photos/file-keys.ts';
import { removeFiles } from '#server/photos/remove-files.ts';
import { setSuspended } from '#server/users/suspension-store.ts';
import { withClock } from '#testing/app.ts';
import { uploadPhotos } from '#testing/files/photos.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { type Client, pollUntil, type TestServer, testServer } from '#testing/server.ts';

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

type Owner = Client & { uid: string };

describe('a picture that other sites fetch by its address', () => {
  let server: TestServer;
  let owner: Owner;
  let batchId: string;

  before(async () => {
    server = await testServer({ TRUSTED_PROXIES: '127.0.0.1' });
    owner = await server.newUser();
    batchId = await makeResults(owner);
  });
  after(() => server.close());

  const sql = (text: string, values: unknown[] = []) => server.database.pool.query(text, values);

  async function makeResults(of: Owner): Promise<string> {
    const photoIds = await uploadPhotos(of, [1, 2]);
    const { id } = await newBatch(of, { name: 'Dacia', photoIds });
    await startRun(of, id, { photoIds, cost: 1 });
    await runEnded(of, id);
    return id;
  }

  /** Publishes what a lot delivered; returns the pictures' paths on this server. */
  async function publish(of: Owner = owner, lot = batchId) {
    const { rows } = await sql('select id, file_key from results where batch_id = $1 order by id', [lot]);
    const files = rows.map((row) => ({ resultId: row.id, key: row.file_key }));
    const pictures = await publishPictures(server.app, of.uid, files);
    return pictures.map(({ id, resultId, address }) => ({ id, resultId, path: new URL(address).pathname }));
  }

  /** A client as a portal's: no cookie, a name and an address of its own. */
  const fetchAs = (path: string, init: RequestInit & { ip?: string } = {}) =>
    fetch(new URL(path, server.url), {
      redirect: 'manual',
      ...init,
      headers: { 'user-agent': 'Portal/1', 'x-forwarded-for': init.ip ?? '10.1.1.1', ...init.headers },
    });
  const fetchesOf = async (id: string) => {
    const { rows } = await sql(
      'select method, status, bytes, ip, user_agent from picture_fetches where picture_id = $1 order by id',
      [id],
    );
    return rows;
  };
  const fetchesNoted = (id: string, count: number) =>
    pollUntil(
      () => fetchesOf(id),
      (rows) => rows.length >= count,
    );

  it('is whole, a JPEG by type and address, and comes without cookie, redirect, query or attachment', async () => {
    const [picture] = await publish();
    assert.ok(picture);
    assert.match(picture.path, /^\/p\/pic_[a-z0-9]{26}-[0-9a-z]+-[0-9a-f]{32}\.jpg$/);
    const answer = await fetchAs(picture.path);
    assert.equal(answer.status, 200);
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.deepEqual([...bytes.subarray(0, 2)], [0xff, 0xd8]);
    assert.equal(answer.headers.get('content-type'), 'image/jpeg');
    assert.equal(answer.headers.get('content-length'), String(bytes.length));
    for (const unwanted of ['set-cookie', 'content-disposition', 'location', 'x-robots-tag'])
      assert.equal(answer.headers.get(unwanted), null, unwanted);
    const { rows } = await sql('select sha256, bytes from public_pictures where id = $1', [picture.id]);
    assert.deepEqual(rows, [{ sha256: sha256Of(bytes), bytes: bytes.length }]);
  });

  it('answers HEAD with the same head and no body, and a reader that has it with 304', async () => {
    const [picture] = await publish();
    const whole = await fetchAs(picture?.path ?? '');
    const head = await fetchAs(picture?.path ?? '', { method: 'HEAD' });
    assert.equal(head.status, 200);
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control'])
      assert.equal(head.headers.get(name), whole.headers.get(name), name);
    assert.equal((await head.arrayBuffer()).byteLength, 0);
    const etag = whole.headers.get('etag') ?? '';
    assert.equal((await fetchAs(picture?.path ?? '', { headers: { 'if-none-match': etag } })).status, 304);
  });

  it('has a new address each time it is published, and keeps its content when its lot is processed once more', async () => {
    const [first] = await publish();
    const before = await (await fetchAs(first?.path ?? '')).arrayBuffer();
    const [second] = await publish();
    assert.notEqual(first?.path, second?.path);
    const { rows } = await sql('select photo_id from batch_photos where batch_id = $1', [batchId]);
    await startRun(owner, batchId, { photoIds: rows.map(({ photo_id }) => photo_id), cost: 0 });
    await runEnded(owner, batchId);
    const { rows: left } = await sql('select 1 from results where id = $1', [first?.resultId]);
    assert.deepEqual(left, []);
    assert.deepEqual(await (await fetchAs(first?.path ?? '')).arrayBuffer(), before);
  });

  it('is noted with time, answer, bytes and reader, once for each fetch', async () => {
    const [picture] = await publish();
    const { id = '', path = '' } = picture ?? {};
    const bytes = (await (await fetchAs(path, { ip: '10.9.9.9' })).arrayBuffer()).byteLength;
    await fetchesNoted(id, 1);
    await (await fetchAs(path, { method: 'HEAD', ip: '10.9.9.8' })).arrayBuffer();
    assert.deepEqual(await fetchesNoted(id, 2), [
      { method: 'GET', status: 200, bytes, ip: '10.9.9.9', user_agent: 'Portal/1' },
      { method: 'HEAD', status: 200, bytes: 0, ip: '10.9.9.8', user_agent: 'Portal/1' },
    ]);
  });

  it('is noted with fewer bytes than it has when its reader leaves before the end', async () => {
    const [picture] = await publish();
    const { id = '', path = '' } = picture ?? {};
    // More than a connection buffers.
    const large = 32_000_000;
    const picturesBytes = Buffer.alloc(large, 7);
    await server.app.files.write(publicPictureKey(id), Readable.from([picturesBytes]));
    await sql('update public_pictures set bytes = $2, sha256 = $3 where id = $1', [
      id,
      large,
      sha256Of(picturesBytes),
    ]);
    const sent = get(new URL(path, server.url), { agent: false });
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.on('error', () => {});
    answer.destroy();
    const [noted] = await fetchesNoted(id, 1);
    assert.equal(noted.status, 200);
    assert.ok(noted.bytes < large, String(noted.bytes));
  });

  it('cannot be guessed, lengthened or moved: any other name is 404 and not noted', async () => {
    const [one, other] = await publish();
    const [, id = '', expiry = '', code = ''] =
      /^\/p\/(pic_\w+)-(\w+)-(\w+)\.jpg$/.exec(one?.path ?? '') ?? [];
    const later = (Number.parseInt(expiry, 36) + 86_400).toString(36);
    for (const path of [
      `/p/${id}-${later}-${code}.jpg`,
      `/p/${other?.id}-${expiry}-${code}.jpg`,
      `/p/${id}-${expiry}-${'0'.repeat(32)}.jpg`,
      `/p/${id}-${expiry}-${code.toUpperCase()}.jpg`,
      `/p/${id}-${expiry}-${code}`,
      `/p/${id}.jpg`,
      `/p/${id}-${expiry}-${code}.jpg.exe`,
      `/p/..%2f..%2fresults%2f${one?.resultId}.jpg`,
      '/p/.jpg',
      '/p/',
    ]) {
      const answer = await fetchAs(path);
      await answer.arrayBuffer();
      assert.equal(answer.status, 404, path);
    }
    const foreign = { ...server.app, keyedHash: () => 'ab'.repeat(32) };
    const forged = buildPictureAddress(foreign, { id, expiresAt: new Date(Date.now() + 86_400_000) });
    assert.equal((await fetchAs(new URL(forged).pathname)).status, 404);
    await fetchAs(one?.path ?? '');
    await fetchesNoted(id, 1);
    assert.equal((await fetchesOf(id)).length, 1);
  });

  it('ends with its days, its account’s suspension and its account’s deletion, also for a reader with the address', async () => {
    const ENDS: Record<string, (of: Owner, id: string) => Promise<unknown>> = {
      days: (_, id) => sql('update public_pictures set expires_at = now() where id = $1', [id]),
      suspension: ({ uid }) => server.app.change(({ tx }) => setSuspended(tx, uid, server.app.now())),
      deletion: ({ uid }) => server.app.change((unit) => eraseAccount(unit, server.app, uid)),
    };
    for (const [what, end] of Object.entries(ENDS)) {
      const ana = await server.newUser();
      const [picture] = await publish(ana, await makeResults(ana));
      const { id = '', path = '' } = picture ?? {};
      assert.equal((await fetchAs(path)).status, 200, what);
      await end(ana, id);
      assert.equal((await fetchAs(path)).status, 404, what);
    }
  });

  it('stays when its lot is put in the trash: what was sent may be fetched once more', async () => {
    const ana = await server.newUser();
    const lot = await makeResults(ana);
    const [picture] = await publish(ana, lot);
    await ana.call(deleteBatch, { params: { batchId: lot } });
    assert.equal((await fetchAs(picture?.path ?? '')).status, 200);
  });

  it('leaves no file behind after its days or its account, and none that the check of all files misses', async () => {
    const ana = await server.newUser();
    const pictures = await publish(ana, await makeResults(ana));
    const bea = await server.newUser();
    pictures.push(...(await publish(bea, await makeResults(bea))));
    const areThere = async () => {
      const sizes = await Promise.all(
        pictures.map(({ id }) => server.app.files.sizeOf(publicPictureKey(id))),
      );
      return sizes.map((size) => size !== null);
    };
    assert.deepEqual(await areThere(), [true, true, true, true]);
    await server.app.change((unit) => eraseAccount(unit, server.app, ana.uid));
    await removeFiles(server.app, server.uploads);
    assert.deepEqual(await areThere(), [false, false, true, true]);
    const later = withClock(server.app, () => plusDays(new Date(), SENT_DAYS + 1));
    await removeExpiredPictures(later);
    await removeFiles(server.app, server.uploads);
    assert.deepEqual(await areThere(), [false, false, false, false]);
    assert.deepEqual(await findViolations(server.app, { orphanGraceMs: 0, deep: true }), []);
  });

  it('is forgotten with all its fetches thirty days after its end', async () => {
    const [picture] = await publish();
    const { id = '', path = '' } = picture ?? {};
    await (await fetchAs(path)).arrayBuffer();
    await fetchesNoted(id, 1);
    await removeExpiredPictures(withClock(server.app, () => plusDays(new Date(), FETCHES_DAYS - 1)));
    assert.equal((await fetchesOf(id)).length, 1);
    await removeExpiredPictures(withClock(server.app, () => plusDays(new Date(), 2 * FETCHES_DAYS + 1)));
    const { rows } = await sql('select id from public_pictures where id = $1', [id]);
    assert.deepEqual([rows, await fetchesOf(id)], [[], []]);
  });

  it('is not published for an account that is gone, nor for a file that is gone', async () => {
    const ana = await server.newUser();
    await server.app.change((unit) => eraseAccount(unit, server.app, ana.uid));
    await assert.rejects(publish(ana, batchId), { code: 'auth/session-required' });
    const gone = [{ resultId: `res_${'a'.repeat(26)}`, key: `results/res_${'a'.repeat(26)}` }];
    await assert.rejects(publishPictures(server.app, owner.uid, gone), { code: 'photos/file-missing' });
  });
});
