import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type UsageDay, usageOver, usageRange } from '#domain/analytics/usage.ts';

const RANGE = { from: '2026-08-31', to: '2026-11-22' };
const day = (at: string, photos: number, credits: number): UsageDay => ({ day: at, photos, credits });

describe('an account’s usage', () => {
  it('is read from the Monday of eleven weeks ago to today, whatever day it is', () => {
    deepEqual(usageRange('2026-11-22'), RANGE);
    deepEqual(usageRange('2026-11-23'), { from: '2026-09-07', to: '2026-11-23' });
  });

  it('has a point for each of the last 30 days, also where nothing happened', () => {
    const points = usageOver([day('2026-10-24', 3, 1), day('2026-11-22', 21, 2)], RANGE, 'days');
    equal(points.length, 30);
    deepEqual(points[0], day('2026-10-24', 3, 1));
    deepEqual(points[1], day('2026-10-25', 0, 0));
    deepEqual(points[29], day('2026-11-22', 21, 2));
  });

  it('adds up twelve weeks that begin on Mondays', () => {
    const days = [
      day('2026-08-31', 1, 1),
      day('2026-11-15', 4, 1),
      day('2026-11-16', 5, 1),
      day('2026-11-22', 6, 2),
    ];
    const points = usageOver(days, RANGE, 'weeks');
    equal(points.length, 12);
    deepEqual(
      points.filter(({ photos }) => photos > 0),
      [day('2026-08-31', 1, 1), day('2026-11-09', 4, 1), day('2026-11-16', 11, 3)],
    );
  });
});
