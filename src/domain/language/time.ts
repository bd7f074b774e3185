import { formatCount, NOUNS } from '#domain/language/plural.ts';

const zone = 'Europe/Bucharest';
const day = new Intl.DateTimeFormat('ro-RO', { dateStyle: 'medium', timeZone: zone });
const stamp = new Intl.DateTimeFormat('ro-RO', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
const moment = new Intl.DateTimeFormat('ro-RO', { dateStyle: 'medium', timeStyle: 'medium', timeZone: zone });
const dayKey = new Intl.DateTimeFormat('en-CA', {
  timeZone: zone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
const hour = new Intl.DateTimeFormat('ro-RO', { timeStyle: 'short', timeZone: zone });
const midnight = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: zone });
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: zone });
const dayAndMonth = new Intl.DateTimeFormat('ro-RO', { day: 'numeric', month: 'short', timeZone: zone });

/** Returns „2026-11-21”, in Bucharest. */
export function toBucharestDay(at: Date): string {
  return dayKey.format(at);
}

/** Returns the instant of „202210311452”, a minute in Bucharest; null for anything else. The hour that comes twice in autumn is its first. */
export function readBucharestMinute(written: string): Date | null {
  const found = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(written);
  if (!found) return null;
  const asUtc = Date.parse(`${found[1]}-${found[2]}-${found[3]}T${found[4]}:${found[5]}Z`);
  const isThen = (at: Date) =>
    !Number.isNaN(at.getTime()) &&
    `${toBucharestDay(at)} ${clock.format(at)}` ===
      `${found[1]}-${found[2]}-${found[3]} ${found[4]}:${found[5]}`;
  return [3, 2].map((hours) => new Date(asUtc - hours * 3_600_000)).find(isThen) ?? null;
}

export function formatDay(at: Date): string {
  return day.format(at);
}

/** Returns „21 dec.” */
export function formatDayAndMonth(at: Date): string {
  return dayAndMonth.format(at);
}

/** Returns „21 nov.” for the key „2026-11-21”. */
export function dayWords(key: string): string {
  return dayAndMonth.format(new Date(`${key}T12:00:00Z`));
}

/** Returns a formatter for these days: with the year when they span several. */
export function dayWordsAmong(keys: readonly string[]): (key: string) => string {
  const years = new Set(keys.map((key) => key.slice(0, 4)));
  return years.size > 1 ? (key) => formatDay(new Date(`${key}T12:00:00Z`)) : dayWords;
}

/** Returns „1 ian. 2026” for midnight in Bucharest, otherwise to the minute. */
export function formatStart(at: Date): string {
  return midnight.format(at) === '00:00:00' ? formatDay(at) : formatStamp(at);
}

export function formatStamp(at: Date): string {
  return stamp.format(at);
}

/** Returns „15:04”. */
export function formatHour(at: Date): string {
  return hour.format(at);
}

/** Returns the time to the second, for tracing events. */
export function formatMoment(at: Date): string {
  return moment.format(at);
}

/** Returns „Azi”, „Ieri” or the date, in Bucharest's days. */
export function dayHeading(at: Date, now: Date): string {
  const [key, today] = [toBucharestDay(at), toBucharestDay(now)];
  if (key === today) return 'Azi';
  // The day before is found by the calendar: days at the change of the clock have 23 or 25 hours.
  const dayBefore = new Date(Date.parse(`${today}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  if (key === dayBefore) return 'Ieri';
  return formatDay(at);
}

/** Returns the remaining time in words, rounded to what a person would say: „încă vreo 40 de secunde”. */
export function remainingTime(seconds: number): string {
  if (seconds < 5) return 'încă puțin';
  if (seconds < 55) return `încă vreo ${formatCount(Math.ceil(seconds / 10) * 10, NOUNS.second)}`;
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes === 1 ? 'încă vreun minut' : `încă vreo ${formatCount(minutes, NOUNS.minute)}`;
}
