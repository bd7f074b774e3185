import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { unfinishedStarts } from '#domain/analytics/reports.ts';

test('days, weeks and months that are counted only in part are known, so that none of them looks like a collapse', () => {
  const year = { from: '2025-11-23', to: '2026-11-22' };
  deepEqual(unfinishedStarts({ from: '2026-11-20', to: '2026-11-22' }, 'day', '2026-11-22'), ['2026-11-22']);
  deepEqual(unfinishedStarts({ from: '2026-11-20', to: '2026-11-21' }, 'day', '2026-11-22'), []);
  // The Sunday is in the range, but its day is not over.
  deepEqual(unfinishedStarts(year, 'week', '2026-11-22'), ['2025-11-17', '2026-11-16']);
  deepEqual(unfinishedStarts({ from: '2025-11-24', to: '2026-11-22' }, 'week', '2026-11-23'), []);
  deepEqual(unfinishedStarts({ from: '2024-01-01', to: '2026-01-30' }, 'month', '2026-11-22'), [
    '2026-01-01',
  ]);
});
