/** Days of the rules are 24 hours; only screens know Bucharest's calendar. */
export const DAY_MS = 86_400_000;

export function plusDays(at: Date, days: number): Date {
  return new Date(at.getTime() + days * DAY_MS);
}
