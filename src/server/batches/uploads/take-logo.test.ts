import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { listGallery } from '#contract/gallery.ts';
import { listPhotos, takePicture } from '#contract/photos.ts';
import { saveBrandKit } from '#contract/recipes/brand-kit.ts';
import { DEFAULT_WATERMARK } from '#domain/recipes/overlays.ts';
import { photosReady } from '#testing/files/photos.ts';
import { type Client, type TestServer, testServer } from '#testing/server.ts';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><circle cx="10" cy="10" r="10" fill="#c00"/></svg>';

describe('a picture that is sent as a logo', () => {
  let server: TestServer;
  let owner: Client & { uid: string };
  let jpeg: Buffer;
  before(async () => {
    server = await testServer();
    owner = await server.newUser();
    const ink = { create: { width: 80, height: 40, channels: 3, background: '#0a3c8c' } } as const;
    const white = { create: { width: 160, height: 100, channels: 3, background: '#fff' } } as const;
    jpeg = await sharp(white)
      .composite([{ input: await sharp(ink).png().toBuffer(), left: 40, top: 30 }])
      .jpeg({ quality: 90 })
      .toBuffer();
  });
  after(() => server.close());

  async function send(bytes: Uint8Array | string, name: string, by: Client = owner) {
    const response = await by.fetch(`${takePicture.path}?${new URLSearchParams({ name, as: 'logo' })}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: bytes as Uint8Array<ArrayBuffer>,
    });
    return { status: response.status, body: await response.json() };
  }
  const logos = async () => (await owner.call(listPhotos, { query: { logos: '1' } })).photos;
  const galleries = async () => {
    const [shown, gallery] = [await owner.call(listPhotos, {}), await owner.call(listGallery, {})];
    return [shown.total, gallery.total];
  };
  const originalOf = async (photoId: string) =>
    Buffer.from(await (await owner.fetch(`/api/photos/${photoId}/original`)).arrayBuffer());

  it('as JPEG or SVG becomes a PNG that lies among logos, not among photographs', async () => {
    for (const [bytes, name] of [
      [jpeg, 'Sigla mea.JPG'],
      [SVG, 'Semn.svg'],
    ] as const) {
      const { status, body } = await send(bytes, name);
      equal(status, 200, JSON.stringify(body));
      const logo = (await logos()).find(({ id }) => id === body.photoId);
      equal(logo?.name, name.replace(/\.\w+$/, '.png'));
      const { format, hasAlpha } = await sharp(await originalOf(body.photoId)).metadata();
      deepEqual([format, hasAlpha], ['png', true]);
    }
    const { body } = await send(jpeg, 'Din nou.jpg');
    equal((await logos()).length, 2, 'the same one is there already');
    const { width, height } = await sharp(await originalOf(body.photoId)).metadata();
    ok(
      Math.abs((width ?? 0) - 80) <= 4 && Math.abs((height ?? 0) - 40) <= 4,
      `${width}×${height}: without its margin`,
    );
    deepEqual(await galleries(), [0, 0]);
    // The drawn file, sent as a photograph, is one.
    const photoId = await owner.upload(await originalOf(body.photoId), { name: 'aceeași.png' });
    await photosReady(owner, [photoId]);
    equal((await owner.call(listPhotos, {})).total, 1);
  });

  it('is refused in words when it is a trap, and nothing of it stays', async () => {
    const files = async () => (await readdir(server.dataDir, { recursive: true })).sort();
    const [kept, known] = [await files(), (await logos()).length];
    const clear = sharp({ create: { width: 40, height: 40, channels: 4, background: '#0000' } });
    const traps: [string | Buffer, string, RegExp][] = [
      [await clear.png().toBuffer(), 'photos/logo-empty', /nu se vede nimic/],
      [
        SVG.replace('<circle', '<image href="file:///etc/passwd"/><circle'),
        'photos/svg-outside',
        /din afara fișierului/,
      ],
      [SVG.replace('<circle', '<script>1</script><circle'), 'photos/svg-unsafe', /nu le primim/],
      [SVG.replace(' r="10"', ''), 'photos/logo-empty', /nu se vede nimic/],
      [SVG.slice(0, -20), 'photos/svg-broken', /nu se poate citi/],
      ['nu e o imagine', 'photos/not-a-photo', /nu este o fotografie/],
    ];
    for (const [bytes, code, words] of traps) {
      const { status, body } = await send(bytes, 'capcana.svg');
      deepEqual([status, body.code], [422, code]);
      match(body.message, words);
    }
    deepEqual([await files(), (await logos()).length], [kept, known]);
  });

  it('is kept without an end while the brand kit uses it', async () => {
    const { body } = await send(SVG, 'Semn.svg');
    const lastDay = async () => (await logos()).find(({ id }) => id === body.photoId)?.keepUntil;
    ok(await lastDay());
    const watermark = { ...DEFAULT_WATERMARK, kind: 'logo' as const, photoId: body.photoId };
    await owner.call(saveBrandKit, { body: { watermark, plates: null } });
    equal(await lastDay(), null);
    await owner.call(saveBrandKit, { body: { watermark: null, plates: null } });
    ok(await lastDay());
  });

  it('of one person waits behind their own, and keeps no other person’s waiting', async () => {
    const other = await server.newUser();
    const filter = '<feTurbulence numOctaves="1" baseFrequency="0.7"/>';
    const costly = (n: number) =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><filter id="f">${filter}</filter><rect width="${n}" height="9" filter="url(#f)"/></svg>`;
    const ended: string[] = [];
    const note = (who: string) => () => void ended.push(who);
    const own = [4, 5, 6].map((n) => send(costly(n), `${n}.svg`).then(note('own')));
    // By then the rest of them wait.
    await Promise.race(own);
    await Promise.all([...own, send(SVG, 'semn.svg', other).then(note('other’s'))]);
    // In the order of arrival it would be the last one.
    ok(ended.indexOf('other’s') < own.length, ended.join());
  });
});
