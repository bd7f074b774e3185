import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carSample } from '#imaging/fixtures/plate-photos.ts';
import { candidatesIn } from './find-plates.ts';
import { scorePlate } from './score.ts';

const SIZE = { width: 800, height: 600 };

test('blue before a word counts as a plate’s field only where a plate ends above and below it', () => {
  const [best] = candidatesIn(carSample('plain', 5, { size: SIZE }).picture).sort(
    (one, other) => scorePlate(other.clues) - scorePlate(one.clues),
  );
  assert.ok(best);
  const worth = (step: number) => {
    const clues = { ...best.clues, top: { at: 19.5, step }, bottom: { at: 52.5, step } };
    return scorePlate({ ...clues, band: true }) - scorePlate({ ...clues, band: false });
  };
  assert.ok(worth(0.01) < 0.1 && worth(0.06) > 3, `${worth(0.01)}, ${worth(0.06)}`);
});
