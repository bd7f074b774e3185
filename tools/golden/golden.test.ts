import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { presetsAt } from '#server/recipes/preset-store.ts';
import { type TestDatabase, testDatabase } from '#testing/database.ts';
import { countDraws } from '#testing/draws.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';
import { type GoldenSet, makeGoldenSet } from './golden-set.ts';
import { listDifferences, readGoldenSet } from './stored.ts';

/** By hand each recipe is run on a sixth of the photos, and each ground on one. */
const TURNS = countDraws({ local: 6, ci: 1 });

let database: TestDatabase;
let folder: TemporaryFolder;

describe('the golden set', () => {
  before(async () => {
    database = await testDatabase();
    folder = await makeTemporaryFolder();
  });
  after(async () => {
    await folder.remove();
    await database.close();
  });

  test('every recipe and place delivers the drawn photos as it always did', async () => {
    const presets = await presetsAt(database.db, new Date());
    const [was, is] = [await readGoldenSet(), await makeGoldenSet(presets, folder.path, TURNS)];
    assert.deepEqual(listRecipes(is), listRecipes(was), 'no recipe is new, gone or passed over');
    const changed = listDifferences(selectRecipes(was, is), is);
    assert.equal(changed.length, 0, `${changed.join('\n')}\nIf it was meant: node tools/golden/write.ts`);
  });
});

/** Names of the recipes and grounds that any photo went through. */
function listRecipes(set: GoldenSet): string[] {
  return [...new Set(Object.values(set).flatMap((files) => Object.keys(files).map(getRecipe)))].sort();
}

function getRecipe(file: string): string {
  return file.split(' → ')[0] ?? '';
}

/** Of each photo those files whose recipe it went through in the other set too. */
function selectRecipes(set: GoldenSet, other: GoldenSet): GoldenSet {
  return Object.fromEntries(
    Object.entries(set).map(([photo, files]) => {
      const recipes = new Set(Object.keys(other[photo] ?? {}).map(getRecipe));
      return [
        photo,
        Object.fromEntries(Object.entries(files).filter(([name]) => recipes.has(getRecipe(name)))),
      ];
    }),
  );
}
