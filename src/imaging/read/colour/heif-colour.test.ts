import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Bench, openBench, readShownPixels, toSharp } from '#imaging/fixtures/bench.ts';
import { meanDifference } from '#imaging/fixtures/colour-difference.ts';
import {
  ALPHA,
  buildNclx,
  buildProfileBox,
  type HeifItem,
  heifFile,
  inNarrowRange,
  itemsOfFile,
  twoTiles,
} from '#imaging/fixtures/heif-file.ts';
import {
  AS_2020,
  AS_ADOBE,
  AS_DRAWN,
  AS_GAMMA_22,
  AS_GAMMA_28,
  AS_LINEAR,
  AS_P3,
  drawPatches,
  patchDifference,
  readPatches,
} from '#imaging/fixtures/patches.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { decodePicture } from '#imaging/read/decode.ts';
import { sharp } from '#imaging/read/hardened-sharp.ts';
import { readHeader } from '#imaging/read/header.ts';

let bench: Bench;
let colours: HeifItem;
let alpha: HeifItem;
/** HEVC; its picture is a scene, not the patches. */
let scene: HeifItem;
let p3: Buffer;
let sceneAsDrawn: Raw;

const avifOf = (raw: Raw, bitdepth: 8 | 10 = 8) =>
  toSharp(raw).avif({ quality: 100, effort: 0, chromaSubsampling: '4:4:4', bitdepth }).toBuffer();

