import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergePatch } from '#web/api/live/apply-event.ts';

/** The table of RFC 7396, appendix A, but null is a value: original, patch, result. */
const TABLE: readonly (readonly [unknown, unknown, unknown])[] = [
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, { a: null }],
  [{ a: 'b', b: 'c' }, { a: null }, { a: null, b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd', c: null } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b', c: null }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: { ccc: null } } }],
];

for (const [index, [original, patch, result]] of TABLE.entries()) {
  test(`a patch merges as row ${index + 1} of the table says`, () => {
    assert.deepEqual(mergePatch(original, patch), result);
  });
}

test('a recipe and the overrides of one photo are replaced whole, and null removes a photo’s overrides', () => {
  const original = {
    recipe: { fill: 80, cropBy: 'margins' },
    exceptions: { a: { rotate: 90 }, b: { fill: 1 } },
  };
  const patch = { recipe: { fill: null }, exceptions: { a: { fill: 2 }, b: null } };
  assert.deepEqual(mergePatch(original, patch), { recipe: { fill: null }, exceptions: { a: { fill: 2 } } });
});

test('null removes an entry of the results and nothing else', () => {
  const original = { run: { settled: 1 }, results: { res_1: { warnings: [] }, res_2: { suffix: '' } } };
  const patch = { run: { settled: null }, results: { res_1: null, res_2: { suffix: null } } };
  assert.deepEqual(mergePatch(original, patch), {
    run: { settled: null },
    results: { res_2: { suffix: null } },
  });
});

test('a patch leaves the document it was made from alone', () => {
  const original = { run: { photos: { img_1: { state: 'waiting' } } } };
  const next = mergePatch(original, { run: { photos: { img_1: { state: 'done' } } } });
  assert.equal(original.run.photos.img_1.state, 'waiting');
  assert.deepEqual(next, { run: { photos: { img_1: { state: 'done' } } } });
});
