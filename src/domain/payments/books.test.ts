import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { keptFrom } from '#domain/payments/books.ts';

test('the papers of a year are kept for five or ten years from 1 July of the next one, by Bucharest’s calendar', () => {
  // Books of 2026 are kept until 1 July 2032.
  equal(keptFrom(new Date('2032-06-30T20:59:59Z'), 5), '2026-01-01');
  equal(keptFrom(new Date('2032-06-30T21:00:00Z'), 5), '2027-01-01');
  equal(keptFrom(new Date('2032-12-31T12:00:00Z'), 5), '2027-01-01');
  equal(keptFrom(new Date('2037-07-01T00:00:00Z'), 10), '2027-01-01');
});