describe('colours of a HEIF file', () => {
  before(async () => {
    bench = await openBench();
    [colours, alpha] = itemsOfFile(await avifOf(drawPatches(128)));
    const heic = await readFile(fileURLToPath(import.meta.resolve('#imaging/fixtures/scene.heic')));
    [scene] = itemsOfFile(heic);
    sceneAsDrawn = await pictureIn(heicOf());
    const { icc } = await sharp(
      await toSharp(drawPatches()).withIccProfile('p3').png().toBuffer(),
    ).metadata();
    p3 = icc as Buffer;
  });
  after(() => bench.remove());

  async function pictureIn(file: Buffer, name = 'file.heif'): Promise<Raw> {
    await writeFile(bench.path(name), file);
    const header = await readHeader(bench.path(name));
    return decodePicture(header, header);
  }

  async function assertPatches(file: Buffer, expected: string, words: string): Promise<void> {
    const seen = readPatches(await pictureIn(file));
    assert.ok(patchDifference(seen, expected) <= 3, `${words}: ${seen}`);
  }

  const withColours = (item: HeifItem, ...more: Buffer[]): HeifItem => ({
    ...item,
    properties: [...item.properties, ...more],
  });
  const heicOf = (...more: Buffer[]) => heifFile({ brand: 'heic', items: [withColours(scene, ...more)] });

  const HDR = buildNclx([9, 16, 6]);
  const P3 = buildNclx([12, 13, 6]);

  test('the colours of a picture are its own, wherever those of its alpha, thumbnail or gain map stand', async () => {
    for (const [own, expected] of [
      [[], AS_DRAWN],
      [[buildNclx([2, 2, 6])], AS_DRAWN],
      [[P3], AS_P3],
      [[buildProfileBox(p3)], AS_P3],
      [[buildProfileBox(p3, 'rICC'), HDR], AS_P3],
    ] as const) {
      for (const isWide of [false, true]) {
        const items = [withColours(alpha, ALPHA, HDR), withColours(colours, ...own)];
        const references = [{ type: 'auxl', from: 1, to: [2] }];
        const file = heifFile({ items, primary: 2, references, isWide });
        await assertPatches(file, expected, `${own.length} own, wide: ${isWide}`);
      }
    }
    const small = withColours(colours, HDR);
    const thumbnail = heifFile({
      items: [small, withColours(colours, P3)],
      primary: 2,
      references: [{ type: 'thmb', from: 1, to: [2] }],
    });
    await assertPatches(thumbnail, AS_P3, 'a thumbnail');
  });

  test('the description of a picture may stand behind its pixels, however many there are', async () => {
    for (const isWide of [false, true])
      await assertPatches(
        heifFile({ items: [withColours(colours, P3)], behind: 400_000, isWide }),
        AS_P3,
        'behind',
      );
    const moved = await pictureIn(
      heifFile({ brand: 'heic', items: [withColours(scene, P3)], behind: 400_000 }),
    );
    assert.deepEqual(moved.data, (await pictureIn(heicOf(P3))).data);
    assert.ok(meanDifference(moved, sceneAsDrawn) > 0.5);
  });

  test('a picture of tiles has its own colours, else those of its tiles', async () => {
    const tiled = (tile: Buffer[], own: Buffer[]) =>
      heifFile({
        items: [withColours(colours, ...tile), twoTiles(128, 64, own)],
        primary: 2,
        references: [{ type: 'dimg', from: 2, to: [1, 1] }],
      });
    const left = async (file: Buffer) => {
      const { data, width, height, channels } = await pictureIn(file);
      const half = await sharp(data, { raw: { width, height, channels } })
        .extract({ left: 0, top: 0, width: 128, height: 64 })
        .raw()
        .toBuffer();
      return readPatches({ data: half, width: 128, height: 64, channels });
    };
    const adobe = buildProfileBox(await adobeProfile());
    for (const [tile, own, expected] of [
      [[HDR], [P3], AS_P3],
      [[HDR], [buildProfileBox(p3)], AS_P3],
      [[P3], [], AS_P3],
      [[buildProfileBox(p3)], [], AS_P3],
      [[adobe], [], AS_ADOBE],
      [[HDR], [adobe], AS_ADOBE],
      [[], [], AS_DRAWN],
    ] as const) {
      const seen = await left(tiled([...tile], [...own]));
      assert.ok(patchDifference(seen, expected) <= 3, seen);
    }
  });

  /** A profile of primaries and one curve, which nothing here knows by its numbers. */
  async function adobeProfile(): Promise<Buffer> {
    const known = Buffer.from(p3);
    const tags = known.readUInt32BE(128);
    const s15 = (n: number) => Math.round(n * 65_536);
    const colorants: Record<string, number[]> = {
      rXYZ: [0.60974, 0.31111, 0.01947],
      gXYZ: [0.20528, 0.62567, 0.06087],
      bXYZ: [0.14919, 0.06322, 0.74457],
    };
    for (let tag = 0; tag < tags; tag++) {
      const at = 132 + tag * 12;
      const name = known.toString('latin1', at, at + 4);
      const offset = known.readUInt32BE(at + 4);
      for (const [i, n] of (colorants[name] ?? []).entries()) known.writeInt32BE(s15(n), offset + 8 + i * 4);
      if (!name.endsWith('TRC')) continue;
      known.write('curv', offset, 'latin1');
      known.writeUInt32BE(1, offset + 8);
      known.writeUInt16BE(563, offset + 12);
      known.writeUInt32BE(14, at + 8);
    }
    return known;
  }

  test('a HEIC is converted by whatever profile it has, as a PNG with that profile is', async () => {
    const adobe = await adobeProfile();
    const seen = await pictureIn(heicOf(buildProfileBox(adobe)));
    const png = toSharp(sceneAsDrawn).png();
    const plain = await png.toBuffer();
    const { intoPng } = await import('#imaging/deliver/encode.ts');
    assert.ok(meanDifference(seen, await readShownPixels(intoPng(plain, adobe))) < 0.3);
    assert.ok(meanDifference(seen, sceneAsDrawn) > 0.5);
    await assertPatches(
      heifFile({ items: [withColours(colours, buildProfileBox(adobe))] }),
      AS_ADOBE,
      'as AVIF',
    );
  });

  test('values are made linear by the transfer that the picture names', async () => {
    const television = [1, 6, 13, 14, 15].map((transfer) => [1, transfer, AS_DRAWN] as const);
    for (const [primaries, transfer, expected] of [
      [1, 4, AS_GAMMA_22],
      [1, 5, AS_GAMMA_28],
      [1, 8, AS_LINEAR],
      [2, 8, AS_LINEAR],
      [9, 13, AS_2020],
      [9, 14, AS_2020],
      [12, 1, AS_P3],
      ...television,
    ] as const)
      await assertPatches(
        heifFile({ items: [withColours(colours, buildNclx([primaries, transfer, 6]))] }),
        expected,
        `${primaries}/${transfer}`,
      );
  });

  test('linear light of ten bits keeps its dark tones apart', async () => {
    // 3 of 1023: less than a step of eight bits.
    const values = new Uint16Array(64 * 64 * 3).fill(3 * 64);
    const dark = sharp(values, { raw: { width: 64, height: 64, channels: 3 } }).toColourspace('rgb16');
    const options = { quality: 100, effort: 0, chromaSubsampling: '4:4:4', bitdepth: 10 } as const;
    const [item] = itemsOfFile(await dark.avif(options).toBuffer());
    const { data } = await pictureIn(heifFile({ items: [withColours(item, buildNclx([1, 8, 6]))] }));
    assert.deepEqual([...data.subarray(0, 3)], [10, 10, 10]);
  });

  test('colours that are multiplied by their alpha are divided by it, at any size', async () => {
    const { data } = drawPatches(128);
    const multiplied = {
      ...drawPatches(128),
      data: data.map((value, i) =>
        i % 4 === 3 || data[i - (i % 4) + 3] === 255 ? value : Math.round((value * 128) / 255),
      ),
    };
    const items = itemsOfFile(await avifOf(multiplied));
    const file = (prem: boolean) =>
      heifFile({
        items: [items[0], withColours(items[1], ALPHA)],
        references: [
          { type: 'auxl', from: 2, to: [1] },
          ...(prem ? [{ type: 'prem', from: 1, to: [2] }] : []),
        ],
      });
    await assertPatches(file(true), AS_DRAWN, 'multiplied');
    const straight = readPatches(await pictureIn(file(false)));
    assert.ok(patchDifference(straight, AS_DRAWN) > 90, 'without the reference they are what they are');
    await writeFile(bench.path('small.avif'), file(true));
    const header = await readHeader(bench.path('small.avif'));
    const small = await decodePicture(header, { width: 32, height: 16 });
    assert.ok(patchDifference(readPatches(small), AS_DRAWN) <= 4, readPatches(small));
  });

  /** Grey steps as the alpha of a picture, which AV1 codes as brightness alone. */
  async function greySteps(bitdepth: 8 | 10): Promise<HeifItem> {
    const raw = drawPatches(255);
    const steps = [16, 47, 79, 110, 141, 172, 204, 235];
    for (let at = 0; at < raw.data.length; at += 4) {
      const [x, y] = [(at / 4) % raw.width, Math.floor(at / 4 / raw.width)];
      raw.data[at + 3] = steps[Math.floor(y / 32) * 4 + Math.floor(x / 32)] as number;
    }
    return itemsOfFile(await avifOf(raw, bitdepth))[1];
  }

  const greys = (...values: number[]) => values.map((value) => `${value}/${value}/${value}`).join(' ');
  const NARROW = greys(16, 47, 79, 110, 141, 172, 204, 235);
  const STRETCHED = greys(0, 36, 73, 109, 146, 182, 219, 255);

  test('grey in the range of television comes out in the whole range', async () => {
    for (const bitdepth of [8, 10] as const) {
      const grey = await greySteps(bitdepth);
      for (const [colour, expected] of [
        [[buildNclx([1, 13, 6], false)], STRETCHED],
        [[buildNclx([2, 2, 2], false)], STRETCHED],
        [[buildNclx([12, 13, 6], false)], STRETCHED],
        [[buildProfileBox(p3), buildNclx([1, 13, 6], false)], STRETCHED],
        [[buildNclx([1, 13, 6])], NARROW],
        [[], NARROW],
      ] as const)
        await assertPatches(
          heifFile({ items: [withColours(grey, ...colour)] }),
          expected,
          `${bitdepth} bits`,
        );
    }
  });

  test('where the file says nothing of its colours, its stream does', async () => {
    assert.notEqual(readPatches(await pictureIn(heifFile({ items: [inNarrowRange(colours)] }))), AS_DRAWN);
    const grey = await greySteps(8);
    await assertPatches(heifFile({ items: [inNarrowRange(grey)] }), STRETCHED, 'grey');
    await assertPatches(heifFile({ items: [grey] }), NARROW, 'grey in the whole range');
  });

  test('the range that the file says counts, also where it leaves the matrix open and its pixels say otherwise', async () => {
    // The pixels say „whole range”: told otherwise, their blacks and whites go too far.
    for (const matrix of [2, 6]) {
      const seen = readPatches(
        await pictureIn(heifFile({ items: [withColours(colours, buildNclx([2, 2, matrix], false))] })),
      );
      assert.ok(/131\/13[01]\/13[01] 255\/255\/255$/.test(seen), seen);
    }
    const narrow = inNarrowRange(colours);
    for (const matrix of [2, 6])
      await assertPatches(
        heifFile({ items: [withColours(narrow, buildNclx([2, 2, matrix]))] }),
        AS_DRAWN,
        'whole',
      );
  });
});
