import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  extendSelection,
  getPressMeaning,
  keepOnly,
  NOTHING,
  type Selection,
  selectAll,
  togglePhoto,
} from '#web/features/gallery/photos/selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const chosen = ({ ids }: Selection) => order.filter((id) => ids.has(id)).join('');

test('a press on the tick chooses a photo and a second one lets it go', () => {
  const one = togglePhoto(NOTHING, 'b');
  assert.equal(chosen(one), 'b');
  assert.equal(chosen(togglePhoto(one, 'b')), '');
});

test('shift chooses everything between the last choice and the pressed photo, both ways', () => {
  assert.equal(chosen(extendSelection(togglePhoto(NOTHING, 'b'), order, 'd')), 'bcd');
  assert.equal(chosen(extendSelection(togglePhoto(NOTHING, 'd'), order, 'b')), 'bcd');
});

test('the anchor stays while a range is stretched further', () => {
  const range = extendSelection(extendSelection(togglePhoto(NOTHING, 'c'), order, 'd'), order, 'a');
  assert.equal(chosen(range), 'abcd');
  assert.equal(range.anchor, 'c');
});

test('shift without an anchor chooses the one photo', () => {
  assert.equal(chosen(extendSelection(NOTHING, order, 'c')), 'c');
});

test('Ctrl+A chooses everything', () => {
  assert.equal(chosen(selectAll(NOTHING, order)), 'abcde');
});

test('photos that left the page leave the selection', () => {
  const range = extendSelection(togglePhoto(NOTHING, 'a'), order, 'c');
  const kept = keepOnly(range, ['b', 'c', 'd']);
  assert.equal(chosen(kept), 'bc');
  assert.equal(kept.anchor, null);
  assert.equal(keepOnly(kept, order), kept);
});

test('a plain press looks at a photo until something is chosen, then it goes on choosing', () => {
  const plain = { shift: false, ctrl: false, onTick: false };
  assert.equal(getPressMeaning(plain, NOTHING), 'view');
  assert.equal(getPressMeaning(plain, togglePhoto(NOTHING, 'a')), 'toggle');
  assert.equal(getPressMeaning({ ...plain, ctrl: true }, NOTHING), 'toggle');
  assert.equal(getPressMeaning({ ...plain, onTick: true }, NOTHING), 'toggle');
  assert.equal(getPressMeaning({ ...plain, shift: true }, NOTHING), 'stretch');
});
