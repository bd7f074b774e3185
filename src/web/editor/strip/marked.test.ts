import { deepEqual } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Marking, markUpTo, NO_MARKS, openRow, toggleMark } from '#web/editor/strip/marked.ts';

const all = ['a', 'b', 'c', 'd', 'e'];
const upTo = (marking: Marking, id: string, shown: string | null = null) =>
  markUpTo(marking, id, { all, from: shown });
const marks = ({ ids }: Marking) => [...ids].sort().join('');

describe('marking photos of the strip', () => {
  it('marks one, and takes its mark away by the same press', () => {
    const one = toggleMark(NO_MARKS, 'a');
    const two = toggleMark(one, 'b');
    deepEqual([one, two, toggleMark(two, 'b')].map(marks), ['a', 'ab', 'a']);
  });

  it('marks all from the one before, else from the shown one, in either direction', () => {
    deepEqual(marks(upTo(toggleMark(NO_MARKS, 'b'), 'd')), 'bcd');
    deepEqual(marks(upTo(toggleMark(NO_MARKS, 'd'), 'b')), 'bcd');
    deepEqual(marks(upTo(NO_MARKS, 'c', 'a')), 'abc');
  });

  it('draws a row longer and shorter from where it began, and keeps what was marked before it', () => {
    const first = toggleMark(NO_MARKS, 'e');
    const row = upTo(upTo(toggleMark(first, 'b'), 'd'), 'c');
    deepEqual(marks(row), 'bce');
    deepEqual(marks(upTo(row, 'a')), 'abe');
  });

  it('after a finger was held on one, the next it touches is the end of the row, and from then on each is by itself', () => {
    const held = openRow(toggleMark(NO_MARKS, 'e'), 'b');
    deepEqual([marks(held), held.isOpen], ['be', true]);
    const row = upTo(held, 'd');
    deepEqual([marks(row), row.isOpen, marks(toggleMark(row, 'c'))], ['bcde', false, 'bde']);
  });
});
