import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OUTPUT_FORMATS } from '#domain/recipes/outputs.ts';
import { toSharp } from '#imaging/fixtures/bench.ts';
import { drawScene } from '#imaging/fixtures/scene.ts';
import { createFilled, pasteOnto } from '#imaging/pixels/raw.ts';
import { carriesExif, whiteFacts } from './file-facts.ts';

const whole = { x: 0, y: 0, width: 400, height: 300 };

test('an object on white is seen, and how much of the picture it fills', () => {
  const canvas = createFilled({ width: 400, height: 300 }, [255, 255, 255]);
  const picture = pasteOnto(canvas, createFilled({ width: 200, height: 240 }, [90, 20, 20]), {
    x: 100,
    y: 30,
  });
  assert.deepEqual(whiteFacts(picture, whole), { whiteEdge: 1, fill: 80 });
});

test('a photo of a room on a white canvas is no white background', () => {
  const canvas = createFilled({ width: 400, height: 400 }, [255, 255, 255]);
  const picture = pasteOnto(canvas, drawScene(400, 300), { x: 0, y: 50 });
  const { whiteEdge, fill } = whiteFacts(picture, { ...whole, y: 50 });
  assert.ok(whiteEdge < 0.1, String(whiteEdge));
  assert.equal(fill, null);
});

test('EXIF in a file of any format is noticed', async () => {
  const image = toSharp(drawScene(60, 40));
  for (const format of OUTPUT_FORMATS) {
    assert.equal(await carriesExif(await image.clone().toFormat(format).toBuffer(), format), false, format);
    const tagged = image.clone().withExif({ IFD0: { Make: 'Aparat' } });
    assert.equal(await carriesExif(await tagged.toFormat(format).toBuffer(), format), true, format);
  }
});
