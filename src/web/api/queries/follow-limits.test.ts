import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { applyEvent } from '#web/api/live/apply-event.ts';
import { clearRevisions } from '#web/api/live/revisions.ts';
import { putDocument } from '#web/api/queries/documents.ts';
import { followLimits } from '#web/api/queries/follow-limits.ts';
import { ME } from '#web/api/queries/keys.ts';

test('a plan that arrives, by the stream or as an answer, has the open lot and the recipes read again; other news does not', () => {
  const client = new QueryClient();
  const read: string[] = [];
  for (const queryKey of [['batches/lot_1'], ['recipes'], ['photos']]) {
    client.setQueryData(queryKey, {});
    const queryFn = () => {
      read.push(String(queryKey[0]));
      return {};
    };
    new QueryObserver(client, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY }).subscribe(() => {});
  }
  followLimits(client);
  const me = (rev: number, outputsPerRun: number, displayName = 'Ana') => ({
    rev,
    displayName,
    limits: { outputsPerRun },
  });
  const snapshot = (data: { rev: number }) =>
    applyEvent(client, { type: 'snapshot', key: ME, rev: data.rev, data }, () => {});
  snapshot(me(1, 2));
  snapshot(me(2, 2, 'Ana Pop'));
  deepEqual(read, []);
  snapshot(me(3, 8));
  deepEqual(read.splice(0), ['recipes', 'batches/lot_1']);
  putDocument(client, ME, me(4, 2));
  deepEqual(read.splice(0), ['recipes', 'batches/lot_1']);
  snapshot(me(4, 2));
  deepEqual(read, []);
  // Other files' tests begin without the revisions of this one.
  clearRevisions();
});
