import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { isWorkingDay, isYearKnown, reckonHolidays, workingDayAfter } from './working-days.ts';

test('five working days pass over weekends, fixed holidays, Orthodox Easter and Pentecost', () => {
  const terms = ['2026-11-20', '2026-11-27', '2026-12-24', '2026-12-31', '2027-04-29', '2027-06-17'].map(
    (day) => workingDayAfter(day, 5),
  );
  deepEqual(terms, ['2026-11-27', '2026-12-08', '2027-01-04', '2027-01-12', '2027-05-10', '2027-06-25']);
  equal(workingDayAfter('2026-11-22', 3), '2026-11-25');
});

test('Easter Monday is no working day in each of ten years', () => {
  const mondays = [
    '2024-05-06',
    '2025-04-21',
    '2026-04-13',
    '2027-05-03',
    '2028-04-17',
    '2029-04-09',
    '2030-04-29',
    '2031-04-14',
    '2032-05-03',
    '2033-04-25',
  ];
  deepEqual(mondays.filter(isWorkingDay), []);
});

test('the holidays of the years that were checked are those of the law, and a year without a list goes by its rule', () => {
  const dayKeys = Array.from({ length: 6 * 366 }, (_, i) =>
    new Date(Date.UTC(2025, 0, 1 + i)).toISOString().slice(0, 10),
  ).filter((day) => ![0, 6].includes(new Date(day).getUTCDay()));
  deepEqual(['2024', '2025', '2026', '2027', '2028', '2029'].map(isYearKnown), [
    false,
    true,
    true,
    true,
    true,
    false,
  ]);
  for (const day of dayKeys)
    equal(isWorkingDay(day), !reckonHolidays(day.slice(0, 4)).includes(day.slice(5)), day);
});
