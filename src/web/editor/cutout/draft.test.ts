import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MOST_DRAWN, MOST_POINTS, MOST_STROKES, NO_HINTS, type Stroke } from '#domain/recipes/cutout.ts';
import {
  createDraft,
  notYetIn,
  redoStep,
  startedOver,
  undoStep,
  withBox,
  withDrawing,
  withStroke,
} from '#web/editor/cutout/draft.ts';

const BOX = { x: 0.1, y: 0.1, width: 0.5, height: 0.5 };
const stroke = (x: number): Stroke => ({ kind: 'keep', radius: 0.02, points: [{ x, y: 0.5 }] });

describe('a drawing on a photo', () => {
  it('is taken back step by step and made again: strokes, the box and starting over alike', () => {
    const drawn = withStroke(withStroke(withBox(createDraft(NO_HINTS), BOX), stroke(0.1)), stroke(0.2));
    const over = startedOver(drawn);
    assert.deepEqual(over.now, NO_HINTS);
    assert.deepEqual(undoStep(over).now, drawn.now);
    assert.deepEqual(undoStep(undoStep(over)).now.strokes, [stroke(0.1)]);
    assert.deepEqual(undoStep(undoStep(undoStep(undoStep(undoStep(over))))).now, NO_HINTS);
    assert.deepEqual(redoStep(undoStep(undoStep(over))).now, drawn.now);
    assert.deepEqual(redoStep(over), over);
    const back = withDrawing(drawn, NO_HINTS);
    assert.deepEqual([back.now, undoStep(back).now], [NO_HINTS, drawn.now]);
  });

  it('forgets the way forward once something else is drawn', () => {
    const other = withStroke(undoStep(withStroke(createDraft(NO_HINTS), stroke(0.1))), stroke(0.9));
    assert.deepEqual(other.now.strokes, [stroke(0.9)]);
    assert.deepEqual(redoStep(other), other);
  });

  it('takes no more strokes than the server does', () => {
    let draft = createDraft(NO_HINTS);
    for (let n = 0; n <= MOST_STROKES; n++) draft = withStroke(draft, stroke(n / 200));
    assert.equal(draft.now.strokes.length, MOST_STROKES);
    assert.equal(draft.past.length, MOST_STROKES);
    const long = { ...stroke(0.1), points: Array.from({ length: MOST_POINTS }, () => ({ x: 0.5, y: 0.5 })) };
    let dense = createDraft(NO_HINTS);
    for (let n = 0; n <= MOST_DRAWN / MOST_POINTS; n++) dense = withStroke(dense, long);
    assert.equal(dense.now.strokes.length, MOST_DRAWN / MOST_POINTS);
  });
});

describe('strokes painted over a mask that does not know them', () => {
  it('are those made since, and none when strokes were taken back', () => {
    const two = { box: null, strokes: [stroke(0.1), stroke(0.2)] };
    const three = { box: null, strokes: [...two.strokes, stroke(0.3)] };
    assert.deepEqual(notYetIn(two, three), [stroke(0.3)]);
    assert.deepEqual(notYetIn(three, two), []);
    assert.deepEqual(notYetIn(null, two), two.strokes);
    assert.deepEqual(notYetIn(two, { ...two, box: BOX }), two.strokes);
  });
});
