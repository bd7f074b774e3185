import assert from 'node:assert/strict';
import { readdir, readlink } from 'node:fs/promises';
import { get } from 'node:http';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { type Batch, createBatch, editBatch, listBatches, readBatch } from '#contract/batches.ts';
import { prepareZip } from '#contract/gallery.ts';
import { trashPhotos } from '#contract/photos.ts';
import { DEFAULT_CUSTOM, type OutputChoice } from '#domain/recipes/outputs.ts';
import { noiseFrom } from '#imaging/fixtures/scene.ts';
import { photosReady, smallPhoto, uploadPhotos } from '#testing/files/photos.ts';
import { isWhole, readZip } from '#testing/files/zip.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { type Client, pollUntil, type TestServer, testServer } from '#testing/server.ts';

const TWO: OutputChoice[] = [
  { kind: 'preset', preset: 'olx' },
  { kind: 'preset', preset: 'site' },
];

describe('the ZIP of a batch', () => {
  let server: TestServer;
  let client: Client & { uid: string };
  let batch: Batch;

  before(async () => {
    server = await testServer();
    client = await server.newUser();
    const photoIds = await uploadPhotos(client, [1, 2]);
    // A large one on top, whose file does not fit into one read.
    const gps = {
      GPSLatitudeRef: 'N',
      GPSLatitude: '44/1 24/1 0/1',
      GPSLongitudeRef: 'E',
      GPSLongitude: '26/1 6/1 0/1',
    };
    const taken = sharp(await smallPhoto(3, 1600, 1200)).withExif({ IFD0: { Make: 'Proba' }, IFD3: gps });
    const big = await client.upload(await taken.jpeg({ quality: 95 }).toBuffer(), { name: 'c.jpg' });
    await photosReady(client, [big]);
    const ownBatch = await newBatch(client, {
      name: 'Mașină & Țeavă',
      photoIds: [...photoIds, big],
      outputs: TWO,
    });
    const [a = '', b = ''] = photoIds;
    await client.call(editBatch, { params: { batchId: ownBatch.id }, body: { photoIds: [b, big, a] } });
    await startRun(client, ownBatch.id, { photoIds: [a, b, big], cost: 1 });
    batch = await runEnded(client, ownBatch.id);
    assert.equal(batch.state, 'done');
  });

  after(() => server.close());

  async function download(batchId = batch.id) {
    const answer = await client.fetch(`/api/batches/${batchId}/zip`);
    assert.equal(answer.status, 200);
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.equal(answer.headers.get('content-length'), String(bytes.length), 'the length that was announced');
    return { headers: answer.headers, entries: readZip(bytes) };
  }

  it('has a folder per output and the photos in the order of the batch', async () => {
    const { entries } = await download();
    assert.deepEqual(
      entries.map(({ name }) => name),
      [
        'OLX/Mașină Țeavă_01.jpg',
        'OLX/Mașină Țeavă_02.jpg',
        'OLX/Mașină Țeavă_03.jpg',
        'Site propriu/Mașină Țeavă_01.webp',
        'Site propriu/Mașină Țeavă_01_400.webp',
        'Site propriu/Mașină Țeavă_02.webp',
        'Site propriu/Mașină Țeavă_02_400.webp',
        'Site propriu/Mașină Țeavă_03.webp',
        'Site propriu/Mașină Țeavă_03_400.webp',
      ],
    );
  });

  it('says when its files were made by the clock in Bucharest', async () => {
    const { entries } = await download();
    const clock = new Intl.DateTimeFormat('ro-RO', { timeStyle: 'short', timeZone: 'Europe/Bucharest' });
    const lately = Array.from({ length: 61 }, (_, minutes) => clock.format(Date.now() - minutes * 60_000));
    for (const entry of entries) assert.ok(lately.includes(entry.clock), entry.clock);
  });

  it('calls its files by the batch’s pattern, which the batch keeps; an unknown pattern is refused', async () => {
    const params = { batchId: batch.id };
    const edit = async (filePattern: string) => {
      await client.call(editBatch, { params, body: { filePattern } });
      return client.call(readBatch, { params });
    };
    const named = await edit('{platforma} {original} {nr:02}');
    assert.equal(named.filePattern, '{platforma} {original} {nr:02}');
    const names = (await download()).entries.map(({ name }) => name);
    assert.equal(
      names.filter((name) => /^OLX\/OLX [a-z0-9-]+ 0[123]\.jpg$/.test(name)).length,
      3,
      names.join(),
    );
    assert.ok(names.includes('OLX/OLX c 02.jpg'), names.join());
    await assert.rejects(edit('{lot}_{vin}'), { code: 'recipes/invalid' });
    assert.equal((await edit(' ')).filePattern, '{lot}_{nr:02}');
  });

  it('holds the files of the single downloads, byte for byte, with the right checksums', async () => {
    const { entries } = await download();
    assert.ok(entries.every(isWhole));
    const results = Object.values(batch.results);
    assert.equal(entries.length, results.length);
    for (const { id, fileName, photoId } of results) {
      const single = await client.fetch(`/api/results/${id}/file?download=1`);
      const bytes = Buffer.from(await single.arrayBuffer());
      const entry = entries.find(({ name }) => name.endsWith(`/${fileName}`));
      assert.ok(entry?.bytes.equals(bytes), fileName);
      const named = `filename*=UTF-8''${encodeURIComponent(fileName)}`;
      assert.ok(single.headers.get('content-disposition')?.endsWith(named), fileName);
      const number = batch.photoIds.indexOf(photoId) + 1;
      assert.ok(fileName.includes(`_0${number}`), `${fileName} stands at ${number}`);
    }
  });

  it('tells nothing of camera, time or place: no EXIF, no GPS, no thumbnail', async () => {
    const { entries } = await download();
    for (const { name, bytes } of entries) {
      const { exif, xmp, iptc, width } = await sharp(bytes).metadata();
      assert.ok((width ?? 0) > 0);
      assert.deepEqual([name, exif, xmp, iptc], [name, undefined, undefined, undefined]);
      assert.equal(bytes.includes('GPS') || bytes.includes('Exif'), false, name);
    }
    const original = await client.fetch(`/api/photos/${batch.photoIds[1]}/original`);
    const { exif } = await sharp(Buffer.from(await original.arrayBuffer())).metadata();
    assert.ok(exif, 'the original did have some');
  });

  it('follows the batch: another name and order count at once', async () => {
    const params = { batchId: batch.id };
    await client.call(editBatch, {
      params,
      body: { name: 'Logan 2012', photoIds: [...batch.photoIds].reverse() },
    });
    const { entries, headers } = await download();
    assert.match(headers.get('content-disposition') ?? '', /filename="Logan 2012.zip"/);
    const before = await client.call(readBatch, { params });
    assert.deepEqual(before.photoIds, [...batch.photoIds].reverse());
    const first = Object.values(before.results).find(({ photoId }) => photoId === before.photoIds[0]);
    assert.ok(first?.fileName.startsWith('Logan 2012_01'));
    assert.equal(entries[0]?.name, 'OLX/Logan 2012_01.jpg');
    await client.call(editBatch, { params, body: { name: 'Mașină & Țeavă', photoIds: batch.photoIds } });
  });

  it('has safe names whatever the batch is called', async () => {
    const params = { batchId: batch.id };
    const names = [
      '../../../etc/passwd',
      '..\\..\\windows\\system32',
      '/abs/olut',
      '....',
      'CON',
      '\u202egpj.exe',
      'a\u0007b\u001bc\u007f',
      '😀🚗',
      '%2e%2e%2f',
      'C:\\x:y*?"<>|',
      `${'ț'.repeat(80)}`,
      'nul.txt',
      '-rf ~',
      '"; filename="x.exe',
    ];
    for (const name of names) {
      await client.call(editBatch, { params, body: { name } });
      const { entries, headers } = await download();
      assert.equal(new Set(entries.map((entry) => entry.name.toLowerCase())).size, 9, name);
      for (const entry of entries) {
        const parts = entry.name.split('/');
        assert.equal(parts.length, 2, entry.name);
        for (const part of parts) {
          assert.doesNotMatch(part, /[\p{Cc}\p{Cf}\\:*?"<>|%]/u);
          assert.doesNotMatch(part, /^\.|^ |[. ]$/, entry.name);
          assert.doesNotMatch(part, /^(con|nul|prn|aux)(\.|$)/i);
          assert.ok(Buffer.byteLength(part) < 255, entry.name);
        }
      }
      const disposition = headers.get('content-disposition') ?? '';
      assert.match(
        disposition,
        /^attachment; filename="[^"\\/]+\.zip"; filename\*=UTF-8''[\w%.!~-]+\.zip$/,
        name,
      );
    }
    await client.call(editBatch, { params, body: { name: 'Mașină & Țeavă' } });
  });

  it('leaves out photos that are in the trash, and is refused where there is nothing', async () => {
    const empty = await client.call(createBatch, { body: { name: 'Gol' } });
    const refused = await client.fetch(`/api/batches/${empty.id}/zip`);
    assert.deepEqual([refused.status, (await refused.json()).code], [404, 'batches/no-results']);
    const other = await newBatch(client, { name: 'Doi', photoIds: batch.photoIds });
    await startRun(client, other.id, { photoIds: batch.photoIds.slice(0, 2), cost: 1 });
    await runEnded(client, other.id);
    assert.equal((await download(other.id)).entries.length, 2);
    await client.call(trashPhotos, { body: { photoIds: batch.photoIds.slice(0, 1) } });
    const { entries } = await download(other.id);
    assert.deepEqual(
      entries.map(({ name }) => name),
      ['OLX/Doi_01.jpg'],
    );
    await server.database.pool.query('update photos set trashed_at = null');
  });

  it('of a selection holds originals and results of several batches under names of their own; strangers get nothing', async () => {
    const [first = '', second = ''] = batch.photoIds;
    const { batches } = await client.call(listBatches, { query: { q: 'doi' } });
    const other = await client.call(readBatch, { params: { batchId: batches[0]?.id ?? '' } });
    const results = Object.values(other.results).filter(({ photoId }) => photoId === first);
    const own = Object.values(batch.results).filter(({ photoId }) => photoId === second);
    const resultIds = [...own, ...results].map(({ id }) => id);
    const photoIds = [first, second, first];
    const { zipId, files } = await client.call(prepareZip, { body: { photoIds, resultIds } });
    assert.equal(files, 2 + resultIds.length);
    const answer = await client.fetch(`/api/zips/${zipId}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.equal(answer.headers.get('content-length'), String(bytes.length));
    const entries = readZip(bytes);
    assert.ok(entries.every(isWhole));
    assert.deepEqual(entries.map(({ name }) => name).sort(), [
      `Doi/OLX/${results[0]?.fileName}`,
      'Mașină Țeavă/OLX/Mașină Țeavă_02.jpg',
      'Mașină Țeavă/Site propriu/Mașină Țeavă_02.webp',
      'Mașină Țeavă/Site propriu/Mașină Țeavă_02_400.webp',
      ...[batch.photos[first]?.name ?? '', batch.photos[second]?.name ?? ''].sort(),
    ]);
    const stranger = await server.newUser();
    assert.equal((await stranger.fetch(`/api/zips/${zipId}`)).status, 404);
    for (const body of [
      { photoIds: [first], resultIds: [] },
      { photoIds: [], resultIds },
      { photoIds: [], resultIds: [] },
    ])
      await assert.rejects(stranger.call(prepareZip, { body }), { code: 'photos/not-found' });
  });

  it('may be given up in the middle, often: no file stays open and the next download is whole', async () => {
    // More than a connection takes up by itself: a noisy picture as PNG.
    const noise = noiseFrom(9);
    const data = Uint8Array.from({ length: 1800 * 1200 * 3 }, () => noise() * 256);
    const noisy = await sharp(data, { raw: { width: 1800, height: 1200, channels: 3 } })
      .jpeg()
      .toBuffer();
    const photoId = await client.upload(noisy, { name: 'zgomot.jpg' });
    await photosReady(client, [photoId]);
    const png = { ...DEFAULT_CUSTOM, width: 1800, height: 1200, format: 'png' as const };
    const large = await newBatch(client, {
      name: 'Mare',
      photoIds: [photoId],
      outputs: [{ kind: 'custom', custom: png }],
    });
    await startRun(client, large.id, { photoIds: [photoId], cost: 1 });
    const [result] = Object.values((await runEnded(client, large.id)).results);
    assert.ok((result?.bytes ?? 0) > 3_000_000, String(result?.bytes));
    for (let n = 0; n < 10; n++) {
      await abandon(client, `/api/batches/${large.id}/zip`);
      await abandon(client, `/api/results/${result?.id}/file`);
    }
    await pollUntil(
      () => openResults(server.dataDir),
      (open) => open.length === 0,
    );
    const { entries } = await download(large.id);
    assert.ok(entries.length === 1 && entries.every(isWhole));
  });
});

/** Reads the head of a response and its first bytes, then hangs up. */
function abandon(client: Client, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = get(
      new URL(path, client.url),
      { headers: { cookie: client.cookie }, agent: false },
      (answer) => {
        answer.once('data', () => {
          answer.destroy();
          resolve();
        });
      },
    );
    asked.on('error', reject);
  });
}

/** Result files that this process (server and test are one) holds open; where the system does not tell, none are known. */
async function openResults(dataDir: string): Promise<string[]> {
  const handles = await readdir('/proc/self/fd').catch(() => []);
  const paths = await Promise.all(handles.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return paths.filter((path) => path.startsWith(`${dataDir}/results`));
}
