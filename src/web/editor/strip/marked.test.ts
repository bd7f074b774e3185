import { deepEqual } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { between, toggled } from '#web/editor/strip/marked.ts';

describe('marking photos of the strip', () => {
  it('marks one, and takes its mark away by the same press', () => {
    const one = toggled(new Set(['a']), 'b');
    deepEqual([[...one], [...toggled(one, 'b')]], [['a', 'b'], ['a']]);
  });

  it('marks all from one to the other, in either direction', () => {
    const ids = ['a', 'b', 'c', 'd'];
    deepEqual(
      [between(ids, 'b', 'd'), between(ids, 'd', 'b'), between(ids, 'c', 'c')],
      [['b', 'c', 'd'], ['b', 'c', 'd'], ['c']],
    );
  });
});
