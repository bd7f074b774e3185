import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it, mock } from 'node:test';
import { type OpenCv, openCv } from '#imaging/pixels/opencv.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { autoSegment } from './auto-segment.ts';
import { MAYBE_OBJECT } from './grabcut.ts';
import { computeAreaShare } from './mask.ts';

type Colour = readonly [number, number, number];
/** In shares of the sides. */
type Paint = (x: number, y: number) => Colour;

const [BLACK, WHITE, RED]: [Colour, Colour, Colour] = [
  [0, 0, 0],
  [255, 255, 255],
  [200, 40, 30],
];

function paintPicture(side: number, paint: Paint): Raw {
  const [width, height] = [side, Math.round(side * 0.75)];
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++)
    data.set(paint((i % width) / width, Math.floor(i / width) / height), i * 3);
  return { data, width, height, channels: 3 };
}

const isIn = (x: number, y: number, side: number) => x >= 0.2 && x < 0.2 + side && y >= 0.2 && y < 0.2 + side;

describe('a search by colours in a picture that has next to none', () => {
  /** Pixels that all of the starts together say might be object: what the flow is computed over. */
  let effort = 0;
  let counted: { mock: { restore(): void } };
  before(async () => {
    const cv = await openCv();
    const { grabCut } = cv;
    const count: OpenCv['grabCut'] = (picture, mask, ...others) => {
      effort += mask.data.reduce((sum, label) => sum + (label === MAYBE_OBJECT ? 1 : 0), 0);
      grabCut(picture, mask, ...others);
    };
    counted = mock.method(cv, 'grabCut', count);
  });
  beforeEach(() => {
    effort = 0;
  });
  after(() => counted.mock.restore());

  const search = (paint: Paint) => autoSegment({ box: null, at: async (side) => paintPicture(side, paint) });

  const empty: readonly (readonly [string, Paint])[] = [
    ['one colour', () => RED],
    ['a white pixel on black', (x, y) => (isIn(x, y, 0.003) ? WHITE : BLACK)],
    ['a black speck on white', (x, y) => (isIn(x, y, 0.05) ? BLACK : WHITE)],
  ];
  for (const [what, paint] of empty)
    it(`costs next to nothing, and nothing is sure: ${what}`, async () => {
      const found = await search(paint);
      assert.ok(effort < 2500, `${effort} pixels`);
      assert.ok(found !== null && (found.agreement < 0.5 || computeAreaShare(found.mask) === 0));
    });

  it('is made in full where a thing is seen', async () => {
    const found = await search((x, y) => (isIn(x, y, 0.5) ? RED : WHITE));
    assert.ok(effort > 10_000, `${effort} pixels`);
    assert.ok(
      found !== null && Math.abs(computeAreaShare(found.mask) - 0.25) < 0.01 && found.agreement > 0.95,
    );
  });
});
