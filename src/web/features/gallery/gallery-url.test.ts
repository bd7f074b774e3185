import assert from 'node:assert/strict';
import { test } from 'node:test';
import { galleryPath, isNarrowed, readGalleryUrl } from '#web/features/gallery/gallery-url.ts';

const BATCH = `lot_${'a'.repeat(26)}`;

test('the URL and the view of the gallery are made from each other', () => {
  const paths = [
    '/gallery',
    '/gallery?view=trash',
    '/gallery?q=%C8%9Beav%C4%83&use=done&from=2026-03-01&sort=lots',
    `/gallery?view=results&lot=${BATCH}&output=eMAG+principal`,
    '/gallery?view=lots&q=dacia&group=trouble',
  ];
  for (const path of paths) assert.equal(galleryPath(readGalleryUrl(path.slice('/gallery'.length))), path);
});

test('strange words in a URL and filters of another view are passed over', () => {
  const { view, filters } = readGalleryUrl(
    '?view=nimic&use=x&lot=lot_1&from=2026-99-99&sort=rank&group=done&q=',
  );
  assert.deepEqual([view, filters], ['photos', {}]);
});

test('an order hides no photo, every other choice may', () => {
  assert.equal(isNarrowed({ sort: 'name' }), false);
  assert.equal(isNarrowed({ q: 'a' }), true);
});
