import { equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judge } from './gate.ts';
import { labOf } from './lab.ts';
import type { Mask } from './mask.ts';

const SIZE = { width: 120, height: 90 };
type At = (x: number, y: number) => boolean;
type Rgb = readonly [number, number, number];
const GROUND: Rgb = [230, 225, 215];

/** `around`: what else is in the picture. */
function judged(isObject: At, helped: boolean, around: (x: number, y: number) => Rgb = () => GROUND) {
  const shape = Array.from({ length: SIZE.width * SIZE.height }, (_, i) =>
    isObject(i % SIZE.width, Math.floor(i / SIZE.width)),
  );
  const mask: Mask = { ...SIZE, data: Uint8Array.from(shape, (on) => (on ? 255 : 0)) };
  const data = Uint8Array.from(
    shape.flatMap((on, i) => (on ? [40, 60, 90] : around(i % SIZE.width, Math.floor(i / SIZE.width)))),
  );
  return judge(labOf({ ...SIZE, channels: 3, data }), mask, 1, helped).sure;
}

const chair: At = (x, y) => x > 40 && x < 80 && y > 15 && y < 70;
const withBoard: At = (x, y) => chair(x, y) || (y > 50 && y < 58);

describe('what is cut out alone', () => {
  it('is not trusted where something thin reaches from side to side; whoever drew a box around it knows', () => {
    equal(judged(chair, false), true);
    equal(judged(withBoard, false), false);
    equal(
      judged((x, y) => withBoard(x, y) && x > 5, false),
      true,
    );
    equal(judged(withBoard, true), true);
  });

  it('is not trusted where a part of it was left out: a head over a collar, a pane in its middle', () => {
    const coat: At = (x, y) => x > 40 && x < 80 && y > 35 && y < 82;
    const head = (x: number, y: number): Rgb => (Math.hypot(x - 60, y - 26) < 10 ? [206, 160, 132] : GROUND);
    equal(judged(coat, false), true);
    equal(judged(coat, false, head), false);
    equal(judged(coat, true, head), true);
    const isPane: At = (x, y) => x > 52 && x < 68 && y > 45 && y < 62;
    const frame: At = (x, y) => coat(x, y) && !isPane(x, y);
    equal(
      judged(frame, false, (x, y) => (isPane(x, y) ? [150, 60, 60] : GROUND)),
      false,
    );
    equal(judged(frame, false), true);
  });

  it('is trusted with its shadow, something beside it that it does not touch, and on a ground of many colours', () => {
    const crate: At = (x, y) => x > 45 && x < 75 && y > 30 && y < 65;
    const shadow = (x: number, y: number): Rgb =>
      Math.hypot((x - 66) / 30, (y - 66) / 6) < 1 ? [92, 90, 86] : GROUND;
    equal(judged(crate, false, shadow), true);
    const ball = (x: number, y: number): Rgb => (Math.hypot(x - 96, y - 40) < 7 ? [200, 60, 50] : GROUND);
    equal(judged(crate, false, ball), true);
    const tiles = (x: number, y: number): Rgb =>
      (Math.floor(x / 15) + Math.floor(y / 15)) % 2 === 0 ? [180, 90, 70] : GROUND;
    equal(judged(crate, false, tiles), true);
  });
});
