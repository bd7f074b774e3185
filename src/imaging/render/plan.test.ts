import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Background, DEFAULT_BACKGROUND } from '#domain/recipes/background.ts';
import { getBoxCorners } from '#domain/recipes/geometry.ts';
import type { LotLook } from '#domain/recipes/look/lot-look.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { encodedMask } from '#imaging/cutout/mask-file.ts';
import { type Bench, colourAt, isNearColour, openBench, PLAIN } from '#imaging/fixtures/bench.ts';
import type { Rgb } from '#imaging/pixels/raw.ts';
import { writeSynced } from '#imaging/pixels/write.ts';
import { sharp } from '#imaging/read/hardened-sharp.ts';
import { drawRows } from '#testing/draws.ts';

const RED: Rgb = [230, 20, 20];
const PHOTO = { width: 900, height: 1200 };

let bench: Bench;
describe('a recipe applied to a photo', () => {
  before(async () => {
    bench = await openBench();
  });
  after(() => bench.remove());

  /** A photo of a red block, in even pixels, with its cut-out. */
  async function blockAt(
    name: string,
    { x, y, width, height }: Record<'x' | 'y' | 'width' | 'height', number>,
    colour = '#808080',
  ) {
    const ground = sharp({ create: { ...PHOTO, channels: 3, background: colour } });
    const block = sharp({ create: { width, height, channels: 3, background: '#e61414' } });
    const input = await block.png().toBuffer();
    const source = await bench.save(`${name}.png`, ground.composite([{ input, left: x, top: y }]));
    const small = { width: PHOTO.width / 2, height: PHOTO.height / 2 };
    const mask = new Uint8Array(small.width * small.height);
    for (let row = y / 2; row < (y + height) / 2; row++)
      mask.fill(255, row * small.width + x / 2, row * small.width + (x + width) / 2);
    const maskPath = bench.path(`${name}-mask.png`);
    await writeSynced(maskPath, await encodedMask({ data: mask, ...small }));
    const share = { x: x / PHOTO.width, width: width / PHOTO.width };
    const subject = getBoxCorners({ ...share, y: y / PHOTO.height, height: height / PHOTO.height });
    return { source, edits: { maskPath, subject } };
  }

  const recipe = {
    ...PLAIN,
    background: { ...DEFAULT_BACKGROUND, kind: 'scene', scene: 'room-light' },
  } as const;
  const LYING = { width: 800, height: 600, fit: 'cover' } as const;

  test('an object that the photo cuts off below ends with the file of a scene, also where the photo is straightened', async () => {
    const { source, edits } = await blockAt('post', { x: 380, y: 500, width: 140, height: 700 });
    for (const angle of [-5, 0, 5]) {
      const exception = { ...NO_OVERRIDES, angle };
      const { pixels } = await bench.deliver(source, LYING, { recipe, edits: { ...edits, exception } });
      const columns = [...Array(160).keys()].filter((n) =>
        isNearColour(colourAt(pixels, n / 160, 1), RED, 30),
      );
      assert.ok(columns.length >= 8, `${angle}°: ${columns.length} of 160 columns of the last row`);
    }
  });

  test('an object that the photo shows whole is whole in a scene however much that is straightened, and in its middle', async () => {
    const rows = [
      { block: { x: 500, y: 500, width: 390, height: 200 }, lotLook: {}, angle: -7 },
      { block: { x: 20, y: 840, width: 400, height: 350 }, lotLook: null, angle: 7 },
    ];
    for (const { block, lotLook, angle } of drawRows(rows, 1)) {
      const { source, edits } = await blockAt('edge', block);
      const exception = { ...NO_OVERRIDES, angle };
      const { pixels } = await bench.deliver(source, LYING, {
        recipe,
        edits: { ...edits, exception },
        lotLook,
      });
      const red = [...Array(320 * 240).keys()].filter((i) =>
        isNearColour(colourAt(pixels, ((i % 320) + 0.5) / 320, (Math.floor(i / 320) + 0.5) / 240), RED, 30),
      );
      const columns = red.map((i) => i % 320);
      const [left, right] = [Math.min(...columns), 319 - Math.max(...columns)];
      assert.ok(left > 20 && Math.abs(left - right) <= 4, `${angle}°: ${left} ${right}`);
      // A turned block is as large as a level one of its scale.
      const wide = 320 - left - right;
      const [sin, cos] = [Math.sin((Math.abs(angle) * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
      const scale = wide / (block.width * cos + block.height * sin);
      const share = red.length / (block.width * block.height * scale ** 2);
      assert.ok(Math.abs(share - 1) < 0.03, `${angle}°: ${share} of it`);
    }
  });

  test('an object that a ratio would cut is whole on another ground, which goes on until the ratio is reached; on its own it is cut', async () => {
    const { source, edits } = await blockAt('tall', { x: 200, y: 60, width: 400, height: 1080 });
    const measure = async (background: Partial<Background>, lotLook: LotLook | null) => {
      const asked = { ...PLAIN, crop: '1:1', background: { ...DEFAULT_BACKGROUND, ...background } } as const;
      const form = { width: 1000, height: 1000, fit: 'inside' } as const;
      const { file, pixels } = await bench.deliver(source, form, { recipe: asked, edits, lotLook });
      const rows = [...Array(300).keys()].filter((n) =>
        isNearColour(colourAt(pixels, 0.5, (n + 0.5) / 300), RED, 40),
      );
      return { shape: file.width / file.height, top: rows[0] ?? 0, bottom: rows.at(-1) ?? 0 };
    };
    const grounds = [
      [{ kind: 'white', shadow: 0 }, {}],
      [{ kind: 'gradient', shadow: 0 }, null],
      [{ kind: 'scene', scene: 'room-light', shadow: 0 }, {}],
    ] as const;
    for (const [ground, lotLook] of drawRows(grounds, 2)) {
      const { shape, top, bottom } = await measure(ground, lotLook);
      assert.ok(shape === 1 && top > 3 && bottom < 296, `${ground.kind}: ${shape} ${top} ${bottom}`);
    }
    const own = await measure({ kind: 'keep' }, null);
    assert.deepEqual([own.shape, own.top, own.bottom], [1, 0, 299]);
  });

  test('an object that the photo shows whole is whole on any other ground however much that is straightened', async () => {
    const { source, edits } = await blockAt('wide', { x: 14, y: 500, width: 872, height: 300 });
    const grounds = [
      [{ kind: 'white' }, null],
      [{ kind: 'colour', colour: '4060c0' }, {}],
      [{ kind: 'gradient' }, null],
      [{ kind: 'transparent' }, null],
    ] as const;
    for (const [ground, lotLook] of drawRows(grounds, 2))
      for (const crop of ['original', '1:1'] as const) {
        const background = { ...DEFAULT_BACKGROUND, ...ground, shadow: 0 };
        const form = { width: 900, height: 900, fit: 'inside', format: 'png' } as const;
        const { file, pixels } = await bench.deliver(source, form, {
          recipe: { ...PLAIN, crop, background },
          edits: { ...edits, exception: { ...NO_OVERRIDES, angle: 6 } },
          lotLook,
        });
        const isRed = (x: number, y: number) => isNearColour(colourAt(pixels, x, y), RED, 60);
        const rim = [...Array(200).keys()].flatMap((n) => {
          const at = (n + 0.5) / 200;
          return [isRed(0.001, at), isRed(0.999, at), isRed(at, 0.001), isRed(at, 0.999)];
        });
        assert.equal(rim.includes(true), false, `${ground.kind} ${crop}`);
        if (crop === '1:1') assert.equal(file.width, file.height, ground.kind);
        // Beyond the photo is the ground, and nothing else.
        const corners = [0.004, 0.996].flatMap((x) => [0.004, 0.996].map((y) => colourAt(pixels, x, y)));
        if (ground.kind === 'white')
          for (const corner of corners) assert.ok(isNearColour(corner, [255, 255, 255], 6), `${corner}`);
      }
  });

  test('what was photographed from above has the size and the place of what hangs, unless a person says that it stands', async () => {
    const { source, edits } = await blockAt('cloth', { x: 300, y: 400, width: 300, height: 400 }, '#1030c0');
    const delivered = async (onWall?: boolean) => {
      const background = {
        ...recipe.background,
        scene: 'pedestal-white',
        ...(onWall !== undefined && { onWall }),
      } as const;
      const { pixels } = await bench.deliver(source, LYING, {
        recipe: { ...recipe, background },
        edits,
        lotLook: {},
      });
      return Buffer.from(pixels.data);
    };
    const hung = await delivered(true);
    assert.ok(hung.equals(await delivered()));
    assert.ok(!hung.equals(await delivered(false)));
  });

  test('an object that the photo cuts off above and below is in a lying file of a scene from edge to edge', async () => {
    const { source, edits } = await blockAt('pillar', { x: 300, y: 0, width: 360, height: 1200 });
    const { file, pixels } = await bench.deliver(source, LYING, { recipe, edits });
    assert.deepEqual([file.width, file.height, file.warnings], [800, 600, []]);
    for (const y of [0, 0.5, 1]) {
      const columns = [...Array(800).keys()].filter((n) =>
        isNearColour(colourAt(pixels, (n + 0.5) / 800, y), RED, 30),
      );
      // The block is as wide as in the whole photo, and in the middle of the file.
      assert.ok(Math.abs(columns.length - 180) <= 4, `${columns.length} columns at ${y}`);
      assert.ok(
        Math.abs((columns[0] as number) + columns.length / 2 - 400) <= 3,
        `from ${columns[0]} at ${y}`,
      );
    }
  });

  test('the cover of a plate that is mostly beside the cut-out object ends with it; that of a plate with a bite missing is whole', async () => {
    const block = { x: 300, y: 400, width: 300, height: 400 };
    const { source, edits } = await blockAt('beside', block);
    const covered = async (left: number) => {
      const plates = [
        getBoxCorners({ x: left / PHOTO.width, y: 0.5, width: 200 / PHOTO.width, height: 0.05 }),
      ];
      const { pixels } = await bench.deliver(
        source,
        { ...PHOTO, fit: 'inside' },
        {
          recipe: {
            ...PLAIN,
            background: { ...DEFAULT_BACKGROUND, kind: 'white', shadow: 0 },
            plates: { kind: 'solid', colour: '0000ff', photoId: null },
          },
          edits: { ...edits, plates },
        },
      );
      const isBlue = (x: number) => isNearColour(colourAt(pixels, x / PHOTO.width, 0.525), [0, 0, 255], 40);
      return [...Array(PHOTO.width).keys()].filter(isBlue);
    };
    const beside = await covered(block.x + block.width - 70);
    assert.ok(Math.abs(beside.length - 70) < 20, `${beside.length}`);
    assert.ok(beside.every((x) => x <= block.x + block.width + 3));
    const bitten = await covered(block.x + block.width - 160);
    assert.ok(bitten.length >= 198, `${bitten.length}`);
  });

  test('a file says which of its plates it does not show: those beside the cut-out object, and those outside of its frame', async () => {
    const { source, edits } = await blockAt('gone', { x: 300, y: 400, width: 300, height: 400 });
    const plateAt = (x: number, y: number) => getBoxCorners({ x, y, width: 0.1, height: 0.03 });
    const [onObject, onGround] = [plateAt(0.45, 0.5), plateAt(0.05, 0.9)];
    const plates = [onObject, onGround];
    const goneFrom = async (given: Parameters<Bench['deliver']>[2]) => {
      const { file } = await bench.deliver(source, { ...PHOTO, fit: 'inside' }, given);
      return file.facts.gone;
    };
    assert.equal(await goneFrom({ edits: { plates } }), undefined);
    const onWhite = { ...PLAIN, background: { ...DEFAULT_BACKGROUND, kind: 'white', shadow: 0 } } as const;
    assert.deepEqual(await goneFrom({ recipe: onWhite, edits: { ...edits, plates } }), [onGround]);
    const exception = { ...NO_OVERRIDES, crop: { x: 0.2, y: 0.2, width: 0.6, height: 0.6 } };
    assert.deepEqual(await goneFrom({ edits: { plates, exception } }), [onGround]);
    const off = { ...PLAIN, plates: { ...PLAIN.plates, kind: 'off' } } as const;
    assert.equal(await goneFrom({ recipe: off, edits: { plates, exception } }), undefined);
  });
});
