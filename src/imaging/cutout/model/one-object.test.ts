import { deepEqual } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toLab } from '#imaging/cutout/lab.ts';
import { oneObject } from './one-object.ts';

const SIZE = { width: 120, height: 90 };
type At = (x: number, y: number) => boolean;
type Rgb = readonly [number, number, number];
const GROUND: Rgb = [230, 225, 215];
const PAINT: Rgb = [40, 60, 90];
const LABEL: Rgb = [190, 60, 50];

/** Which of `places` belong to the object that is made of the mask `seen`. */
function kept(
  seen: At,
  places: readonly (readonly [number, number])[],
  colour: (x: number, y: number) => Rgb = (x, y) => (seen(x, y) ? PAINT : GROUND),
) {
  const all = Array.from({ length: SIZE.width * SIZE.height }, (_, i) => [
    i % SIZE.width,
    Math.floor(i / SIZE.width),
  ]);
  const picture = {
    ...SIZE,
    channels: 3 as const,
    data: Uint8Array.from(all.flatMap(([x = 0, y = 0]) => colour(x, y))),
  };
  const mask = { ...SIZE, data: Uint8Array.from(all, ([x = 0, y = 0]) => (seen(x, y) ? 255 : 0)) };
  const { data } = oneObject(toLab(picture), mask);
  return places.map(([x, y]) => data[y * SIZE.width + x] === 255);
}

const chair: At = (x, y) => x > 40 && x < 80 && y > 15 && y < 75;
const tree: At = (x, y) => x > 95 && y < 50;

describe('what a model saw', () => {
  it('is the thing that lies whole in the middle, without a tree that the picture cuts off', () => {
    const both: At = (x, y) => chair(x, y) || tree(x, y);
    deepEqual(
      kept(both, [
        [60, 40],
        [110, 20],
      ]),
      [true, false],
    );
  });

  it('is all of it where the picture cuts off the thing in the middle itself', () => {
    const long: At = (x, y) => (x > 40 && x < 80 && y > 15) || tree(x, y);
    deepEqual(
      kept(long, [
        [60, 40],
        [110, 20],
      ]),
      [true, true],
    );
  });

  it('is a pair of things that both lie whole in the picture', () => {
    const pair: At = (x, y) => y > 30 && y < 60 && ((x > 30 && x < 55) || (x > 65 && x < 90));
    deepEqual(
      kept(pair, [
        [40, 40],
        [80, 40],
      ]),
      [true, true],
    );
  });

  it('stays open where the ground is seen through it, and is closed over a label', () => {
    const isHole: At = (x, y) => x > 57 && x < 63 && y > 50 && y < 60;
    const seen: At = (x, y) => chair(x, y) && !isHole(x, y);
    deepEqual(kept(seen, [[60, 55]]), [false]);
    const labelled = (x: number, y: number) => (isHole(x, y) ? LABEL : chair(x, y) ? PAINT : GROUND);
    deepEqual(kept(seen, [[60, 55]], labelled), [true]);
  });
});
