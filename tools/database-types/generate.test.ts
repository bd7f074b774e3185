import { equal } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { type TestDatabase, testDatabase } from '#testing/database.ts';
import { generateTables, TABLES_FILE } from './generate.ts';

describe('the types of the tables', () => {
  let database: TestDatabase;
  before(async () => {
    database = await testDatabase();
  });
  after(() => database.close());

  it('are those of the migrated database: npm run database-types writes them anew after a migration', async () => {
    equal(await generateTables(database.db), await readFile(TABLES_FILE, 'utf8'));
  });
});
