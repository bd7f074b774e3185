import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepBadge } from '#web/features/gallery/photos/photo-words.ts';

test('the badge says until when a photo is kept, in as many words as its tile has room for', () => {
  const due = { keepUntil: '2026-11-27T10:00:00Z', keepWarning: 7, trashedAt: null } as const;
  assert.equal(keepBadge(due, 200), 'până pe 27 nov.');
  assert.equal(keepBadge(due, 105), '27 nov.');
  assert.equal(keepBadge({ ...due, keepWarning: null }, 200), null);
  const thrown = { ...due, keepWarning: null, trashedAt: '2026-11-20T10:00:00Z' };
  assert.equal(keepBadge(thrown, 200), 'pleacă pe 20 dec.');
  assert.equal(keepBadge(thrown, 105), '20 dec.');
});
