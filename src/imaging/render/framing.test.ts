import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Framing, framedSize, toFramed } from '#domain/recipes/framing.ts';
import { getBoxCorners, WHOLE } from '#domain/recipes/geometry.ts';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { type Bench, colourAt, isNearColour, openBench, PLAIN, toSharp } from '#imaging/fixtures/bench.ts';
import { meanDifference } from '#imaging/fixtures/colour-difference.ts';
import { drawScene } from '#imaging/fixtures/scene.ts';
import { createFilled, type Raw, type Rgb } from '#imaging/pixels/raw.ts';
import { applyFraming } from './framing.ts';

const BLUE: Rgb = [20, 60, 200];
const GREY: Rgb = [128, 128, 128];

function framing(upright: Raw, change: Partial<Framing>): Framing {
  return { upright, turn: 0, angle: 0, crop: WHOLE, ...change };
}

/** A blue mark of `side` pixels in the middle of (x, y), on grey. */
function marked(x: number, y: number, side = 40): Raw {
  const picture = createFilled({ width: 600, height: 400 }, GREY);
  const [left, top] = [Math.round(x * 600 - side / 2), Math.round(y * 400 - side / 2)];
  for (let row = top; row < top + side; row++) {
    for (let at = left; at < left + side; at++) picture.data.set(BLUE, (row * 600 + at) * 3);
  }
  return picture;
}

test('pixels end up where the geometry says, for every turn, angle and crop', () => {
  const at = { x: 0.62, y: 0.41 };
  const picture = marked(at.x, at.y);
  for (const turn of [0, 90, 180, 270] as const) {
    for (const angle of [-15, -2.5, 0, 0.5, 8]) {
      const of = framing(picture, { turn, angle, crop: { x: 0.15, y: 0.1, width: 0.7, height: 0.75 } });
      const result = applyFraming(picture, of);
      const { width, height } = framedSize(of);
      assert.deepEqual([result.width, result.height], [Math.round(width), Math.round(height)]);
      const point = toFramed(of, at);
      assert.ok(isNearColour(colourAt(result, point.x, point.y), BLUE, 2), `${turn}° and ${angle}°`);
      const beside = toFramed(of, { x: at.x, y: at.y + 0.1 });
      assert.ok(isNearColour(colourAt(result, beside.x, beside.y), GREY, 2), `${turn}° and ${angle}°`);
    }
  }
});

test('a straightened picture has no empty corner', () => {
  const white = createFilled({ width: 311, height: 200 }, [255, 255, 255]);
  for (const angle of [-15, -1, 0.4, 7]) {
    assert.ok(applyFraming(white, framing(white, { angle })).data.every((value) => value === 255));
  }
});

test('tipping a picture and back again keeps its detail', () => {
  const picture = drawScene(900, 600);
  const there = applyFraming(picture, framing(picture, { angle: 4 }));
  const back = applyFraming(there, framing(there, { angle: -4 }));
  assert.ok(back.width < there.width);
  const share = { width: back.width / 900, height: back.height / 600 };
  const same = applyFraming(
    picture,
    framing(picture, { crop: { x: (1 - share.width) / 2, y: (1 - share.height) / 2, ...share } }),
  );
  assert.ok(meanDifference(back, { ...same, width: back.width, height: back.height }) < 1.6);
});

test('transparency is straightened with the picture and lends no colour', () => {
  const data = new Uint8Array(200 * 200 * 4);
  for (let i = 0; i < 200 * 200; i++) data.set(i % 200 < 100 ? [0, 0, 0, 0] : [240, 230, 20, 255], i * 4);
  const cutOut: Raw = { data, width: 200, height: 200, channels: 4 };
  const result = applyFraming(cutOut, framing(cutOut, { angle: 6 }));
  const seen = [...result.data.keys()].filter((i) => i % 4 === 3 && (result.data[i] as number) > 20);
  assert.ok(seen.length > 5000 && seen.every((i) => (result.data[i - 3] as number) > 225));
});

describe('delivered files', () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench.remove());

  test('a photo is straightened by its own angle, keeps its shape, and is never enlarged for it', async () => {
    const source = await bench.save('level.png', toSharp(drawScene(1200, 900)).png());
    const overrides = { ...NO_OVERRIDES, angle: 5 };
    const form = { width: 1600, height: 1200 };
    const { file } = await bench.deliver(source, form, { recipe: PLAIN, edits: { exception: overrides } });
    assert.ok(Math.abs(file.width / file.height - 4 / 3) < 0.01);
    assert.ok(file.width < 1200 && file.width > 1000);
    const small = await bench.deliver(
      source,
      { width: 400, height: 300 },
      { recipe: PLAIN, edits: { exception: overrides } },
    );
    assert.deepEqual([small.file.width, small.file.height, small.file.warnings], [400, 300, []]);
  });

  test('a crop by hand delivers that part of the turned photo', async () => {
    const source = await bench.save('mark.png', toSharp(marked(0.8, 0.25, 120)).png());
    const overrides = {
      ...NO_OVERRIDES,
      rotate: 90 as const,
      crop: { x: 0.6, y: 0.65, width: 0.3, height: 0.3 },
    };
    const { pixels, file } = await bench.deliver(
      source,
      {},
      { recipe: PLAIN, edits: { exception: overrides } },
    );
    assert.deepEqual([file.width, file.height], [120, 180]);
    assert.ok(isNearColour(colourAt(pixels, 0.5, 0.5), BLUE, 1));
  });

  test('the object fills the asked share of the tighter side, in the middle of white', async () => {
    const source = await bench.save('object.png', toSharp(marked(0.3, 0.6, 200)).png());
    const subject = getBoxCorners({ x: 0.3 - 100 / 600, y: 0.6 - 0.25, width: 200 / 600, height: 0.5 });
    const form = { width: 150, height: 150, fit: 'contain' } as const;
    const { pixels } = await bench.deliver(source, form, {
      recipe: { ...PLAIN, fill: 80 },
      edits: { subject },
    });
    const blue = [...Array(150).keys()].filter((x) =>
      isNearColour(colourAt(pixels, (x + 0.5) / 150, 0.5), BLUE, 60),
    );
    assert.ok(Math.abs(blue.length - 120) <= 2, `${blue.length} of 150 pixels`);
    assert.ok(Math.abs((blue[0] as number) + (blue.at(-1) as number) - 149) <= 2);
    const whole = await bench.deliver(source, form, { recipe: PLAIN, edits: { subject } });
    assert.ok(
      isNearColour(colourAt(whole.pixels, 0.5, 0.02), [255, 255, 255], 0),
      'without a share the photo is not touched',
    );
  });

  test('cut to a shape, the object stays in sight', async () => {
    const source = await bench.save('aside.png', toSharp(marked(0.1, 0.5, 100)).png());
    const subject = getBoxCorners({ x: 0.1 - 50 / 600, y: 0.375, width: 100 / 600, height: 0.25 });
    const form = { width: 200, height: 400, fit: 'cover' } as const;
    const { pixels } = await bench.deliver(source, form, { recipe: PLAIN, edits: { subject } });
    assert.ok(isNearColour(colourAt(pixels, 0.3, 0.5), BLUE, 1));
    const ratio = await bench.deliver(
      source,
      { width: 300, height: 400 },
      { recipe: { ...PLAIN, crop: '3:4' }, edits: { subject } },
    );
    assert.ok(isNearColour(colourAt(ratio.pixels, 0.2, 0.5), BLUE, 1));
  });
});
