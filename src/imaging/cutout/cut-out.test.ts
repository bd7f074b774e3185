import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { CutoutHints, Stroke } from '#domain/recipes/cutout.ts';
import { NO_HINTS } from '#domain/recipes/cutout.ts';
import { type Bench, openBench, readShownPixels, toSharp } from '#imaging/fixtures/bench.ts';
import { type Ground, type KnownObject, knownObject, type Thing } from '#imaging/fixtures/objects.ts';
import { sharp } from '#imaging/read/hardened-sharp.ts';
import { readHeader } from '#imaging/read/header.ts';
import { drawRows } from '#testing/draws.ts';
import { cutOut } from './cut-out.ts';
import { encodedMask, scaledMask } from './mask-file.ts';

const SIZE = { width: 800, height: 600 };
const MASK = { width: 560, height: 420 };

const drawn = new Map<string, KnownObject>();

/** Returns one drawing for the many ways in which it is searched; nothing writes into it. */
function drawOnce(thing: Thing, ground: Ground): KnownObject {
  const known = drawn.get(`${thing} ${ground}`) ?? knownObject(thing, ground, { size: SIZE });
  drawn.set(`${thing} ${ground}`, known);
  return known;
}

describe('a cut-out', () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench.remove());

  async function cut(
    known: KnownObject,
    hints: CutoutHints = NO_HINTS,
    {
      previousMaskPath = null,
      modelMaskPath = null,
      knownStrokes = 0,
    }: { previousMaskPath?: string | null; modelMaskPath?: string | null; knownStrokes?: number } = {},
  ) {
    const source = await bench.save('photo.jpg', toSharp(known.picture).jpeg({ quality: 92 }));
    const maskPath = bench.path(`mask-${previousMaskPath === null ? 'first' : 'next'}.png`);
    const from = { source, proxyPath: source, previousMaskPath, modelMaskPath, knownStrokes };
    const found = await cutOut({ ...from, hints, maskPath, urgent: true }, await readHeader(source));
    const mask = await readShownPixels(await imageAt(maskPath));
    return { found, maskPath, agreement: overlapWith(known, mask.data, mask.channels) };
  }

  /** Returns the mask as large as the photo. */
  async function imageAt(path: string) {
    return toSharp(await readShownPixels(path))
      .resize(SIZE.width, SIZE.height, { fit: 'fill' })
      .png()
      .toBuffer();
  }

  function overlapWith({ alpha }: KnownObject, data: Uint8Array, channels: number): number {
    let [both, either] = [0, 0];
    alpha.forEach((share, i) => {
      const [is, found] = [share > 127, (data[i * channels] as number) > 127];
      if (is && found) both++;
      if (is || found) either++;
    });
    return both / either;
  }

  const CLEAR: readonly (readonly [Thing, Ground])[] = [
    ['crate', 'green'],
    ['vase', 'table'],
    ['shirt', 'street'],
  ];
  for (const [thing, ground] of drawRows(CLEAR, 1)) {
    test(`finds a ${thing} on ${ground} by itself and is sure of it`, async () => {
      const { found, agreement } = await cut(drawOnce(thing, ground));
      assert.ok(agreement > 0.96, `IoU ${agreement.toFixed(3)}`);
      assert.ok(found.sure, `confidence ${found.confidence.toFixed(2)}`);
    });
  }

  test('finds a whole car without a model, and asks all the same: a search by colours is not to be trusted with one', async () => {
    const { found, agreement } = await cut(drawOnce('car', 'street'));
    assert.deepEqual([found.engine, found.sure], ['grabcut', false]);
    assert.ok(agreement > 0.96, `IoU ${agreement.toFixed(3)}`);
  });

  test('finds the phone and the slides that newcomers try, each whole and alone, sure of it or not', async () => {
    const samples = [
      ['phone', 0.252, 0.217, 0.429, 0.667],
      ['slides', 0.318, 0.24, 0.362, 0.598],
    ] as const;
    for (const [sample, x, y, width, height] of drawRows(samples, 1)) {
      const source = fileURLToPath(import.meta.resolve(`#web/assets/samples/${sample}.jpg`));
      const paths = { source, proxyPath: source, maskPath: bench.path(`${sample}.png`) };
      const job = { ...paths, hints: NO_HINTS, previousMaskPath: null, knownStrokes: 0, urgent: true };
      const { box } = await cutOut(job, await readHeader(source));
      const found = box === null ? [] : [box.x, box.y, box.width, box.height];
      assert.ok(
        [x, y, width, height].every((n, i) => Math.abs(n - (found[i] ?? 9)) < 0.02),
        `${sample}: ${found}`,
      );
    }
  });

  test('is not sure of a thing that looks like the ground it lies on', async () => {
    const { found } = await cut(drawOnce('crate', 'table'));
    assert.equal(found.sure, false);
  });

  test('is not sure by itself of a thing that the picture cuts off', async () => {
    const { picture } = drawOnce('car', 'green');
    const box = { left: 300, top: 0, width: 500, height: 600 };
    const source = await bench.save('half.jpg', toSharp(picture).extract(box).jpeg({ quality: 92 }));
    const job = {
      source,
      proxyPath: source,
      previousMaskPath: null,
      knownStrokes: 0,
      maskPath: bench.path('half.png'),
      urgent: true,
    };
    const header = await readHeader(source);
    const alone = await cutOut({ ...job, hints: NO_HINTS }, header);
    assert.equal(alone.sure, false, `confidence ${alone.confidence.toFixed(2)}`);
    const whole = { x: 0, y: 0.3, width: 0.75, height: 0.5 };
    assert.equal((await cutOut({ ...job, hints: { box: whole, strokes: [] } }, header)).sure, true);
  });

  test('is not sure of a small part of the object in a box', async () => {
    const known = drawOnce('crate', 'green');
    const around = await cut(known, { box: { x: 0.24, y: 0.27, width: 0.52, height: 0.5 }, strokes: [] });
    assert.ok(around.found.sure, `confidence ${around.found.confidence.toFixed(2)}`);
    const far = await cut(known, { box: { x: 0.02, y: 0.02, width: 0.96, height: 0.96 }, strokes: [] });
    assert.equal(far.found.sure, false, `confidence ${far.found.confidence.toFixed(2)}`);
  });

  test('keeps the part of a model’s mask that fills the box which a person drew, and corrects it by strokes', async () => {
    const known = drawOnce('crate', 'green');
    const { width, height } = SIZE;
    // The model sees a second thing in the corner.
    const data = Uint8Array.from(known.alpha, (share, i) =>
      i % width < 120 && i < 90 * width ? 255 : share,
    );
    const modelMaskPath = bench.path('by-model.png');
    await writeFile(modelMaskPath, await encodedMask(await scaledMask({ data, width, height }, MASK)));
    const box = { x: 0.24, y: 0.27, width: 0.52, height: 0.5 };
    const boxed = await cut(known, { box, strokes: [] }, { modelMaskPath });
    assert.deepEqual([boxed.found.engine, boxed.found.sure], ['model', true]);
    assert.ok(boxed.agreement > 0.97, `IoU ${boxed.agreement.toFixed(3)}`);
    const elsewhere = { x: 0.6, y: 0.02, width: 0.38, height: 0.9 };
    assert.equal(
      (await cut(known, { box: elsewhere, strokes: [] }, { modelMaskPath })).found.engine,
      'grabcut',
    );
    const points = [0, 0.05, 0.1, 0.15].map((x) => ({ x, y: 0.07 }));
    const strokes: Stroke[] = [{ kind: 'remove', radius: 0.09, points }];
    const brushed = await cut(known, { box: null, strokes }, { modelMaskPath });
    assert.ok(brushed.agreement > 0.95, `IoU ${brushed.agreement.toFixed(3)}`);
  });

  test('returns the object’s box, and writes a grey PNG of 560 pixels', async () => {
    const { found, maskPath } = await cut(drawOnce('car', 'green'));
    const { box } = found;
    assert.ok(
      box && Math.abs(box.x - 0.177) < 0.02 && Math.abs(box.width - 0.645) < 0.03,
      JSON.stringify(box),
    );
    const { format, space, channels, width, height } = await sharp(maskPath).metadata();
    assert.deepEqual([format, space, channels, width, height], ['png', 'b-w', 1, 560, 420]);
  });

  test('stays within the box that a person drew, and follows what they painted', async () => {
    const known = drawOnce('crate', 'table');
    const first = await cut(known, { box: { x: 0.22, y: 0.24, width: 0.56, height: 0.55 }, strokes: [] });
    assert.ok((first.found.box?.x ?? 0) >= 0.21);
    const stroke = (kind: Stroke['kind'], ...xy: [number, number][]): Stroke => {
      return { kind, radius: 0.02, points: xy.map(([x, y]) => ({ x, y })) };
    };
    const strokes = [
      stroke('keep', [0.31, 0.36], [0.7, 0.44], [0.68, 0.68], [0.31, 0.6], [0.33, 0.4], [0.5, 0.52]),
      stroke('remove', [0.22, 0.24], [0.76, 0.26], [0.8, 0.84], [0.2, 0.8], [0.22, 0.24]),
    ];
    const { agreement } = await cut(known, { box: null, strokes }, { previousMaskPath: first.maskPath });
    assert.ok(agreement > 0.93, `IoU ${agreement.toFixed(3)}`);
  });

  test('stays as fine as it was where strokes change nothing, and obeys them in what is too fine for the brush', async () => {
    const known = drawOnce('car', 'green');
    const fineSize = { width: 1024, height: 768 };
    const fine = await scaledMask({ data: known.alpha, ...SIZE }, fineSize);
    const isLine = (y: number) => y === 100 || y === 102;
    const data = fine.data.map((value, i) => (isLine(Math.floor(i / 1024)) && i % 1024 < 400 ? 255 : value));
    const previousMaskPath = bench.path('fine.png');
    await writeFile(previousMaskPath, await encodedMask({ ...fine, data }));
    const points = [0.3, 0.35].map((x) => ({ x, y: 101 / 768 }));
    const strokes: Stroke[] = [{ kind: 'keep', radius: 0.01, points }];
    const { maskPath } = await cut(known, { box: null, strokes }, { previousMaskPath });
    const mask = await readShownPixels(maskPath);
    assert.deepEqual([mask.width, mask.height], [1024, 768]);
    const at = (x: number, y: number) => mask.data[(y * 1024 + x) * mask.channels] as number;
    assert.deepEqual(
      [100, 101, 102].map((y) => at(60, y)),
      [255, 0, 255],
      'far from the stroke',
    );
    assert.deepEqual(
      [100, 101, 102].map((y) => at(340, y)),
      [255, 255, 255],
      'under it',
    );
  });

  test('keeps all that is far from the strokes, and obeys the later of two strokes', async () => {
    const known = drawOnce('car', 'green');
    const first = await cut(known);
    const over = (kind: Stroke['kind']): Stroke => ({
      kind,
      radius: 0.03,
      points: [
        { x: 0.9, y: 0.1 },
        { x: 0.95, y: 0.1 },
      ],
    });
    const added = await cut(
      known,
      { box: null, strokes: [over('keep')] },
      { previousMaskPath: first.maskPath },
    );
    assert.ok((added.found.box?.y ?? 1) < 0.1, 'the painted spot belongs to the object');
    const drawnOn = { box: null, strokes: [over('keep'), over('remove')] };
    const undone = await cut(known, drawnOn, { previousMaskPath: added.maskPath, knownStrokes: 1 });
    assert.ok((undone.found.box?.y ?? 0) > 0.3, 'a mask that knows the first stroke follows the second');
    assert.ok(Math.abs(undone.agreement - first.agreement) < 0.01, 'and is the same everywhere else');
    const removed = await cut(known, drawnOn, { previousMaskPath: first.maskPath });
    assert.ok((removed.found.box?.y ?? 0) > 0.3);
    assert.ok(removed.agreement > 0.96, `IoU ${removed.agreement.toFixed(3)}`);
  });
});
