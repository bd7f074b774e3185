import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Photo } from '#contract/photos.ts';
import type { Point, Quad } from '#domain/recipes/geometry.ts';
import { DEFAULT_PLATE_COVER, isPlate } from '#domain/recipes/plates.ts';
import {
  copiedTo,
  getShownPlates,
  isToReview,
  nearestCorner,
  nextToReview,
  platesCoveredAlone,
  removePlate,
  suggestedIn,
  withCorner,
  withNew,
  withShift,
} from '#web/editor/panel/plates/plate-corners.ts';

const PLATE: Quad = [
  { x: 0.4, y: 0.5 },
  { x: 0.6, y: 0.5 },
  { x: 0.6, y: 0.6 },
  { x: 0.4, y: 0.6 },
];
const photo = (id: string, plates: Quad[] | null, plateSuggestions: Quad[] | null): Photo =>
  ({ id, state: 'ready', plates, plateSuggestions }) as Photo;

describe('the corners of a plate', () => {
  it('move one at a time, never out of the photo', () => {
    const [moved] = withCorner([PLATE], { index: 0, corner: 2 }, { x: 1.4, y: 0.7 });
    assert.deepEqual(moved, [PLATE[0], PLATE[1], { x: 1, y: 0.7 }, PLATE[3]]);
  });

  it('stay where they are rather than cross or fold', () => {
    const plates = [PLATE];
    assert.equal(withCorner(plates, { index: 0, corner: 0 }, { x: 0.7, y: 0.5 }), plates);
    assert.equal(withCorner(plates, { index: 0, corner: 0 }, { x: 0.55, y: 0.58 }), plates);
    assert.equal(withCorner(plates, { index: 3, corner: 0 }, { x: 0.4, y: 0.4 }), plates);
  });

  it('move together up to the edge, keeping the shape', () => {
    const [moved] = withShift([PLATE], 0, { x: 0.9, y: -0.1 });
    assert.deepEqual(
      moved?.map(({ x, y }) => [x.toFixed(2), y.toFixed(2)].join()),
      ['0.80,0.40', '1.00,0.40', '1.00,0.50', '0.80,0.50'],
    );
  });
});

describe('a press on a corner', () => {
  /** 35 pixels wide and 10 tall, at the left edge of a picture that is shown 400 × 300. */
  const small: Quad = [
    { x: 0, y: 100 / 300 },
    { x: 35 / 400, y: 100 / 300 },
    { x: 35 / 400, y: 110 / 300 },
    { x: 0, y: 110 / 300 },
  ];
  const upright = { width: 400, height: 300, toShown: (at: Point) => at };
  const pressed = (x: number, y: number) => nearestCorner(small, { x: x / 400, y: y / 300 }, upright);

  it('takes the dot that is nearest, where the places for the finger lie over each other', () => {
    assert.deepEqual([pressed(2, 98), pressed(34, 99), pressed(37, 112), pressed(3, 113)], [0, 1, 2, 3]);
    assert.deepEqual([pressed(40, 80), pressed(40, 140)], [1, 2]);
  });

  it('measures on the picture as it is shown, turned too', () => {
    const turned = { width: 300, height: 400, toShown: ({ x, y }: Point) => ({ x: 1 - y, y: x }) };
    assert.equal(nearestCorner(small, { x: 1 - 112 / 300, y: 37 / 400 }, turned), 2);
  });
});

describe('a new plate', () => {
  it('has a plate’s proportions on the photo and can be taken away again', () => {
    const plates = withNew([PLATE], { width: 4000, height: 3000 });
    const [a, b, , d] = plates[1] as Quad;
    assert.ok(isPlate(plates[1] as Quad));
    assert.ok(Math.abs(((b.x - a.x) * 4000) / ((d.y - a.y) * 3000) - 520 / 110) < 0.001);
    assert.deepEqual(removePlate(plates, 1), [PLATE]);
  });

  it('is not added beyond twenty', () => {
    const full = Array<Quad>(20).fill(PLATE);
    assert.equal(withNew(full, { width: 4, height: 3 }), full);
  });
});

describe('plates copied to another photo', () => {
  it('begin where they were, or where as many were found there that are not reviewed yet', () => {
    const [moved] = withShift([PLATE], 0, { x: 0.1, y: 0 }) as [Quad];
    assert.deepEqual(copiedTo(photo('a', null, []), [moved]), [moved]);
    assert.deepEqual(copiedTo(photo('a', null, [PLATE]), [moved]), [PLATE]);
    assert.deepEqual(copiedTo(photo('a', null, [PLATE, PLATE]), [moved]), [moved]);
    assert.deepEqual(copiedTo(photo('a', [], [PLATE]), [moved]), [moved]);
  });
});

describe('the review', () => {
  const photos = [
    photo('a', null, [PLATE]),
    photo('b', null, []),
    photo('c', [], [PLATE]),
    photo('d', null, [PLATE, PLATE]),
    photo('e', null, null),
  ];

  it('asks about photos with suggestions that are not reviewed yet', () => {
    assert.deepEqual(
      photos.filter((each) => isToReview(each, DEFAULT_PLATE_COVER)).map(({ id }) => id),
      ['a', 'd'],
    );
    assert.equal(suggestedIn(photos, DEFAULT_PLATE_COVER), 3);
  });

  it('asks about the others where the recipe covers by itself what the engine is sure of', () => {
    const OTHER = PLATE.map(({ x, y }) => ({ x, y: y + 0.3 })) as unknown as Quad;
    const cover = { ...DEFAULT_PLATE_COVER, coverSure: true };
    const sure = { ...photo('a', null, [PLATE, OTHER]), surePlates: [PLATE] };
    const all = { ...photo('b', null, [PLATE]), surePlates: [PLATE] };
    assert.deepEqual(platesCoveredAlone(sure, cover), [PLATE]);
    assert.equal(suggestedIn([sure, all], cover), 1);
    assert.deepEqual([isToReview(sure, cover), isToReview(all, cover)], [true, false]);
    assert.equal(suggestedIn([sure, all], DEFAULT_PLATE_COVER), 3);
    // What the person said counts alone.
    assert.deepEqual(platesCoveredAlone({ ...all, plates: [] }, cover), []);
    assert.deepEqual(platesCoveredAlone(sure, { ...cover, kind: 'off' }), []);
  });

  it('goes round the batch from the shown photo and ends when none is left', () => {
    assert.equal(nextToReview(photos, null, DEFAULT_PLATE_COVER)?.id, 'a');
    assert.equal(nextToReview(photos, 'a', DEFAULT_PLATE_COVER)?.id, 'd');
    assert.equal(nextToReview(photos, 'd', DEFAULT_PLATE_COVER)?.id, 'a');
    assert.equal(nextToReview(photos.slice(1), 'd', DEFAULT_PLATE_COVER), null);
  });

  it('shows what was confirmed before what was suggested', () => {
    assert.deepEqual(
      photos.map((each) => getShownPlates(each).length),
      [1, 0, 0, 2, 0],
    );
  });
});
