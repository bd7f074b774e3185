import { deepEqual, equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { ERROR_CODES } from '#domain/errors.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { foldDiacritics, withCommaLetters } from '#domain/language/fold.ts';
import { creditsLabel, formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatBytes } from '#domain/language/size.ts';
import {
  dayHeading,
  dayWordsAmong,
  formatStart,
  readBucharestMinute,
  remainingTime,
} from '#domain/language/time.ts';

test('counts are written „1 credit”, „2 credite”, „20 de credite”', () => {
  deepEqual(
    [0, 1, 2, 19, 20, 100, 101, 120, 1000].map((n) => formatCount(n, NOUNS.credit)),
    [
      '0 credite',
      '1 credit',
      '2 credite',
      '19 credite',
      '20 de credite',
      '100 de credite',
      '101 credite',
      '120 de credite',
      '1.000 de credite',
    ],
  );
});

test('unlimited credits are marked by -1 and shown as ∞', () => {
  equal(creditsLabel(-1), '∞ credite');
});

test('sizes and times are written as Romanians write them', () => {
  equal(formatBytes(3_400_000), '3,4\u00a0MB');
  equal(remainingTime(38), 'încă vreo 40 de secunde');
  equal(remainingTime(70), 'încă vreun minut');
  equal(remainingTime(600), 'încă vreo 10 minute');
});

test('a day begins at midnight in Bucharest', () => {
  const now = new Date('2026-11-21T08:00:00Z');
  equal(dayHeading(new Date('2026-11-20T22:30:00Z'), now), 'Azi');
  equal(dayHeading(new Date('2026-11-20T21:30:00Z'), now), 'Ieri');
});

test('yesterday is the day before, also where the clock changes', () => {
  const heading = (at: string, now: string) => dayHeading(new Date(at), new Date(now));
  // Half past midnight after the day of 23 hours.
  equal(heading('2026-03-29T10:00:00Z', '2026-03-29T21:30:00Z'), 'Ieri');
  equal(heading('2026-03-28T10:00:00Z', '2026-03-29T21:30:00Z'), '28 mar. 2026');
  // Half past eleven at night of the day of 25 hours.
  equal(heading('2026-10-24T10:00:00Z', '2026-10-25T21:30:00Z'), 'Ieri');
  equal(heading('2026-10-25T10:00:00Z', '2026-10-25T22:30:00Z'), 'Ieri');
  equal(heading('2025-12-31T10:00:00Z', '2026-01-01T10:00:00Z'), 'Ieri');
});

test('days of two years are said with the year, days of one without it', () => {
  const among = (...keys: string[]) => keys.map(dayWordsAmong(keys));
  deepEqual(among('2025-11-23', '2026-11-22'), ['23 nov. 2025', '22 nov. 2026']);
  deepEqual(among('2026-01-01', '2026-11-22'), ['1 ian.', '22 nov.']);
});

test('a start at midnight in Bucharest is shown as its day, any other to the minute', () => {
  equal(formatStart(new Date('2025-12-31T22:00:00Z')), '1 ian. 2026');
  equal(formatStart(new Date('2026-07-01T00:00:00Z')), '1 iul. 2026, 03:00');
});

test('searching needs no diacritics, and cedillas become commas', () => {
  equal(foldDiacritics('Țeavă EȘAPAMENT'), 'teava esapament');
  equal(withCommaLetters('ŞoseauA Iaşi, judeţ'), 'ȘoseauA Iași, județ');
});

test('every refusal has its Romanian sentence, with comma letters and right quotes', () => {
  for (const code of ERROR_CODES) {
    const sentence = errorSentence(code, { limit: 20, cost: 2, balance: 1, width: 9000, height: 9000 });
    match(sentence, /^[A-ZÎȘȚ].{8,}/u);
    equal(/[şţŞŢ"]|undefined|NaN/.test(sentence), false, sentence);
  }
});

test('a photo over the limit of pixels is never said to have as many as the limit', () => {
  const sentence = (width: number) =>
    errorSentence('photos/too-many-pixels', { width, height: 10_000, limit: 100_000_000 });
  match(sentence(10_001), /: 100,1 MP, iar limita este 100 MP\.$/);
  match(sentence(12_000), /: 120 MP, iar/);
});

test("sign-in errors map to the specification's messages", () => {
  equal(errorSentence('auth/invalid-credential'), 'Email sau parolă incorecte');
  equal(errorSentence('auth/wrong-password'), 'Email sau parolă incorecte');
  equal(errorSentence('auth/user-not-found'), 'Nu există un cont cu acest email');
  equal(errorSentence('auth/too-many-requests'), 'Prea multe încercări. Încearcă din nou mai târziu');
  equal(errorSentence('auth/network-request-failed'), 'Eroare de rețea. Verifică conexiunea la internet');
});

test('a minute of Bucharest’s clock is an instant by the time of the season, in the doubled hour its first', () => {
  for (const [written, instant] of [
    ['202210311452', '2022-10-31T12:52:00Z'],
    ['202207011452', '2022-07-01T11:52:00Z'],
    ['202610250330', '2026-10-25T00:30:00Z'],
    ['202603290259', '2026-03-29T00:59:00Z'],
    ['202603290400', '2026-03-29T01:00:00Z'],
  ] as const)
    deepEqual(readBucharestMinute(written), new Date(instant), written);
  for (const wrong of ['', '2022', '202213011200', '202602301200', '202603290330', '20221031145200', 'x'])
    equal(readBucharestMinute(wrong), null, wrong);
});
