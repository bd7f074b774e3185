import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { createBatch, readBatch } from '#contract/batches.ts';
import { listPhotos, type Photo } from '#contract/photos.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import { countDraws } from '#testing/draws.ts';
import { oddFiles } from '#testing/files/odd-files.ts';
import { photosReady, smallPhoto, uploadPhotos } from '#testing/files/photos.ts';
import { type Client, pollUntil, Refused, type TestServer, TUS, testServer } from '#testing/server.ts';

/** Of the odd files; by hand the image processes alone are given all of them. */
const OF_EACH_ANSWER = countDraws({ local: 3, ci: 1000 });

describe('uploads', () => {
  let server: TestServer;

  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  const newBatch = (client: Client, name = 'Lot') => client.call(createBatch, { body: { name } });
  const batchNow = (client: Client, batchId: string) => client.call(readBatch, { params: { batchId } });

  /** The batch once nothing in it is on its way any more. */
  const settled = (client: Client, batchId: string) =>
    pollUntil(
      () => batchNow(client, batchId),
      ({ photos }) => Object.values(photos).every(({ state }) => state !== 'preparing'),
    );

  const storedBytes = async (uid: string): Promise<number> => {
    const { rows } = await server.database.pool.query('select stored_bytes from users where id = $1', [uid]);
    return Number(rows[0]?.stored_bytes);
  };

  const proved = () =>
    pollUntil(
      () => findViolations(server.app, { deep: true, orphanGraceMs: 0 }),
      (violations) => violations.length === 0,
    );

  const unfinishedFiles = async (ids: readonly string[]): Promise<string[]> =>
    (await readdir(join(server.dataDir, 'uploads'))).filter((name) => ids.some((id) => name.startsWith(id)));

  it('are stored byte for byte and given back so', async () => {
    const client = await server.newUser();
    const bytes = await smallPhoto(1);
    const photoId = await client.upload(bytes, { name: 'mașină.jpg' });
    const [photo] = await photosReady(client, [photoId]);
    assert.deepEqual(
      [photo?.name, photo?.bytes, photo?.width, photo?.height],
      ['mașină.jpg', bytes.length, 160, 120],
    );
    const original = await client.fetch(`/api/photos/${photoId}/original`);
    assert.deepEqual(Buffer.from(await original.arrayBuffer()), bytes);
    const { rows } = await server.database.pool.query('select sha256 from photos where id = $1', [photoId]);
    assert.equal(rows[0]?.sha256, createHash('sha256').update(bytes).digest('hex'));
    assert.equal(await storedBytes(client.uid), bytes.length);
  });

  it('go on only from where they are: another offset is a conflict and changes nothing', async () => {
    const client = await server.newUser();
    const bytes = await smallPhoto(2);
    const upload = await begin(client, bytes.length);
    assert.equal((await upload.send(0, bytes.subarray(0, 1000))).status, 204);
    for (const offset of [0, 999, 1001, bytes.length]) {
      const refused = await upload.send(offset, bytes.subarray(offset));
      assert.equal(refused.status, 409, String(offset));
      assert.equal((await refused.json()).code, 'http/bad-request');
      assert.equal(await upload.offset(), 1000);
    }
    const tooMuch = await upload.send(1000, Buffer.concat([bytes.subarray(1000), Buffer.from('prea mult')]));
    assert.equal(tooMuch.status, 413);
    assert.equal(await upload.offset(), 1000);
    assert.equal((await upload.send(1000, bytes.subarray(1000))).status, 204);
    await photosReady(client, [upload.id]);
    const original = await client.fetch(`/api/photos/${upload.id}/original`);
    assert.deepEqual(Buffer.from(await original.arrayBuffer()), bytes);
  });

  it('told again that they are over change nothing, even when the photo was refused', async () => {
    const client = await server.newUser();
    const batch = await newBatch(client);
    const words = Buffer.from('Vând Dacia Logan');
    const id = await client.upload(words, { name: 'a.jpg', batchId: batch.id });
    const { photos } = await settled(client, batch.id);
    assert.equal(photos[id]?.state, 'refused');
    await proved();
    const again = await client.fetch(`/api/uploads/${id}`, {
      method: 'PATCH',
      headers: {
        ...TUS,
        'upload-offset': String(words.length),
        'content-type': 'application/offset+octet-stream',
      },
    });
    assert.equal(again.status, 204);
    const { headers } = await client.fetch(`/api/uploads/${id}`, { method: 'HEAD', headers: TUS });
    assert.equal(headers.get('upload-offset'), String(words.length));
    assert.deepEqual(await findViolations(server.app, { deep: true, orphanGraceMs: 0 }), []);
    assert.deepEqual(await unfinishedFiles([id]), []);
  });

  it('become photos by their content, or are refused each with its own sentence, and never stop the others', async () => {
    const client = await server.newUser();
    const batch = await newBatch(client);
    const all = (await oddFiles()).filter(({ answer, name }) => answer !== 'either' && name !== 'bomb.png');
    const byAnswer = Map.groupBy(all, ({ answer }) => answer);
    assert.ok(byAnswer.size > 10);
    const files = [...byAnswer.values()].flatMap((alike) => alike.slice(0, OF_EACH_ANSWER));
    const ids = new Map<string, string>();
    const atTheDoor: string[] = [];
    for (const { name, bytes, answer } of files) {
      try {
        ids.set(name, await client.upload(bytes, { name, batchId: batch.id }));
      } catch (error) {
        assert.ok(error instanceof Refused && error.code === answer, `${name}: ${error}`);
        atTheDoor.push(name);
      }
    }
    assert.deepEqual(atTheDoor, ['empty.jpg']);
    const { photos, photoIds } = await settled(client, batch.id);
    for (const { name, answer } of files.filter((file) => file.name !== 'empty.jpg')) {
      const photo = photos[ids.get(name) ?? ''];
      assert.deepEqual([name, photo?.refusal?.code ?? 'photo'], [name, answer]);
      if (!photo?.refusal) continue;
      assert.equal(photo.state, 'refused');
      assert.match(photo.refusal.message, /^(Fi[șs]|Foto|Ace)/);
    }
    const ready = files.filter(({ answer }) => answer === 'photo');
    assert.equal(photoIds.length, ready.length);
    assert.equal(
      await storedBytes(client.uid),
      ready.reduce((sum, { bytes }) => sum + bytes.length, 0),
    );
    await proved();
  });

  it('believe neither name nor ending', async () => {
    const client = await server.newUser();
    const batch = await newBatch(client);
    const scene = await smallPhoto(3);
    const png = await sharp(scene).png().toBuffer();
    const gif = await sharp(scene).gif().toBuffer();
    const photo = await client.upload(png, { name: 'film.mp4', batchId: batch.id });
    const trick = await client.upload(gif, { name: 'poza.jpg', batchId: batch.id });
    const { photos } = await settled(client, batch.id);
    assert.equal(photos[photo]?.state, 'ready');
    const original = await client.fetch(`/api/photos/${photo}/original`);
    assert.equal(original.headers.get('content-type'), 'image/png');
    assert.match(original.headers.get('content-disposition') ?? '', /filename="film.png"/);
    assert.equal(photos[trick]?.refusal?.message, errorSentence('photos/format-gif'));
  });

  it('of more than 40 MB or of nothing are refused before the first byte', async () => {
    const client = await server.newUser();
    for (const [length, status, code] of [
      ['40000001', 413, 'photos/too-large-file'],
      ['4000000000', 413, 'photos/too-large-file'],
      ['0', 422, 'photos/empty'],
    ] as const) {
      const answer = await client.fetch('/api/uploads', {
        method: 'POST',
        headers: { ...TUS, 'upload-length': length },
      });
      const body = await answer.json();
      assert.deepEqual([answer.status, body.code], [status, code]);
      assert.equal(body.message, errorSentence(code, { limit: 40_000_000 }));
    }
    const largest = await begin(client, 40_000_000);
    assert.equal(await largest.offset(), 0);
    assert.equal(await storedBytes(client.uid), 40_000_000, 'what is announced counts at once');
  });

  it('are refused when the storage is full; what is there can still be had', async () => {
    const client = await server.newUser();
    const [photoId = ''] = await uploadPhotos(client, [5]);
    const stored = await storedBytes(client.uid);
    const { pool } = server.database;
    const limit = stored + 5000;
    await pool.query(
      "insert into plan_terms select plan, now() - interval '1 minute', photos_per_lot, outputs_per_run, saved_recipes, retention_days, $1, photos_at_once from plan_terms where plan = 'free'",
      [limit],
    );
    try {
      const many = await Promise.allSettled([1, 2, 3, 4, 5].map(() => begin(client, 2000)));
      assert.equal(many.filter(({ status }) => status === 'fulfilled').length, 2, 'also of many at once');
      const answer = await client.fetch('/api/uploads', {
        method: 'POST',
        headers: { ...TUS, 'upload-length': '1001' },
      });
      assert.equal(answer.status, 507);
      assert.match((await answer.json()).message, /^Spațiul contului este plin\./);
      assert.equal((await client.fetch(`/api/photos/${photoId}/original`)).status, 200);
    } finally {
      await pool.query("delete from plan_terms where plan = 'free' and storage_bytes = $1", [limit]);
    }
  });

  it('of the same bytes are recognised, at the same time and later', async () => {
    const client = await server.newUser();
    const batch = await newBatch(client);
    const bytes = await smallPhoto(6);
    const send = (name: string) => client.upload(bytes, { name, batchId: batch.id });
    const ids = await Promise.all(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'].map(send));
    ids.push(await send('mai târziu.jpg'));
    const { photos, photoIds } = await settled(client, batch.id);
    const [kept = ''] = photoIds;
    assert.equal(photoIds.length, 1);
    assert.ok(ids.includes(kept));
    for (const id of ids.filter((one) => one !== kept))
      assert.deepEqual([photos[id]?.state, photos[id]?.duplicateOf], ['duplicate', kept]);
    assert.equal(await storedBytes(client.uid), bytes.length);
    await proved();
    assert.deepEqual(await unfinishedFiles(ids), [], 'storage that is given back is free on the disk');
  });

  it('of a photo that is in the gallery bring that photo into the other batch', async () => {
    const client = await server.newUser();
    const [first = ''] = await uploadPhotos(client, [7]);
    const batch = await newBatch(client);
    const again = await client.upload(await smallPhoto(7), { name: 'iar.jpg', batchId: batch.id });
    const { photos, photoIds } = await settled(client, batch.id);
    assert.deepEqual(photoIds, [first]);
    assert.deepEqual([photos[again]?.state, photos[first]?.state], ['duplicate', 'ready']);
    assert.equal((await client.call(listPhotos, {})).total, 1);
  });

  it('of the same bytes by two people are two photos', async () => {
    const [one, two] = [await server.newUser(), await server.newUser()];
    const [[a = ''], [b = '']] = [await uploadPhotos(one, [8]), await uploadPhotos(two, [8])];
    assert.notEqual(a, b);
    assert.equal(await storedBytes(two.uid), (await smallPhoto(8)).length);
  });

  it('carry names that are data: no control or direction characters, no path', async () => {
    const client = await server.newUser();
    const names = [
      ['../../etc/passwd', 'passwd'],
      ['C:\\poze\\Șină.jpg', 'Șină.jpg'],
      ['\u202egpj.exe\u202c', 'gpj.exe'],
      ['a\0b\r\nset-cookie: x.jpg', 'abset-cookie: x.jpg'],
      ['\u200b\ufeff \u2066', 'fotografie'],
      ['', 'fotografie'],
      ['<img src=x onerror=alert(1)>.jpg', '<img src=x onerror=alert(1)>.jpg'],
      [`${'ț'.repeat(2996)}.JPG`, `${'ț'.repeat(116)}.JPG`],
    ] as const;
    for (const [i, [sent, kept]] of names.entries()) {
      const id = await client.upload(await smallPhoto(100 + i), { name: sent });
      const [photo] = await photosReady(client, [id]);
      assert.equal((photo as Photo).name, kept);
      const { headers } = await client.fetch(`/api/photos/${id}/original`);
      assert.match(
        headers.get('content-disposition') ?? '',
        /^attachment; filename="[^"\\]*"; filename\*=UTF-8''[\w%!.~$&+^`|-]*$/,
      );
    }
  });

  it('of a phone’s HEIC are photos as they came', async () => {
    const client = await server.newUser();
    const heic = await readFile(new URL(import.meta.resolve('#imaging/fixtures/scene.heic')));
    const id = await client.upload(heic, { name: 'IMG_0001.HEIC' });
    const [photo] = await photosReady(client, [id]);
    assert.deepEqual([photo?.hasGps, photo?.takenAt], [true, '2026-11-18T12:04:00']);
    const original = await client.fetch(`/api/photos/${id}/original`);
    assert.equal(original.headers.get('content-type'), 'image/heic');
  });

  it('leave storage and files that agree', async () => {
    assert.deepEqual(await proved(), []);
  });
});

async function begin(client: Client, bytes: number) {
  const created = await client.fetch('/api/uploads', {
    method: 'POST',
    headers: { ...TUS, 'upload-length': String(bytes) },
  });
  if (created.status !== 201) throw new Refused(created.status, await created.json());
  const path = created.headers.get('location') ?? '';
  return {
    id: path.split('/').at(-1) ?? '',
    send: (offset: number, part: Buffer) =>
      client.fetch(path, {
        method: 'PATCH',
        headers: {
          ...TUS,
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
        body: new Uint8Array(part),
      }),
    offset: async () => {
      const answer = await client.fetch(path, { method: 'HEAD', headers: TUS });
      return Number(answer.headers.get('upload-offset') ?? Number.NaN);
    },
  };
}
