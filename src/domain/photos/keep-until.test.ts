import { equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Fall, type Keeping, keepUntil, keepWarning, trashUntil } from '#domain/photos/keep-until.ts';

const start = new Date('2026-11-21T10:00:00Z');
const day = (days: number) => new Date(start.getTime() + days * 86_400_000);
const fall = (on: number, before: number): Fall => ({ at: day(on), seenAt: day(on), before });
const kept = (change: Partial<Keeping>) => {
  const base: Keeping = { lastUsedAt: start, retentionDays: 7, windowEndsAt: null, falls: [] };
  return (keepUntil({ ...base, ...change }).getTime() - start.getTime()) / 86_400_000;
};

test('a file is kept for the days in force after its last upload or run', () => {
  equal(kept({}), 7);
  equal(kept({ retentionDays: 365 }), 365);
  equal(kept({ lastUsedAt: day(5) }), 12);
});

test('a file never goes before its batch’s window ends', () => {
  equal(kept({ windowEndsAt: day(30) }), 30);
  equal(kept({ windowEndsAt: day(30), retentionDays: 90 }), 90);
});

test('when limits fall nothing goes sooner than 30 days later', () => {
  equal(kept({ falls: [fall(50, 90)] }), 80);
  equal(kept({ falls: [fall(80, 90)] }), 110);
  equal(kept({ falls: [fall(2, 365)] }), 32);
  equal(kept({ falls: [fall(2, 365)], retentionDays: 90 }), 90);
});

test('a fall that is noticed late counts for files that were still kept when the days were last seen', () => {
  equal(kept({ falls: [{ at: day(91), seenAt: day(89), before: 90 }] }), 121);
  equal(kept({ falls: [{ at: day(93), seenAt: day(91), before: 90 }] }), 7);
});

test('a second fall takes nothing from the 30 days of the first', () => {
  const falls = [fall(200, 365), fall(210, 90)];
  equal(kept({ falls }), 240);
});

test('a fall brings nothing back that was due by then, and concerns nothing uploaded later', () => {
  equal(kept({ falls: [fall(91, 90)] }), 7);
  equal(kept({ falls: [fall(-1, 365)] }), 7);
});

test('whatever falls, a file that was kept stays 30 days more', () => {
  fc.assert(
    fc.property(fc.nat(400), fc.nat(400), fc.integer({ min: 1, max: 400 }), (before, after, fallsOn) => {
      const until = kept({ retentionDays: after, falls: [fall(fallsOn, before)] });
      ok(until >= after && until >= (before >= fallsOn ? fallsOn + 30 : 0));
    }),
  );
});

test('a file has warnings 7 days (where 30 or more are in force) and 1 day before it goes', () => {
  const warning = (daysLeft: number, retentionDays: number) =>
    keepWarning(day(daysLeft), retentionDays, start);
  equal(warning(7.1, 90), null);
  equal(warning(7, 90), 7);
  equal(warning(7, 30), 7);
  equal(warning(7, 7), null);
  equal(warning(1.1, 7), null);
  equal(warning(1, 7), 1);
  equal(warning(0.5, 365), 1);
  equal(warning(0, 365), null);
});

test('the trash keeps a file for 30 days, whatever keepUntil says', () => {
  equal(trashUntil(start).getTime(), day(30).getTime());
});
