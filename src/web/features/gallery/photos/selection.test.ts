import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  keepOnly,
  meaningOf,
  NOTHING,
  type Selection,
  selectAll,
  stretch,
  toggle,
} from '#web/features/gallery/photos/selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const chosen = ({ ids }: Selection) => order.filter((id) => ids.has(id)).join('');

test('a press on the tick chooses a photo and a second one lets it go', () => {
  const one = toggle(NOTHING, 'b');
  assert.equal(chosen(one), 'b');
  assert.equal(chosen(toggle(one, 'b')), '');
});

test('shift chooses everything between the last choice and the pressed photo, both ways', () => {
  assert.equal(chosen(stretch(toggle(NOTHING, 'b'), order, 'd')), 'bcd');
  assert.equal(chosen(stretch(toggle(NOTHING, 'd'), order, 'b')), 'bcd');
});

test('the anchor stays while a range is stretched further', () => {
  const range = stretch(stretch(toggle(NOTHING, 'c'), order, 'd'), order, 'a');
  assert.equal(chosen(range), 'abcd');
  assert.equal(range.anchor, 'c');
});

test('shift without an anchor chooses the one photo', () => {
  assert.equal(chosen(stretch(NOTHING, order, 'c')), 'c');
});

test('Ctrl+A chooses everything', () => {
  assert.equal(chosen(selectAll(NOTHING, order)), 'abcde');
});

test('photos that left the page leave the selection', () => {
  const range = stretch(toggle(NOTHING, 'a'), order, 'c');
  const kept = keepOnly(range, ['b', 'c', 'd']);
  assert.equal(chosen(kept), 'bc');
  assert.equal(kept.anchor, null);
  assert.equal(keepOnly(kept, order), kept);
});

test('a plain press looks at a photo until something is chosen, then it goes on choosing', () => {
  const plain = { shift: false, ctrl: false, onTick: false };
  assert.equal(meaningOf(plain, NOTHING), 'view');
  assert.equal(meaningOf(plain, toggle(NOTHING, 'a')), 'toggle');
  assert.equal(meaningOf({ ...plain, ctrl: true }, NOTHING), 'toggle');
  assert.equal(meaningOf({ ...plain, onTick: true }, NOTHING), 'toggle');
  assert.equal(meaningOf({ ...plain, shift: true }, NOTHING), 'stretch');
});
