import { deepEqual, equal, ok } from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { listPhotos } from '#contract/photos.ts';
import {
  cutTestImage,
  previewTestImage,
  sendTestImage,
  type TestImage,
  testImageMask,
} from '#contract/recipes/test-images.ts';
import { fillPath } from '#contract/route.ts';
import { DEFAULT_CUSTOM } from '#domain/recipes/outputs.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { DEFAULT_RECIPE, type Recipe } from '#domain/recipes/recipe.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import { smallPhoto } from '#testing/files/photos.ts';
import { type Client, type TestServer, testServer } from '#testing/server.ts';

describe('trying the recipe on a picture of one’s own', () => {
  let server: TestServer;
  let user: Client & { uid: string };
  before(async () => {
    server = await testServer();
    user = await server.newUser();
  });
  after(() => server.close());

  const send = (who: Client, bytes: Uint8Array) =>
    who.fetch(sendTestImage.path, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: bytes as Uint8Array<ArrayBuffer>,
    });
  const sent = async (bytes: Uint8Array): Promise<TestImage> => {
    const answer = await send(user, bytes);
    equal(answer.status, 200);
    return (await answer.json()) as TestImage;
  };
  const preview = (
    who: Client,
    testImageId: string,
    {
      stage,
      side = 800,
      recipe = DEFAULT_RECIPE,
      said = {},
    }: { stage: 'before' | 'after'; side?: number; recipe?: Recipe; said?: object },
  ) =>
    who.fetch(fillPath(previewTestImage.path, { testImageId }), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        recipe,
        output: null,
        side,
        stage,
        exception: null,
        plates: [],
        cutoutId: null,
        ...said,
      }),
    });
  /** Mean brightness differences between two responses of the same size. */
  const difference = async (one: Response, other: Response) => {
    const [a, b] = await Promise.all(
      [one, other].map(async (r) =>
        sharp(await r.bytes())
          .greyscale()
          .raw()
          .toBuffer(),
      ),
    );
    let sum = 0;
    for (let i = 0; i < (a?.length ?? 0); i++) sum += Math.abs((a?.[i] ?? 0) - (b?.[i] ?? 0));
    return sum / (a?.length ?? 1);
  };
  /** Stored ones of the test page, and temporary ones. */
  const temporaryFiles = async () => {
    let count = readdirSync(dirname(server.app.files.temporaryPath())).length;
    for await (const _ of server.app.files.list('trials')) count += 1;
    return count;
  };

  it('returns at most 800 px, marked all over, also before the recipe', async () => {
    const { id, width, height } = await sent(await smallPhoto(1, 1600, 1200));
    deepEqual([width, height], [1600, 1200]);
    const answer = await preview(user, id, { stage: 'after' });
    equal(answer.headers.get('content-type'), 'image/jpeg');
    const bytes = await answer.bytes();
    const { width: shown, height: high, exif } = await sharp(bytes).metadata();
    deepEqual([shown, high, exif], [800, 600, undefined]);
    equal((await preview(user, id, { stage: 'after', side: 801 })).status, 400);
    // The plain wall of the scene carries letters now, in every quarter.
    const plain = { ...DEFAULT_RECIPE, light: { ...DEFAULT_RECIPE.light, levels: 0, localContrast: 0 } };
    const marked = await preview(user, id, { stage: 'before', side: 640, recipe: plain });
    const original = sharp(await smallPhoto(1, 1600, 1200))
      .resize(640)
      .jpeg({ quality: 80 });
    const bare = new Response((await original.toBuffer()) as Buffer<ArrayBuffer>);
    ok((await difference(marked, bare)) > 2);
  });

  it('shows what the recipe changes', async () => {
    const { id } = await sent(await smallPhoto(2, 1000, 750));
    const grey = { ...DEFAULT_RECIPE, crop: '1:1' as const };
    const { width, height } = await sharp(
      await (await preview(user, id, { stage: 'after', side: 640, recipe: grey })).bytes(),
    ).metadata();
    deepEqual([width, height], [640, 640]);
  });

  it('covers the plates that were confirmed, and frames as one photo alone may', async () => {
    const { id } = await sent(await smallPhoto(6, 1600, 1200));
    const corner = (x: number, y: number) => ({ x, y });
    const plate = [corner(0.3, 0.4), corner(0.7, 0.4), corner(0.7, 0.6), corner(0.3, 0.6)];
    const recipe = { ...DEFAULT_RECIPE, plates: { ...DEFAULT_RECIPE.plates, colour: '00ff00' } };
    const bytes = await (
      await preview(user, id, { stage: 'after', side: 800, recipe, said: { plates: [plate] } })
    ).bytes();
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const middle = (300 * info.width + 260) * info.channels;
    ok(
      (data[middle + 1] ?? 0) > 180 && (data[middle] ?? 255) < 120,
      data.subarray(middle, middle + 3).join(),
    );
    const overrides = { ...NO_OVERRIDES, crop: { x: 0.5, y: 0, width: 0.25, height: 1 } };
    const cut = await sharp(
      await (
        await preview(user, id, { stage: 'after', side: 800, recipe, said: { exception: overrides } })
      ).bytes(),
    ).metadata();
    deepEqual([cut.width, cut.height], [267, 800]);
    const stray = { ...overrides, crop: { x: 0.9, y: 0, width: 0.25, height: 1 } };
    const refused = await preview(user, id, {
      stage: 'after',
      side: 800,
      recipe,
      said: { exception: stray },
    });
    deepEqual(
      [refused.status, ((await refused.json()) as { code: string }).code],
      [400, 'recipes/crop-outside'],
    );
    equal(
      (await preview(user, id, { stage: 'after', side: 800, recipe, said: { plates: [plate.toReversed()] } }))
        .status,
      400,
    );
  });

  it('cuts the object out by box and brush; its mask and its cut-out are the owner’s alone', async () => {
    const files = await temporaryFiles();
    const { id } = await sent(await smallPhoto(7, 800, 600));
    const params = { testImageId: id };
    const box = { x: 0.2, y: 0.2, width: 0.6, height: 0.6 };
    const stroke = { kind: 'keep' as const, radius: 0.05, points: [{ x: 0.5, y: 0.5 }] };
    await user.call(cutTestImage, { params, body: { box, strokes: [] } });
    const { cutout } = await user.call(cutTestImage, { params, body: { box, strokes: [stroke] } });
    const url = fillPath(testImageMask.path, { ...params, cutoutId: cutout?.id ?? '' });
    const mask = await sharp(await (await user.fetch(url)).bytes())
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = mask.info;
    ok((mask.data[(Math.floor(height / 2) * width + Math.floor(width / 2)) * mask.info.channels] ?? 0) > 200);
    const stranger = await server.newUser();
    equal((await stranger.fetch(url)).status, 404);
    const clear = {
      ...DEFAULT_RECIPE,
      background: { ...DEFAULT_RECIPE.background, kind: 'transparent' as const },
    };
    const png = { kind: 'custom', custom: { ...DEFAULT_CUSTOM, format: 'png' } };
    const answer = await preview(user, id, {
      stage: 'after',
      side: 640,
      recipe: clear,
      said: { cutoutId: cutout?.id, output: png },
    });
    equal(answer.headers.get('content-type'), 'image/webp');
    const { channels, isOpaque } = await sharp(await answer.bytes())
      .stats()
      .then(({ channels, isOpaque }) => ({ channels: channels.length, isOpaque }));
    deepEqual([channels, isOpaque], [4, false]);
    const kept = await preview(user, id, { stage: 'after', side: 640, recipe: clear, said: { output: png } });
    equal(kept.headers.get('content-type'), 'image/jpeg', 'no cut-out was taken: the background stays');
    await sent(await smallPhoto(8, 800, 600));
    equal(await temporaryFiles(), files, 'masks go with their picture');
  });

  it('is only its owner’s, and gone when another takes its place', async () => {
    const before = await temporaryFiles();
    const { id } = await sent(await smallPhoto(3, 800, 600));
    const stranger = await server.newUser();
    equal((await preview(stranger, id, { stage: 'after' })).status, 404);
    const { id: next } = await sent(await smallPhoto(4, 800, 600));
    equal((await preview(user, id, { stage: 'after' })).status, 404);
    equal((await preview(user, next, { stage: 'after' })).status, 200);
    equal(await temporaryFiles(), before);
  });

  it('refuses what is no photo with its sentence, and keeps nothing of it', async () => {
    const before = await temporaryFiles();
    for (const bytes of [
      new Uint8Array(),
      Buffer.from('Vând Dacia'),
      (await smallPhoto(5)).subarray(0, 900),
    ]) {
      const answer = await send(user, bytes);
      ok([400, 415, 422].includes(answer.status), String(answer.status));
      const { code } = (await answer.json()) as { code: string };
      ok(code.startsWith('photos/'), code);
    }
    equal(await temporaryFiles(), before);
  });

  it('leaves no photo behind and costs nothing', async () => {
    const { photos, total } = await user.call(listPhotos, {});
    deepEqual([photos, total], [[], 0]);
    deepEqual(await findViolations(server.app, { deep: true, orphanGraceMs: 0 }), []);
  });
});
