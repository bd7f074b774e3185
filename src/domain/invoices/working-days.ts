/** Holidays on the same day of each year, as month and day. */
const FIXED = [
  '01-01',
  '01-02',
  '01-06',
  '01-07',
  '01-24',
  '05-01',
  '06-01',
  '08-15',
  '11-30',
  '12-01',
  '12-25',
  '12-26',
];

/**
 * Public holidays (Labour Code, art. 139) of the years whose list was checked: those of each year, then Good Friday, Easter and its Monday,
 * Pentecost and its Monday. Look whether the law has changed before a year is added.
 */
const HOLIDAYS: Readonly<Record<string, readonly string[]>> = {
  '2025': [...FIXED, '04-18', '04-20', '04-21', '06-08', '06-09'],
  '2026': [...FIXED, '04-10', '04-12', '04-13', '05-31', '06-01'],
  '2027': [...FIXED, '04-30', '05-02', '05-03', '06-20', '06-21'],
  '2028': [...FIXED, '04-14', '04-16', '04-17', '06-04', '06-05'],
};

/** The movable ones, as days from Orthodox Easter. */
const MOVABLE = [-2, 0, 1, 49, 50];

const yearOf = (day: string) => day.slice(0, 4);
const dayKey = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);
const plusDays = (day: string, days: number) => dayKey(Date.parse(day) + days * 86_400_000);

/** Returns Orthodox Easter by Meeus’ rule for the Julian calendar, which is 13 days behind until 2099. */
function orthodoxEaster(year: number): string {
  const moon = (19 * (year % 19) + 15) % 30;
  const weekday = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7;
  const sum = moon + weekday + 114;
  return plusDays(dayKey(Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1)), 13);
}

/** Returns the holidays of a year by today's rule, for years without a list. */
export function reckonHolidays(year: string): readonly string[] {
  const easter = orthodoxEaster(Number(year));
  return [...FIXED, ...MOVABLE.map((days) => plusDays(easter, days).slice(5))];
}

/** True where the list of the year was checked; an unknown year is reckoned by today's rule. */
export function isYearKnown(year: string): boolean {
  return year in HOLIDAYS;
}

/** True from Monday to Friday but for Romanian public holidays. `day`: „2026-11-30”. */
export function isWorkingDay(day: string): boolean {
  const weekday = new Date(day).getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  return !(HOLIDAYS[yearOf(day)] ?? reckonHolidays(yearOf(day))).includes(day.slice(5));
}

/** Returns the last of so many working days after a day, which itself is not counted. */
export function workingDayAfter(day: string, count: number): string {
  let last = day;
  for (let left = count; left > 0; ) {
    last = plusDays(last, 1);
    if (isWorkingDay(last)) left -= 1;
  }
  return last;
}

/** Returns the latest day whose so-manieth working day has come by `today`. */
export function latestDayBefore(today: string, count: number): string {
  let day = today;
  while (workingDayAfter(day, count) > today) day = plusDays(day, -1);
  return day;
}

/** Returns how many working days come after a day, up to and with another; 0 where that one is not later. */
export function countWorkingDays(after: string, until: string): number {
  let count = 0;
  for (let day = plusDays(after, 1); day <= until; day = plusDays(day, 1)) if (isWorkingDay(day)) count += 1;
  return count;
}
