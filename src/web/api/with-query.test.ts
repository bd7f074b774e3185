import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { withQuery } from './with-query.ts';

test('a query stands behind its path, and an empty one leaves no mark, also where the size of a query is not known', () => {
  const whole = new URLSearchParams({ q: 'ghete maro', list: 'review' });
  const empty = new URLSearchParams();
  // As in Safari 16.4.
  for (const query of [whole, empty]) Object.defineProperty(query, 'size', { value: undefined });
  equal(withQuery('/gallery', whole), '/gallery?q=ghete+maro&list=review');
  equal(withQuery('/gallery', empty), '/gallery');
  equal(withQuery('', whole), '?q=ghete+maro&list=review');
});
