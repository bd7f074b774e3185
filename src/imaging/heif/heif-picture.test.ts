import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Bench, openBench, toSharp } from '#imaging/fixtures/bench.ts';
import {
  ALPHA,
  buildHeifBox,
  type HeifItem,
  heifFile,
  itemsOfFile,
  toLatin1,
} from '#imaging/fixtures/heif-file.ts';
import { drawPatches } from '#imaging/fixtures/patches.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { decodePicture } from '#imaging/read/decode.ts';
import { readHeader } from '#imaging/read/header.ts';

let bench: Bench;
let scene: HeifItem;

describe('the picture of a HEIF file', () => {
  before(async () => {
    bench = await openBench();
    const heic = await readFile(fileURLToPath(import.meta.resolve('#imaging/fixtures/scene.heic')));
    [scene] = itemsOfFile(heic);
  });
  after(() => bench.remove());

  async function pictureIn(file: Buffer): Promise<Raw> {
    await writeFile(bench.path('file.heif'), file);
    const header = await readHeader(bench.path('file.heif'));
    return decodePicture(header, header);
  }

  test('colours of a HEIC that are multiplied by their alpha are divided by it', async () => {
    // The picture is its own alpha.
    const items = [scene, { ...scene, properties: [...scene.properties, ALPHA] }];
    const references = [{ type: 'auxl', from: 2, to: [1] }];
    const file = (...more: typeof references) =>
      heifFile({ brand: 'heic', items, references: [...references, ...more] });
    const straight = await pictureIn(file());
    const divided = await pictureIn(file({ type: 'prem', from: 1, to: [2] }));
    assert.equal(divided.channels, 4);
    let checked = 0;
    for (let at = 0; at < straight.data.length; at += 400) {
      const alpha = straight.data[at + 3] as number;
      if (alpha < 20 || alpha === 255) continue;
      const expected = Math.min(255, ((straight.data[at] as number) * 255) / alpha);
      assert.ok(Math.abs((divided.data[at] as number) - expected) <= 1);
      checked += 1;
    }
    assert.ok(checked > 1000, `${checked}`);
  });

  test('of an animation with a picture of its own that picture is read; one without is refused as what it is', async () => {
    const encoded = await toSharp(drawPatches()).avif({ effort: 0 }).toBuffer();
    const [avif, heic] = [
      heifFile({ items: [itemsOfFile(encoded)[0]] }),
      heifFile({ brand: 'heic', items: [scene] }),
    ];
    for (const [still, brands] of [
      [avif, ['avis', 'msf1']],
      [heic, ['hevc', 'msf1', 'hevx']],
    ] as const) {
      for (const brand of brands) {
        const moving = Buffer.concat([still, buildHeifBox('moov', buildHeifBox('mvhd', Buffer.alloc(100)))]);
        moving.write(brand, 8, 'latin1');
        moving.write(brand, 20, 'latin1');
        assert.deepEqual((await pictureIn(moving)).data, (await pictureIn(still)).data, brand);
        const tracksAlone = Buffer.concat([
          buildHeifBox('ftyp', toLatin1(`${brand}\0\0\0\0${brand}`)),
          buildHeifBox('moov'),
        ]);
        await assert.rejects(pictureIn(tracksAlone), {
          code: 'photos/format-video',
          details: { animation: true },
        });
      }
    }
  });
});
