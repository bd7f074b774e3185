import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { mayBeClear } from '#web/features/gallery/photos/item-files.ts';

test('whatever is no JPEG gets a neutral ground, for something may show through it', () => {
  const photo = (name: string) => ({ name, result: null });
  const result = (mediaType: string) => ({
    name: 'a.jpg',
    result: { outputKey: 'site', suffix: '', mediaType },
  });
  deepEqual(
    [photo('a.JPG'), photo('a.jpeg'), photo('tricou.png'), result('image/jpeg'), result('image/webp')].map(
      mayBeClear,
    ),
    [false, false, true, false, true],
  );
});
