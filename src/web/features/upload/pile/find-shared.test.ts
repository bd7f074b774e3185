import { deepEqual, equal } from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Batch } from '#contract/batches.ts';
import { DEFAULT_RECIPE } from '#domain/recipes/recipe.ts';
import { findShared } from '#web/features/upload/pile/find-shared.ts';

const lot = (id: string, preset: string) =>
  ({ id, recipe: DEFAULT_RECIPE, outputs: [{ kind: 'preset', preset }] }) as Pick<
    Batch,
    'id' | 'recipe' | 'outputs'
  > as Batch;
const ids = (lots: readonly Batch[]) => lots.map(({ id }) => id).join('');

describe('the recipe of a pile', () => {
  test('is the one that most lots have; the others have their own', () => {
    const shared = findShared([lot('a', 'emag'), lot('b', 'olx'), lot('c', 'olx')]);
    deepEqual(shared && [ids(shared.lots), ids(shared.own)], ['bc', 'a']);
    const even = findShared([lot('a', 'emag'), lot('b', 'olx')]);
    deepEqual(even && [ids(even.lots), ids(even.own)], ['a', 'b']);
    equal(findShared([]), null);
  });
});
