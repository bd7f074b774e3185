import { count, NOUNS } from '#domain/language/plural.ts';

/** A waiting time in words: seconds, then minutes, then hours. */
export function waitWords(seconds: number): string {
  if (seconds < 90) return count(seconds, NOUNS.second);
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? count(minutes, NOUNS.minute) : count(Math.round(minutes / 60), NOUNS.hour);
}
