import { dayHeading } from '#domain/language/time.ts';

/** „azi”, „ieri”, „pe 3 noiembrie”: when a device or a key was used last. */
export function describeDayOfUse(at: Date, now: Date): string {
  const day = dayHeading(at, now);
  return day === 'Azi' || day === 'Ieri' ? day.toLowerCase() : `pe ${day}`;
}
