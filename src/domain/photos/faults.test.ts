import { deepEqual, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listFaults } from './faults.ts';
import { measureExtremes, measureSharpness, samplePixels, toGrey } from './quality.ts';

const SIDE = 240;
/** Squares of 8 px, with an edge that takes so many pixels. */
function drawChecks(edge: number, [dark, bright] = [40, 220]) {
  const data = new Uint8ClampedArray(SIDE * SIDE * 4);
  const wave = (at: number) => Math.max(-1, Math.min(1, (4 - Math.abs((at % 16) - 8)) / edge));
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) {
      const tone = dark + ((1 + wave(x) * wave(y)) / 2) * (bright - dark);
      data.set([tone, tone, tone, 255], (y * SIDE + x) * 4);
    }
  return { data, width: SIDE, height: SIDE, channels: 4 as const };
}
const judge = (picture: ReturnType<typeof drawChecks>) =>
  listFaults({
    sharpness: measureSharpness(toGrey(picture)),
    ...measureExtremes(samplePixels(picture)),
  });

describe('what is wrong with a photo', () => {
  it('is nothing for hard edges in good light, and blur for soft ones', () => {
    deepEqual(judge(drawChecks(0.5)), []);
    const [soft] = judge(drawChecks(4, [120, 136]));
    ok(soft === 'blurry' || soft === 'very-blurry');
  });

  it('is the light where too much is black or white; a black picture is not called blurry', () => {
    deepEqual(judge(drawChecks(4, [0, 18])), ['dark']);
    deepEqual(judge(drawChecks(0.5, [120, 255])), ['bright']);
  });

  it('is nothing where nothing was measured', () => {
    deepEqual(listFaults({ sharpness: null, black: null, white: null }), []);
  });
});
