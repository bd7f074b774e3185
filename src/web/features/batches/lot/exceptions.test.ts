import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Exception, NO_EXCEPTION } from '#domain/recipes/exception.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { differs, mergeEdits, withChange, withExceptions } from '#web/features/batches/lot/exceptions.ts';

const turned: Exception = { ...NO_EXCEPTION, rotate: 90 };
const bare: Exception = { ...NO_EXCEPTION, bare: true };

describe('exceptions of single photos', () => {
  it('keeps the unsaved exceptions of other photos when one more is edited', () => {
    const earlier = { name: 'Dacia', exceptions: { a: turned, b: bare } };
    assert.deepEqual(mergeEdits<object>(earlier, { exceptions: { b: null, c: turned } }), {
      name: 'Dacia',
      exceptions: { a: turned, b: null, c: turned },
    });
    assert.deepEqual(mergeEdits<object>({ exceptions: { a: bare } }, { name: 'D' }), {
      name: 'D',
      exceptions: { a: bare },
    });
  });

  it('shows unsaved exceptions over saved ones, and forgets those that were undone', () => {
    assert.deepEqual(withExceptions({ a: turned, b: bare }, { b: null, c: bare }), { a: turned, c: bare });
    assert.deepEqual(withExceptions({ a: turned }), { a: turned });
  });

  it('ends where nothing differs from the recipe any more', () => {
    assert.deepEqual(withChange(bare, { rotate: 90 }), { ...NO_EXCEPTION, bare: true, rotate: 90 });
    assert.equal(withChange(bare, { bare: false }), null);
    assert.equal(differs(NO_EXCEPTION), false);
    assert.equal(differs({ ...NO_EXCEPTION, light: DEFAULT_RECIPE.light }), true);
  });
});
