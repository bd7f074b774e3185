import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { checkModel } from '#imaging/cutout/model/model-check.ts';
import { type Bench, openBench, toSharp } from '#imaging/fixtures/bench.ts';
import { saveTinyDetector, type TinyRow } from '#imaging/fixtures/tiny-model.ts';
import { createFilled, pasteOnto, type Rgb } from '#imaging/pixels/raw.ts';
import { detectedPlates } from './detector.ts';

const RED: Rgb = [255, 0, 0];
const GREY: Rgb = [128, 128, 128];
const LEFT: TinyRow = { location: [0.1, 0.4, 0.3, 0.1], half: 'left' };
const RIGHT: TinyRow = { location: [0.6, 0.4, 0.3, 0.1], half: 'right', gain: 0.8 };
/** Nearly the same place as the left one. */
const AGAIN: TinyRow = { location: [0.12, 0.41, 0.3, 0.1], half: 'left', gain: 0.9 };

describe('a detector of plates that the operator brought', () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench.remove());

  /** 240 × 120, each half all red or grey. */
  const photo = (name: string, [left, right]: readonly [Rgb, Rgb]) => {
    const picture = createFilled({ width: 240, height: 120 }, left);
    pasteOnto(picture, createFilled({ width: 120, height: 120 }, right), { x: 120, y: 0 });
    return bench.save(`${name}.png`, toSharp(picture).png());
  };
  /** Left, top, right, bottom in hundredths. */
  const boxes = (quads: Awaited<ReturnType<typeof detectedPlates>>) =>
    quads.map(({ quad: [from, , to] }) =>
      [from.x, from.y, to.x, to.y].map((share) => Math.round(share * 100)),
    );

  test('suggests plates that reach its threshold, the surest first, and each once', async () => {
    const manifest = await saveTinyDetector(bench.path('boxes'), [AGAIN, RIGHT, LEFT]);
    const seen = async (name: string, halves: readonly [Rgb, Rgb]) =>
      boxes(await detectedPlates(manifest, await photo(name, halves)));
    assert.deepEqual(await seen('both', [RED, RED]), [
      [10, 40, 40, 50],
      [60, 40, 90, 50],
    ]);
    assert.deepEqual(await seen('right', [GREY, RED]), [[60, 40, 90, 50]]);
    assert.deepEqual(await seen('none', [GREY, GREY]), []);
  });

  test('is sure of what it scores half of the way from its threshold to 1', async () => {
    const lower = { location: RIGHT.location, half: 'right', gain: 0.7 } as const;
    const manifest = await saveTinyDetector(bench.path('sureness'), [LEFT, lower], { threshold: 0.5 });
    const found = await detectedPlates(manifest, await photo('sureness', [RED, RED]));
    assert.deepEqual(
      found.map(({ score, sure }) => [score.toFixed(1), sure]),
      [
        ['1.0', true],
        ['0.7', false],
      ],
    );
  });

  test('may return corners, and in pixels of its square', async () => {
    const location = [32, 16, 70, 20, 60, 32, 32, 28];
    const manifest = await saveTinyDetector(bench.path('quads'), [{ location, half: 'left' }], {
      output: 'quads',
      units: 'pixels',
    });
    const [first] = await detectedPlates(manifest, await photo('tilted', [RED, GREY]));
    assert.deepEqual(first?.quad, [
      { x: 0.5, y: 0.25 },
      { x: 1, y: 0.3125 },
      { x: 0.9375, y: 0.5 },
      { x: 0.5, y: 0.4375 },
    ]);
  });

  test('is tried with a picture and says its name, licence, runtime and time', async () => {
    const manifest = await saveTinyDetector(bench.path('good'), [LEFT]);
    const { name, licence, runtime, milliseconds, problem } = await checkModel(manifest, 'plates');
    assert.deepEqual([name, licence, runtime, problem], ['Redness', 'CC0', 'onnxruntime', null]);
    assert.ok(Number.isInteger(milliseconds));
  });

  for (const [what, changes, problem] of [
    ['a fingerprint of another file', { sha256: '0'.repeat(64) }, /^plates.json: sha256 is not the file's/],
    ['no kind', { kind: undefined }, /kind must be plates/],
    ['an unknown output', { output: 'heatmap' }, /output must be boxes or quads/],
    ['unknown units', { units: 'metres' }, /units must be shares or pixels/],
    ['no threshold', { threshold: undefined }, /threshold must be a number above 0/],
    ['rows of another length', { output: 'quads' }, /returns 5 numbers, which are no rows of 9/],
  ] as const) {
    test(`with ${what} is refused with words for the operator`, async () => {
      const manifest = await saveTinyDetector(bench.path(what.replaceAll(' ', '-')), [LEFT], changes);
      assert.match((await checkModel(manifest, 'plates')).problem ?? '', problem);
    });
  }

  test('that returns other units than its manifest says is refused in words', async () => {
    const red = await photo('units', [RED, RED]);
    const pixels: TinyRow = { location: [6, 25, 19, 6], half: 'left' };
    const outside = await saveTinyDetector(bench.path('outside'), [pixels]);
    await assert.rejects(detectedPlates(outside, red), /outside of the picture/);
    const speck = await saveTinyDetector(
      bench.path('speck'),
      [{ location: [0.1, 0.1, 0.01, 0.01], half: 'left' }],
      {
        units: 'pixels',
      },
    );
    await assert.rejects(detectedPlates(speck, red), /are no plates/);
  });
});
