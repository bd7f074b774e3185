import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { presetsAt } from '#server/recipes/preset-store.ts';
import { type TestDatabase, testDatabase } from '#testing/database.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';
import { makeGoldenSet } from './golden-set.ts';
import { listDifferences, readGoldenSet } from './stored.ts';

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
    const changed = listDifferences(await readGoldenSet(), await makeGoldenSet(presets, folder.path));
    assert.equal(changed.length, 0, `${changed.join('\n')}\nIf it was meant: node tools/golden/write.ts`);
  });
});
