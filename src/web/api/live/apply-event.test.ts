import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import type { LiveEvent } from '#contract/live.ts';
import { applyAnswer, applyEvent, getEventEffect } from '#web/api/live/apply-event.ts';
import { clearRevisions, getRevision } from '#web/api/live/revisions.ts';
import { putDocument, readDocument } from '#web/api/queries/documents.ts';

const KEY = 'batches/lot_1';
const patch = (rev: number, body: unknown): LiveEvent => ({ type: 'patch', key: KEY, rev, patch: body });
let client: QueryClient;
let lists: string[];
const answerOf = (rev: number, body: unknown) => ({ type: 'patch', key: KEY, rev, patch: body }) as const;
/** The document at revision 1 on a page that reads it again by `read`. */
function followed(read: () => Promise<{ rev: number }>): () => void {
  apply({ type: 'snapshot', key: KEY, rev: 1, data: { rev: 1, name: 'A', order: [1, 2] } });
  const queryFn = () => readDocument(client, KEY, read);
  return new QueryObserver(client, {
    queryKey: [KEY],
    queryFn,
    staleTime: Number.POSITIVE_INFINITY,
  }).subscribe(() => {});
}
const apply = (event: LiveEvent) => applyEvent(client, event, (key) => lists.push(key));

describe('live events in the cache', () => {
  beforeEach(() => {
    client = new QueryClient();
    lists = [];
    clearRevisions();
  });

  test('a patch counts only when it follows the known revision', () => {
    assert.equal(getEventEffect(patch(8, {}), 7), 'patch');
    assert.equal(getEventEffect(patch(7, {}), 7), 'ignore');
    assert.equal(getEventEffect(patch(3, {}), 7), 'ignore');
    assert.equal(getEventEffect(patch(9, {}), 7), 'refetch');
    assert.equal(getEventEffect(patch(9, {}), undefined), 'refetch');
  });

  test('a snapshot replaces the document unless a newer one is here', () => {
    const snapshot: LiveEvent = { type: 'snapshot', key: KEY, rev: 5, data: {} };
    assert.equal(getEventEffect(snapshot, undefined), 'set');
    assert.equal(getEventEffect(snapshot, 5), 'set');
    assert.equal(getEventEffect(snapshot, 6), 'ignore');
  });

  test('patches in order lead the document from revision to revision', () => {
    apply({ type: 'snapshot', key: KEY, rev: 1, data: { rev: 1, name: 'A', run: { x: 1 } } });
    apply(patch(2, { rev: 2, run: { x: 2 } }));
    apply(patch(2, { rev: 2, run: { x: 99 } }));
    apply(patch(3, { rev: 3, name: 'B' }));
    assert.deepEqual(client.getQueryData([KEY]), { rev: 3, name: 'B', run: { x: 2 } });
    assert.equal(getRevision(KEY), 3);
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

  test('an edit is applied once, whether its answer or the stream brings it first', async () => {
    for (const isAnswerFirst of [true, false]) {
      clearRevisions();
      apply({ type: 'snapshot', key: KEY, rev: 1, data: { name: 'A', results: { a: {} } } });
      const own = answerOf(2, { name: 'B', results: { a: null } });
      if (isAnswerFirst) await applyAnswer(client, own);
      else apply(own);
      const once = client.getQueryData([KEY]);
      if (isAnswerFirst) apply(own);
      else await applyAnswer(client, own);
      assert.deepEqual(once, { name: 'B', results: {} });
      assert.equal(client.getQueryData([KEY]), once);
      assert.equal(client.getQueryState([KEY])?.isInvalidated, false);
    }
  });

  test('an answer that another tab’s edit is missing before is in the cache once the document was read again', async () => {
    const stop = followed(async () => ({ rev: 3, name: 'C', order: [2, 1] }));
    await applyAnswer(client, answerOf(3, { name: 'C' }));
    const read = client.getQueryData([KEY]);
    assert.deepEqual(read, { rev: 3, name: 'C', order: [2, 1] });
    apply(patch(2, { order: [2, 1], name: 'B' }));
    apply(patch(3, { name: 'C' }));
    assert.equal(client.getQueryData([KEY]), read);
    stop();
  });

  test('patches of the stream that fill the gap while the document is read again are neither lost nor applied twice', async () => {
    const late = Promise.withResolvers<{ rev: number; name: string; order: number[] }>();
    const stop = followed(() => late.promise);
    const answered = applyAnswer(client, answerOf(3, { name: 'C' }));
    apply(patch(2, { order: [2, 1] }));
    apply(patch(3, { name: 'C' }));
    late.resolve({ rev: 1, name: 'A', order: [1, 2] });
    await answered;
    assert.deepEqual(client.getQueryData([KEY]), { rev: 1, name: 'C', order: [2, 1] });
    assert.equal(getRevision(KEY), 3);
    apply(patch(4, { name: 'D' }));
    assert.deepEqual(client.getQueryData([KEY]), { rev: 1, name: 'D', order: [2, 1] });
    stop();
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
    assert.equal(getRevision(KEY), 5);
  });
});
