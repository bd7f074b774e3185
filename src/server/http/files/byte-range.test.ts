import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readRange } from '#server/http/files/byte-range.ts';

describe('the requested part of a file', () => {
  it('begins and ends where the header says, at the end of the file at the latest', () => {
    deepEqual(readRange('bytes=0-0', 10), { first: 0, last: 0 });
    deepEqual(readRange('bytes=4-', 10), { first: 4, last: 9 });
    deepEqual(readRange('bytes=4-99', 10), { first: 4, last: 9 });
  });

  it('is counted from the end without a beginning', () => {
    deepEqual(readRange('bytes=-3', 10), { first: 7, last: 9 });
    deepEqual(readRange('bytes=-99', 10), { first: 0, last: 9 });
  });

  it('is the whole file where the header is of no use', () => {
    for (const header of [
      undefined,
      '',
      'bytes=-',
      'bytes=a-b',
      'bytes=5-2',
      'bytes=0-1,4-5',
      'lines=0-1',
      `bytes=${'9'.repeat(40)}-`,
    ])
      equal(readRange(header, 10), null, header);
  });

  it('cannot be had past the end, nor of an empty file', () => {
    for (const header of ['bytes=10-', 'bytes=10-20', 'bytes=-0'])
      equal(readRange(header, 10), 'unsatisfiable', header);
    equal(readRange('bytes=0-', 0), 'unsatisfiable');
    equal(readRange('bytes=-1', 0), 'unsatisfiable');
  });
});
