import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CutoutHints, isDrawnOn, type Stroke } from './cutout.ts';

const box = { x: 0.1, y: 0.2, width: 0.5, height: 0.6 };
const stroke = (x: number): Stroke => ({ kind: 'keep', radius: 0.02, points: [{ x, y: 0.5 }] });
/** Returns the drawing as a database gives it back that orders the keys of what it stores. */
const stored = ({ box: kept, strokes }: CutoutHints): CutoutHints => ({
  strokes: strokes.map(({ kind, points, radius }) => ({
    kind,
    points: points.map(({ x, y }) => ({ y, x })),
    radius,
  })),
  box: kept && { height: kept.height, width: kept.width, x: kept.x, y: kept.y },
});

test('one more stroke is drawn on the mask before it, also when that one comes from the database', () => {
  const last = { box, strokes: [stroke(0.3), stroke(0.4)] };
  const next = { box, strokes: [...last.strokes, stroke(0.5)] };
  assert.equal(isDrawnOn(last, next), true);
  assert.equal(isDrawnOn(stored(last), next), true);
});

test('a drawing with another box, a stroke taken back or changed, or nothing new is cut out anew', () => {
  const last = { box, strokes: [stroke(0.3), stroke(0.4)] };
  assert.equal(isDrawnOn(last, last), false);
  assert.equal(isDrawnOn(last, { box, strokes: [stroke(0.3)] }), false);
  assert.equal(isDrawnOn(last, { box, strokes: [stroke(0.3), stroke(0.9), stroke(0.5)] }), false);
  assert.equal(isDrawnOn(last, { box: null, strokes: [...last.strokes, stroke(0.5)] }), false);
});
