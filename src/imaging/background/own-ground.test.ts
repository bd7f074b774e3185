import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DEFAULT_BACKGROUND } from '#domain/recipes/background.ts';
import { type Bench, colourAt, isNearColour, openBench, PLAIN, toSharp } from '#imaging/fixtures/bench.ts';
import { createFilled, type Rgb } from '#imaging/pixels/raw.ts';

const SIZE = { width: 400, height: 300 };
const CAR: Rgb = [200, 30, 30];
const [WALL, PILLAR]: Rgb[] = [
  [90, 20, 120],
  [20, 120, 90],
];
const own = {
  ...PLAIN,
  background: { ...DEFAULT_BACKGROUND, kind: 'photo', photoId: 'img_hall', shadow: 60 },
} as const;

describe('an own picture behind the object', () => {
  let bench: Bench;
  let source: string;
  let files: { backgroundPath: string };
  before(async () => {
    bench = await openBench();
    const data = new Uint8Array(SIZE.width * SIZE.height * 4);
    for (let y = 100; y < 220; y++)
      for (let x = 80; x < 320; x++) data.set([...CAR, 255], (y * SIZE.width + x) * 4);
    source = await bench.save('cut.png', toSharp({ data, ...SIZE, channels: 4 }).png());
    const hall = createFilled({ width: 600, height: 300 }, WALL as Rgb);
    for (let y = 0; y < 300; y++)
      for (let x = 0; x < 120; x++)
        for (const at of [x, 599 - x]) hall.data.set(PILLAR as Rgb, (y * 600 + at) * 3);
    files = { backgroundPath: await bench.save('hall.png', toSharp(hall).png()) };
  });
  after(() => bench.remove());

  test('covers a file of any shape from edge to edge, the object before it', async () => {
    for (const form of [
      { width: 300, height: 300, fit: 'contain', pad: 'blur' },
      { width: 300, height: 300, fit: 'contain', pad: 'white' },
      { width: 200, height: 300, fit: 'contain', pad: 'colour' },
    ] as const) {
      const { pixels } = await bench.deliver(source, form, { recipe: own, files });
      const seen = (x: number, y: number) => colourAt(pixels, x, y);
      const top = (1 - (form.width * 3) / 4 / form.height) / 2;
      for (const y of [0, top - 0.01, top + 0.01, 1 - top + 0.01, 1])
        for (const x of [0, 0.5, 1])
          assert.ok(isNearColour(seen(x, y), WALL as Rgb, 2), `${x} ${y}: ${seen(x, y)}`);
      assert.ok(isNearColour(seen(0.5, 0.5), CAR, 2), `${seen(0.5, 0.5)}`);
    }
    const { pixels } = await bench.deliver(
      source,
      { width: 400, height: 200, fit: 'contain' },
      { recipe: own, files },
    );
    for (const x of [0.02, 0.98]) assert.ok(isNearColour(colourAt(pixels, x, 0.5), PILLAR as Rgb, 2));
  });
});
