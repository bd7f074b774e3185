import assert from 'node:assert/strict';
import { it } from 'node:test';
import { zipTime } from '#server/http/files/zip-time.ts';

it('a file in a ZIP has the time that a clock in Bucharest shows, in summer and in winter', () => {
  const shown = (at: string) => {
    const time = zipTime(new Date(at));
    return [time.getDate(), time.getHours(), time.getMinutes()];
  };
  assert.deepEqual(shown('2026-11-25T22:30:00Z'), [26, 0, 30]);
  assert.deepEqual(shown('2026-07-01T09:15:00Z'), [1, 12, 15]);
});
