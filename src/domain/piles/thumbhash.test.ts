import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { rgbaToThumbHash, thumbHashToAverageRGBA } from 'thumbhash';
import { decodeThumbhash } from '#domain/piles/thumbhash.ts';

const SIDE = 40;

function hashOf(colourAt: (x: number, y: number) => readonly [number, number, number]): Uint8Array {
  const rgba = new Uint8Array(SIDE * SIDE * 4);
  for (let i = 0; i < SIDE * SIDE; i++) rgba.set([...colourAt(i % SIDE, Math.floor(i / SIDE)), 255], i * 4);
  return rgbaToThumbHash(SIDE, SIDE, rgba);
}
const toText = (hash: Uint8Array) => btoa(String.fromCharCode(...hash));
const meanOf = (picture: Float32Array, channel: number) => {
  const values = picture.filter((_, i) => i % 3 === channel);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
};

test('a hash is read to the average colour that its author’s code reads', () => {
  for (const colour of [
    [200, 30, 40],
    [20, 90, 160],
    [128, 128, 128],
  ] as const) {
    const hash = hashOf((x) => (x < SIDE / 3 ? colour : [colour[2], colour[0], colour[1]]));
    const { r, g, b } = thumbHashToAverageRGBA(hash);
    const picture = decodeThumbhash(toText(hash)) ?? new Float32Array(3);
    for (const [channel, expected] of [(r + g + b) / 3, (r + g) / 2 - b, r - g].entries())
      ok(Math.abs(meanOf(picture, channel) - expected) < 0.03, `${channel}: ${expected}`);
  }
});

test('a hash is read to where light and dark are', () => {
  const picture = decodeThumbhash(toText(hashOf((x) => (x < SIDE / 2 ? [250, 250, 250] : [10, 10, 10]))));
  ok((picture?.[0] ?? 0) > 0.7 && (picture?.[15] ?? 1) < 0.3, `${picture?.[0]} ${picture?.[15]}`);
});

test('what is no hash is no picture', () => {
  for (const none of ['', '%%%', 'AA==']) equal(decodeThumbhash(none), null);
  deepEqual(decodeThumbhash('3OcRJYB4d3h/iIeHeEh3eIhw+j2w')?.length, 108);
});
