import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { freeBytes } from './collect-garbage.ts';

test('freed bytes are gone at once, but what shares its memory with others stays', () => {
  const picture = new Uint8Array(1000).fill(7);
  freeBytes(picture);
  freeBytes(picture);
  const both = new Uint8Array([1, 2, 3, 4]);
  freeBytes(both.subarray(2));
  deepEqual([picture.length, picture.buffer.byteLength, [...both]], [0, 0, [1, 2, 3, 4]]);
});
