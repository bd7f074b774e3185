import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressPath, isNarrowed, readAddress } from '#web/features/gallery/gallery-address.ts';

const LOT = `lot_${'a'.repeat(26)}`;

test('the address says what the gallery shows, and back', () => {
  const paths = [
    '/gallery',
    '/gallery?view=trash',
    '/gallery?q=%C8%9Beav%C4%83&use=done&from=2026-03-01&sort=lots',
    `/gallery?view=results&lot=${LOT}&output=eMAG+principal`,
    '/gallery?view=lots&q=dacia&group=trouble',
  ];
  for (const path of paths) assert.equal(addressPath(readAddress(path.slice('/gallery'.length))), path);
});

test('strange words in an address and filters of another view are passed over', () => {
  const { view, filters } = readAddress(
    '?view=nimic&use=x&lot=lot_1&from=2026-99-99&sort=rank&group=done&q=',
  );
  assert.deepEqual([view, filters], ['photos', {}]);
});

test('an order hides nothing, everything else does', () => {
  assert.equal(isNarrowed({ sort: 'name' }), false);
  assert.equal(isNarrowed({ q: 'a' }), true);
});
