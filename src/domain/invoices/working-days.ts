/** Fixed holidays of the Labour Code, art. 139, as month and day. */
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
/** Good Friday, Easter and its Monday, Pentecost and its Monday: days from Orthodox Easter. */
const MOVABLE = [-2, 0, 1, 49, 50];

/** Returns Orthodox Easter by Meeus’ rule for the Julian calendar, which is 13 days behind until 2099. */
function orthodoxEaster(year: number): string {
  const moon = (19 * (year % 19) + 15) % 30;
  const weekday = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7;
  const sum = moon + weekday + 114;
  return plusDays(dayKey(Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1)), 13);
}

const dayKey = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);
const plusDays = (day: string, days: number) => dayKey(Date.parse(day) + days * 86_400_000);

/** True from Monday to Friday but for Romanian public holidays. `day`: „2026-11-30”. */
export function isWorkingDay(day: string): boolean {
  const weekday = new Date(day).getUTCDay();
  if (weekday === 0 || weekday === 6 || FIXED.includes(day.slice(5))) return false;
  const easter = orthodoxEaster(Number(day.slice(0, 4)));
  return !MOVABLE.some((days) => plusDays(easter, days) === day);
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
