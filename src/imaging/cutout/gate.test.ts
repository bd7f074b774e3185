import { equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judge } from './gate.ts';
import { labOf } from './lab.ts';
import type { Mask } from './mask.ts';

const SIZE = { width: 120, height: 90 };
type At = (x: number, y: number) => boolean;

function judged(isObject: At, helped: boolean) {
  const shape = Array.from({ length: SIZE.width * SIZE.height }, (_, i) =>
    isObject(i % SIZE.width, Math.floor(i / SIZE.width)),
  );
  const mask: Mask = { ...SIZE, data: Uint8Array.from(shape, (on) => (on ? 255 : 0)) };
  const data = Uint8Array.from(shape.flatMap((on) => (on ? [40, 60, 90] : [230, 225, 215])));
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
});
