import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { isSamePicture } from './fingerprint.ts';

test('copies of one picture may differ in ten bits of their fingerprints, and in no more', () => {
  equal(isSamePicture('0000000000000000', '0000000000000000'), true);
  equal(isSamePicture('0000000000000000', '00000000000003ff'), true);
  equal(isSamePicture('0000000000000000', '00000000000007ff'), false);
  equal(isSamePicture('ffffffffffffffff', 'f000000000000000'), false);
});
