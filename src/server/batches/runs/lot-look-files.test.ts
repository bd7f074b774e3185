import { equal, ok } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { editBatch, previewPhoto, resultFile } from '#contract/batches.ts';
import { approveCutout, makeCutout } from '#contract/photos.ts';
import { fillPath } from '#contract/route.ts';
import { DEFAULT_CUSTOM } from '#domain/recipes/outputs.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { findViolations } from '#server/admin/verify/verify.ts';
import { photosReady } from '#testing/files/photos.ts';
import { newBatch, runEnded, startRun } from '#testing/runs.ts';
import { type Client, type TestServer, testServer } from '#testing/server.ts';

const PHOTO = { width: 800, height: 600 };
/** Two red boxes on a table, one near and one far. */
const BOXES = [
  { left: 60, top: 300, width: 440, height: 220 },
  { left: 480, top: 80, width: 260, height: 110 },
] as const;
const OUTPUT = {
  kind: 'custom',
  custom: { ...DEFAULT_CUSTOM, width: 300, height: 300, fit: 'contain', format: 'png' },
} as const;
const RECIPE = {
  ...DEFAULT_RECIPE,
  straighten: 'off',
  sharpen: 'off',
  background: { ...DEFAULT_RECIPE.background, kind: 'white', shadow: 0 },
} as const;

/** Share of the picture's width that the red takes, and of its height down to where it ends. */
async function redIn(bytes: ArrayBuffer): Promise<{ wide: number; ground: number }> {
  const { data, info } = await sharp(Buffer.from(bytes))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let [left, right, ground] = [info.width, 0, 0];
  for (let i = 0; i < info.width * info.height; i++) {
    const [red = 0, green = 0, blue = 0] = data.subarray(3 * i, 3 * i + 3);
    if (red < 120 || green > 90 || blue > 90) continue;
    left = Math.min(left, i % info.width);
    right = Math.max(right, (i % info.width) + 1);
    ground = Math.floor(i / info.width) + 1;
  }
  return { wide: (right - left) / info.width, ground: ground / info.height };
}
const isNear = (a: number, b: number) => Math.abs(a - b) < 0.02;

describe('the files of a lot on another ground', () => {
  let server: TestServer;
  let owner: Client & { uid: string };
  let batchId: string;
  const photoIds: string[] = [];
  before(async () => {
    server = await testServer();
    owner = await server.newUser();
    for (const box of BOXES) photoIds.push(await photoOf(box));
    batchId = (await newBatch(owner, { name: 'Cutii', photoIds, outputs: [OUTPUT] })).id;
    await owner.call(editBatch, { params: { batchId }, body: { recipe: structuredClone(RECIPE) } });
  });
  after(async () => {
    const broken = await findViolations(server.app, { orphanGraceMs: 0, deep: true });
    await server.close();
    equal(broken.length, 0);
  });

  const photoOf = async ({ left, top, width, height }: (typeof BOXES)[number]) => {
    const ground = { create: { ...PHOTO, channels: 3 as const, background: '#8fa3a8' } };
    const red = { create: { width, height, channels: 3 as const, background: '#d01818' } };
    const input = await sharp(red).png().toBuffer();
    const bytes = await sharp(ground).composite([{ input, left, top }]).jpeg({ quality: 95 }).toBuffer();
    const photoId = await owner.upload(bytes, { name: `cutie-${left}.jpg` });
    await photosReady(owner, [photoId]);
    const params = { photoId };
    const box = {
      x: (left - 15) / PHOTO.width,
      y: (top - 15) / PHOTO.height,
      width: (width + 30) / PHOTO.width,
      height: (height + 30) / PHOTO.height,
    };
    const { cutout } = await owner.call(makeCutout, { params, body: { box, strokes: [] } });
    ok(cutout);
    await owner.call(approveCutout, { params, body: { cutoutId: cutout.id } });
    return photoId;
  };
  const filesAt = async (cost: number) => {
    await startRun(owner, batchId, { photoIds, cost });
    const { results } = await runEnded(owner, batchId);
    const seen = [];
    for (const photoId of photoIds) {
      const file = Object.values(results).find((result) => result.photoId === photoId);
      ok(file);
      const answer = await owner.fetch(fillPath(resultFile.path, { resultId: file.id }));
      seen.push(await redIn(await answer.arrayBuffer()));
    }
    return seen;
  };

  test('show what was photographed near and far on one line and as large, as their previews did', async () => {
    const previews = [];
    for (const photoId of photoIds) {
      const answer = await owner.fetch(fillPath(previewPhoto.path, { batchId }), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ photoId, recipe: RECIPE, output: OUTPUT, side: 1024, stage: 'after' }),
      });
      previews.push(await redIn(await answer.arrayBuffer()));
    }
    const files = await filesAt(1);
    const [near, far] = files;
    ok(near && far && isNear(near.wide, far.wide) && isNear(near.ground, far.ground), JSON.stringify(files));
    for (const [i, { wide, ground }] of files.entries()) {
      const preview = previews[i];
      ok(preview && isNear(preview.wide, wide) && isNear(preview.ground, ground), JSON.stringify(preview));
    }
  });

  test('come out as they did where a server of the version before began the run', async () => {
    await server.database.pool.query(`
      create function without_look() returns trigger language plpgsql as 'begin new.lot_look := null; return new; end';
      create trigger without_look before insert on runs for each row execute function without_look();
    `);
    const [near, far] = await filesAt(0);
    ok(near && far);
    ok(isNear(near.wide, BOXES[0].width / PHOTO.width) && isNear(far.wide, BOXES[1].width / PHOTO.width));
  });
});
