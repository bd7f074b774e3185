import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NO_OVERRIDES, type PhotoOverrides } from '#domain/recipes/photo-overrides.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { hasOverrides, mergeEdits, withChange, withOverrides } from '#web/editor/edits/edit-overrides.ts';

const turned: PhotoOverrides = { ...NO_OVERRIDES, rotate: 90 };
const bare: PhotoOverrides = { ...NO_OVERRIDES, bare: true };

describe('overrides of single photos', () => {
  it('keeps the unsaved overrides of other photos when one more is edited', () => {
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

  it('shows unsaved overrides over saved ones, and forgets those that were undone', () => {
    assert.deepEqual(withOverrides({ a: turned, b: bare }, { b: null, c: bare }), { a: turned, c: bare });
    assert.deepEqual(withOverrides({ a: turned }), { a: turned });
  });

  it('ends where nothing differs from the recipe any more', () => {
    assert.deepEqual(withChange(bare, { rotate: 90 }), { ...NO_OVERRIDES, bare: true, rotate: 90 });
    assert.equal(withChange(bare, { bare: false }), null);
    assert.equal(hasOverrides(NO_OVERRIDES), false);
    assert.equal(hasOverrides({ ...NO_OVERRIDES, light: DEFAULT_RECIPE.light }), true);
  });
});
