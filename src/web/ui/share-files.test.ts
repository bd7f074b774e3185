import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameIn, nextTen } from '#web/ui/share-files.ts';

test('files go to the phone by ten, the rest last', () => {
  const files = Array.from({ length: 23 }, (_, i) => String(i));
  assert.deepEqual(
    [0, 10, 20].map((saved) => nextTen(files, saved).length),
    [10, 10, 3],
  );
  assert.deepEqual(nextTen(files, 20), ['20', '21', '22']);
});

test('a file keeps the name the server gives it, diacritics too', () => {
  assert.equal(
    nameIn(`attachment; filename="_eava.jpg"; filename*=UTF-8''%C8%9Aeav%C4%83%2001.jpg`),
    'Țeavă 01.jpg',
  );
  assert.equal(nameIn('inline'), 'fotografie.jpg');
  assert.equal(nameIn("attachment; filename*=UTF-8''%E0%A4%A"), 'fotografie.jpg');
});
