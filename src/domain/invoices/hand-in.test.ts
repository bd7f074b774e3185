import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  daysToHandIn,
  E_FACTURA_MODES,
  findUnknownYear,
  lastDayToHandIn,
  latestOverdueIssue,
  latestRemindedIssue,
} from './hand-in.ts';
import { attentionWords } from './hand-in-words.ts';
import { wayThereWords } from './way-there-words.ts';
import { countWorkingDays, isWorkingDay } from './working-days.ts';

const FIRST = Date.parse('2025-01-01');
const day = fc
  .integer({ min: 0, max: 5 * 366 })
  .map((days) => new Date(FIRST + days * 86_400_000).toISOString().slice(0, 10));

test('who only reads the books is told that an admin marks what was handed in, and no trial is said to be handed in', () => {
  for (const mode of E_FACTURA_MODES.filter((each) => each !== 'off')) {
    const [admin, accountant] = [wayThereWords(mode, true), wayThereWords(mode, false)];
    match(admin, /marchezi/, mode);
    match(accountant, /un administrator/, mode);
    doesNotMatch(accountant, /marchezi/, mode);
    if (mode === 'test' || mode === 'stand-in') match(accountant, /doar la un mediu de probă/, mode);
  }
});

test('a document is handed in within five working days, its own not counted, past weekends and holidays', () => {
  for (const [issued, last] of [
    ['2026-11-27', '2026-12-08'],
    ['2026-12-31', '2027-01-12'],
    ['2027-04-29', '2027-05-10'],
    ['2026-11-20', '2026-11-27'],
    ['2026-04-09', '2026-04-20'],
    ['2028-06-02', '2028-06-12'],
  ] as const)
    equal(lastDayToHandIn(issued), last, issued);
});

test('the last day is a working day, later than the issue, and never earlier for a later document', () => {
  fc.assert(
    fc.property(day, day, (one, other) => {
      const last = lastDayToHandIn(one);
      ok(isWorkingDay(last) && last > one);
      equal(countWorkingDays(one, last), 5);
      if (one <= other) ok(last <= lastDayToHandIn(other));
    }),
  );
});

test('a document is overdue from the day after its last day, and not before', () => {
  const left = (today: string) => daysToHandIn('2026-11-27', today);
  deepEqual(['2026-11-27', '2026-12-02', '2026-12-05', '2026-12-07', '2026-12-08', '2026-12-09'].map(left), [
    5,
    4,
    2,
    1,
    0,
    null,
  ]);
  fc.assert(
    fc.property(day, day, (issued, today) => {
      equal(daysToHandIn(issued, today) === null, issued <= latestOverdueIssue(today));
    }),
  );
});

test('reminders are due from the third and the fifth working day after the issue', () => {
  equal(latestRemindedIssue('2026-12-04', 3), '2026-12-01');
  equal(latestRemindedIssue('2026-12-03', 3), '2026-11-26');
  equal(latestRemindedIssue('2026-12-08', 5), '2026-12-01');
  equal(latestRemindedIssue('2026-12-07', 5), '2026-11-26');
  fc.assert(
    fc.property(day, day, fc.constantFrom(3, 5), (issued, today, count) => {
      equal(countWorkingDays(issued, today) >= count, issued <= latestRemindedIssue(today, count));
    }),
  );
});

test('a year whose holidays were not checked is named as soon as a last day falls into it', () => {
  equal(findUnknownYear('2028-12-18'), null);
  equal(findUnknownYear('2028-12-29'), '2029');
  equal(findUnknownYear('2026-12-31'), null);
});

test('admins read how much waits for them where they hand in, and only what needs them where documents are sent', () => {
  const none = { rejected: 0, unsigned: 0, unsent: 0 };
  equal(attentionWords({ due: 2, overdue: 1 }, none, 'export'), '2 documente, 1 restant');
  equal(attentionWords({ due: 0, overdue: 0 }, none, 'export'), '');
  equal(attentionWords({ due: 2, overdue: 0 }, none, 'live'), '');
  equal(
    attentionWords({ due: 9, overdue: 2 }, { rejected: 1, unsigned: 2, unsent: 20 }, 'live'),
    '1 document respins de ANAF, 2 documente fără fișierul semnat, 20 de documente care nu pleacă singure, 2 restante',
  );
  // Real documents of a server that sends trials alone are the admins' own.
  equal(
    attentionWords({ due: 2, overdue: 1 }, { ...none, rejected: 1 }, 'test'),
    '2 documente, 1 restant, 1 document respins de ANAF',
  );
});
