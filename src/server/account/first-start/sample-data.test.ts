import { equal } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createSampleAccount } from '#server/account/first-start/sample-data.ts';
import { type TestServer, testServer } from '#testing/server.ts';

describe('sample data', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  test('are made once, by one of the processes that start at once, and never beside accounts', async () => {
    const said = await Promise.all([1, 2, 3].map(() => createSampleAccount(server.app)));
    equal(said.filter((line) => line.startsWith('Sample account: ')).length, 1);
    equal((await createSampleAccount(server.app)).startsWith('There are accounts already'), true);
    const { rows } = await server.database.pool.query('select count(*) as n from batches');
    equal(rows[0].n, 1);
    const users = await server.database.pool.query('select display_name from users');
    equal(users.rows[0].display_name, null);
  });
});
