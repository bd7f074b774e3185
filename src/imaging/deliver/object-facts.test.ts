import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWholeObject } from '#domain/batches/object-pieces.ts';
import { DEFAULT_BACKGROUND } from '#domain/recipes/background.ts';
import type { Box, Size } from '#domain/recipes/geometry.ts';
import { computePlacement } from '#domain/recipes/placement.ts';
import { encodedMask } from '#imaging/cutout/mask-file.ts';
import { openBench, PLAIN, toSharp } from '#imaging/fixtures/bench.ts';
import { drawScene } from '#imaging/fixtures/scene.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { writeSynced } from '#imaging/pixels/write.ts';
import { objectFacts, shrinkAlphaToMask } from './object-facts.ts';

function cutOut({ width, height }: Size, boxes: readonly Box[]): Raw {
  const data = new Uint8Array(width * height * 4);
  for (const box of boxes)
    for (let y = box.y; y < box.y + box.height; y++)
      for (let x = box.x; x < box.x + box.width; x++) data[(y * width + x) * 4 + 3] = 255;
  return { data, width, height, channels: 4 };
}

const PHOTO = { width: 1200, height: 900 };
const WHOLE = computePlacement(PHOTO, { ...PHOTO, fit: 'inside', pad: 'white' });
const factsOf = (boxes: readonly Box[], change = {}) => {
  const object = shrinkAlphaToMask(cutOut(PHOTO, boxes));
  assert.ok(object);
  return objectFacts(object, { ...WHOLE, ...change });
};
const near = (a: number, b: number) => assert.ok(Math.abs(a - b) < 0.1 * b, `${a} is not ${b}`);

test('the pieces of an object are counted with the share of the file that each takes, crumbs left out', () => {
  const { pieces, box } = factsOf([
    { x: 100, y: 100, width: 300, height: 300 },
    { x: 600, y: 100, width: 400, height: 100 },
    { x: 700, y: 700, width: 12, height: 12 },
  ]);
  assert.equal(pieces.length, 2);
  near(pieces[0]?.share ?? 0, 90_000 / 1_080_000);
  near(pieces[0]?.length ?? 0, 1);
  near(pieces[1]?.length ?? 0, 4);
  near(box, 270_000 / 1_080_000);
});

test('the shown part counts: a small object that fills its file is not too small, and margins make it smaller', () => {
  const boxes = [{ x: 500, y: 400, width: 120, height: 90 }];
  assert.equal(isWholeObject(factsOf(boxes)), false);
  const cut = { x: 0.35, y: 0.35, width: 0.25, height: 0.25 };
  assert.equal(
    isWholeObject(
      factsOf(boxes, { cut, photo: { width: 300, height: 225 }, canvas: { width: 300, height: 225 } }),
    ),
    true,
  );
  const { pieces } = factsOf(boxes, { canvas: { width: 2400, height: 900 } });
  near(pieces[0]?.share ?? 0, 0.005);
});

test('an object that ends where its photo or its file does is cut off; an aerial or a strap that ends there is none of it', () => {
  const car = { x: 100, y: 100, width: 500, height: 300 };
  const aerial = { x: 300, y: 0, width: 8, height: 110 };
  assert.equal(factsOf([car]).cut, false);
  assert.equal(factsOf([car, aerial]).cut, false);
  for (const moved of [{ x: 0 }, { x: 700 }, { y: 0 }, { y: 600 }])
    assert.equal(factsOf([{ ...car, ...moved }]).cut, true, JSON.stringify(moved));
  assert.equal(factsOf([car], { cut: { x: 0.2, y: 0, width: 0.8, height: 1 } }).cut, true);
});

test('an object is whole as one piece off the edges: no pair, no crumb of a neighbour beside it, nothing that touches an edge', () => {
  const car = { x: 100, y: 100, width: 500, height: 300 };
  assert.equal(factsOf([car]).whole, true);
  const speck = { x: 800, y: 700, width: 4, height: 4 };
  assert.equal(factsOf([car, speck]).whole, true);
  for (const beside of [
    { x: 700, y: 100, width: 400, height: 300 },
    { x: 700, y: 300, width: 100, height: 100 },
    { x: 700, y: 300, width: 30, height: 30 },
    { x: 300, y: 0, width: 8, height: 110 },
  ])
    assert.equal(factsOf([car, beside]).whole, false, JSON.stringify(beside));
  for (const moved of [{ x: 2 }, { x: 697 }, { y: 2 }, { y: 597 }])
    assert.equal(factsOf([{ ...car, ...moved }]).whole, false, JSON.stringify(moved));
  assert.equal(factsOf([car], { cut: { x: 0.2, y: 0, width: 0.8, height: 1 } }).whole, false);
});

test('a delivered file tells what is left of its object; one that kept its ground tells nothing', async () => {
  const bench = await openBench();
  try {
    const source = await bench.save('photo.png', toSharp(drawScene(600, 450)).png());
    const maskPath = bench.path('mask.png');
    const { data: rgba, ...size } = cutOut({ width: 400, height: 300 }, [
      { x: 60, y: 50, width: 60, height: 60 },
      { x: 160, y: 90, width: 20, height: 90 },
      { x: 200, y: 220, width: 30, height: 30 },
    ]);
    const data = Uint8Array.from({ length: rgba.length / 4 }, (_, i) => rgba[4 * i + 3] as number);
    await writeSynced(maskPath, await encodedMask({ ...size, data }));
    const white = { ...PLAIN, background: { ...DEFAULT_BACKGROUND, kind: 'white' } } as const;
    const broken = await bench.deliver(source, {}, { recipe: white, edits: { maskPath } });
    assert.equal(broken.file.facts.object?.pieces.length, 3);
    assert.equal(isWholeObject(broken.file.facts.object), false);
    const kept = await bench.deliver(source, {}, { recipe: PLAIN, edits: { maskPath } });
    assert.equal(kept.file.facts.object, undefined);
  } finally {
    await bench.remove();
  }
});

test('a strap thinner than a place of the small mask holds its object together', () => {
  const facts = factsOf([
    { x: 100, y: 300, width: 300, height: 300 },
    { x: 400, y: 450, width: 400, height: 2 },
    { x: 800, y: 300, width: 100, height: 200 },
  ]);
  assert.equal(facts.pieces.length, 1);
});
