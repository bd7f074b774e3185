import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { createPaces } from './create.ts';

test('a shop that is asked much holds up no other: each has a pace of its own, kept from call to call', async () => {
  const passed: string[] = [];
  let made = 0;
  const paces = createPaces(() => {
    made += 1;
    const name = `pace ${made}`;
    return async () => void passed.push(name);
  });
  for (const host of ['a.ro', 'a.ro', 'b.ro', 'a.ro']) await paces(host);
  deepEqual(passed, ['pace 1', 'pace 1', 'pace 2', 'pace 1']);
});
