import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '#contract/live.ts';
import { applyEvent, effectOf } from '#web/api/live/apply-event.ts';
import { clearRevisions, revisionOf } from '#web/api/live/revisions.ts';
import { putDocument, readDocument } from '#web/api/queries/documents.ts';

const KEY = 'batches/lot_1';
const patch = (rev: number, body: unknown): LiveEvent => ({ type: 'patch', key: KEY, rev, patch: body });
let client: QueryClient;
let lists: string[];
const apply = (event: LiveEvent) => applyEvent(client, event, (key) => lists.push(key));

describe('live events in the cache', () => {
  beforeEach(() => {
    client = new QueryClient();
    lists = [];
    clearRevisions();
  });

  test('a patch counts only when it follows the known revision', () => {
    assert.equal(effectOf(patch(8, {}), 7), 'patch');
    assert.equal(effectOf(patch(7, {}), 7), 'ignore');
    assert.equal(effectOf(patch(3, {}), 7), 'ignore');
    assert.equal(effectOf(patch(9, {}), 7), 'refetch');
    assert.equal(effectOf(patch(9, {}), undefined), 'refetch');
  });

  test('a snapshot replaces the document unless a newer one is here', () => {
    const snapshot: LiveEvent = { type: 'snapshot', key: KEY, rev: 5, data: {} };
    assert.equal(effectOf(snapshot, undefined), 'set');
    assert.equal(effectOf(snapshot, 5), 'set');
    assert.equal(effectOf(snapshot, 6), 'ignore');
  });

  test('patches in order lead the document from revision to revision', () => {
    apply({ type: 'snapshot', key: KEY, rev: 1, data: { rev: 1, name: 'A', run: { x: 1 } } });
    apply(patch(2, { rev: 2, run: { x: 2 } }));
    apply(patch(2, { rev: 2, run: { x: 99 } }));
    apply(patch(3, { rev: 3, name: 'B' }));
    assert.deepEqual(client.getQueryData([KEY]), { rev: 3, name: 'B', run: { x: 2 } });
    assert.equal(revisionOf(KEY), 3);
  });

  test('a gap reads the document again and leaves it as it was meanwhile', () => {
    apply({ type: 'snapshot', key: KEY, rev: 1, data: { rev: 1, name: 'A' } });
    apply(patch(3, { rev: 3, name: 'C' }));
    assert.deepEqual(client.getQueryData([KEY]), { rev: 1, name: 'A' });
    assert.equal(client.getQueryState([KEY])?.isInvalidated, true);
  });

  test('a document remembered from another day is not patched', () => {
    client.setQueryData([KEY], { rev: 1, name: 'veche' });
    apply(patch(2, { rev: 2, name: 'nouă' }));
    assert.deepEqual(client.getQueryData([KEY]), { rev: 1, name: 'veche' });
    assert.equal(client.getQueryState([KEY])?.isInvalidated, true);
  });

  test('a changed list is handed over to be read again', () => {
    apply({ type: 'changed', key: 'photos' });
    assert.deepEqual(lists, ['photos']);
  });

  test('a slow read never takes a document back behind the stream', async () => {
    apply({ type: 'snapshot', key: KEY, rev: 4, data: { rev: 4, name: 'nou' } });
    assert.deepEqual(await readDocument(client, KEY, async () => ({ rev: 3, name: 'vechi' })), {
      rev: 4,
      name: 'nou',
    });
    assert.deepEqual(putDocument(client, KEY, { rev: 2, name: 'vechi' }), { rev: 4, name: 'nou' });
    assert.deepEqual(putDocument(client, KEY, { rev: 5, name: 'mai nou' }), { rev: 5, name: 'mai nou' });
    assert.equal(revisionOf(KEY), 5);
  });
});
