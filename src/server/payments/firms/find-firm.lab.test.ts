import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { findFirm } from '#contract/orders.ts';
import { testServer } from '#testing/server.ts';
import { FIRMS } from '#testing/shop/anaf.ts';

test('two people who look firms up at once are both answered, a second after each other, by a stand-in that starts then', async () => {
  const server = await testServer({ FIRM_REGISTRY: 'stand-in' });
  try {
    const [one, other] = [await server.newUser(), await server.newUser()];
    // Starts the program.
    await one.call(findFirm, { body: { cui: FIRMS.VILLAGE } });
    const answers = await Promise.all([
      one.call(findFirm, { body: { cui: FIRMS.PAYER } }),
      other.call(findFirm, { body: { cui: FIRMS.SECTOR } }),
    ]);
    deepEqual(
      answers.map(({ firm }) => firm?.cui),
      [FIRMS.PAYER, FIRMS.SECTOR],
    );
  } finally {
    await server.close();
  }
});
