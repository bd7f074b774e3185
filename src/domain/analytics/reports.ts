/** Reports for the operator over a range of days. */
export const REPORTS = [
  'registrations',
  'active',
  'funnel',
  'revenue',
  'credits',
  'presets',
  'processing',
  'failures',
  'retention',
] as const;
export type Report = (typeof REPORTS)[number];

export const BUCKETS = ['day', 'week', 'month'] as const;
export type Bucket = (typeof BUCKETS)[number];

/** Days of Bucharest as „2026-11-21”, both inclusive. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

/** Longer ranges make no readable chart. */
const LONGEST_RANGE_DAYS = 1_100;
/** Days outside these bounds are refused: typing errors, on which databases and calendars disagree. */
const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2199-12-31';
/** Most points of a readable chart. */
const MOST_POINTS = 62;

function dayNumber(day: string): number | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (!Number.isFinite(at) || new Date(at).toISOString().slice(0, 10) !== day) return null;
  return at / 86_400_000;
}

/** Returns the number of days of a range; null when it is invalid or too long. */
export function rangeDays({ from, to }: Range): number | null {
  const [first, last] = [dayNumber(from), dayNumber(to)];
  if (first === null || last === null || last < first || from < FIRST_DAY || to > LAST_DAY) return null;
  const days = last - first + 1;
  return days <= LONGEST_RANGE_DAYS ? days : null;
}

/** Returns the finest bucket that still makes a readable chart. */
export function bucketFor(days: number): Bucket {
  if (days <= MOST_POINTS) return 'day';
  return days / 7 <= MOST_POINTS ? 'week' : 'month';
}

export function addDays(day: string, days: number): string {
  return new Date(((dayNumber(day) ?? 0) + days) * 86_400_000).toISOString().slice(0, 10);
}

/** The first days of every bucket of the range, as the server's rows name them; weeks begin on Mondays. */
export function bucketStarts(range: Range, bucket: Bucket): string[] {
  const starts: string[] = [];
  for (let day = getBucketStart(range.from, bucket); day <= range.to; day = getNextBucketStart(day, bucket))
    starts.push(day);
  return starts;
}

/** Returns the buckets that are counted only in part: cut by the range's start or end, or not over yet. */
export function unfinishedStarts(range: Range, bucket: Bucket, today: string): string[] {
  return bucketStarts(range, bucket).filter((start) => {
    const end = getNextBucketStart(start, bucket);
    return start < range.from || end > today || addDays(end, -1) > range.to;
  });
}

function getBucketStart(day: string, bucket: Bucket): string {
  if (bucket === 'day') return day;
  if (bucket === 'month') return `${day.slice(0, 8)}01`;
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(day, -weekday);
}

function getNextBucketStart(day: string, bucket: Bucket): string {
  if (bucket === 'day') return addDays(day, 1);
  if (bucket === 'week') return addDays(day, 7);
  return getBucketStart(addDays(getBucketStart(day, 'month'), 32), 'month');
}
