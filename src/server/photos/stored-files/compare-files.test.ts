import { deepEqual, rejects } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sideBySide } from '#server/photos/stored-files/compare-files.ts';

const named = (key: string) => ({ key, bytes: null, sha256: null, isRequired: true });
const stored = (key: string) => ({ key, bytes: 1, modifiedAt: new Date(0) });

async function* each<T>(items: readonly T[]) {
  yield* items;
}

async function compared(rows: string, files: string): Promise<string> {
  const found: string[] = [];
  for await (const { key, named: row, stored: file } of sideBySide(
    each([...rows].map(named)),
    each([...files].map(stored)),
  ))
    found.push(`${key}${row ? 'r' : ''}${file ? 'f' : ''}`);
  return found.join(' ');
}

describe('rows beside stored files', () => {
  it('are matched by key; a key that only one side has comes alone, in its place', async () => {
    deepEqual(await compared('abd', 'acde'), 'arf br cf drf ef');
    deepEqual(await compared('', 'ab'), 'af bf');
    deepEqual(await compared('ab', ''), 'ar br');
    deepEqual(await compared('', ''), '');
  });

  it('are refused out of order: whatever comes behind would look lost', async () => {
    await rejects(compared('abc', 'bca'), /not listed in order/);
    await rejects(compared('cab', 'abc'), /not listed in order/);
    await rejects(compared('aa', 'a'), /not listed in order/);
  });
});
