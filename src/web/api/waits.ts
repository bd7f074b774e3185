/** Milliseconds between two tries at a server that does not answer: a second first, then ever longer. */
export const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;

export function longerThan(wait: number): number {
  return Math.min(LONGEST_WAIT, wait * 2);
}
