import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { errorIsQuota, fitsBudget, isAbandoned } from '#web/features/upload/queue/pending-files.ts';

describe('copies of unfinished files', () => {
  it('take at most 1 GB of the browser', () => {
    assert.equal(fitsBudget(960_000_000, 40_000_000), true);
    assert.equal(fitsBudget(960_000_001, 40_000_000), false);
  });

  it('are thrown away when left unfinished for a week', () => {
    const now = Date.parse('2026-11-21T10:00:00Z');
    assert.equal(isAbandoned(Date.parse('2026-11-14T10:00:01Z'), now), false);
    assert.equal(isAbandoned(Date.parse('2026-11-14T09:59:59Z'), now), true);
  });

  it('are given up when the browser says its storage is full', () => {
    assert.equal(errorIsQuota(new DOMException('full', 'QuotaExceededError')), true);
    assert.equal(errorIsQuota(new Error('other')), false);
  });
});
