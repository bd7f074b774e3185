import { createHash } from 'node:crypto';
import { isOnSlowMachine } from '#testing/patience.ts';

/** How often something drawn is tried: `local` by hand, `ci` in continuous integration, `soak` in `npm run soak` (unsaid: as in CI). */
interface Draws {
  readonly local: number;
  readonly ci: number;
  readonly soak?: number;
}

/** True in continuous integration, which runs all. */
export function isInCi(): boolean {
  return !['', '0', 'false'].includes(process.env.CI ?? '');
}

/** Returns how many random cases this run tries, each of which costs a request, a row or a picture. */
export function countDraws({ local, ci, soak = ci }: Draws): number {
  if (process.env.TEST_SOAK) return soak;
  return isInCi() && !isOnSlowMachine() ? ci : local;
}

/**
 * Returns `local` of the rows by hand, in their order, and all of them, or `ci`, in continuous integration: for what is looked at again and
 * again, as pages in every size. A slow machine draws as by hand.
 */
export function drawRows<T>(rows: readonly T[], local: number, ci = rows.length): T[] {
  const drawn = shuffleRows(rows).slice(0, countDraws({ local, ci }));
  return rows.filter((row) => drawn.includes(row));
}

/** Returns the rows in an order by luck. All processes of a run draw alike, since they share TEST_DRAW. */
export function shuffleRows<T>(rows: readonly T[]): T[] {
  const luck = (at: number) =>
    createHash('sha256')
      .update(`${process.env.TEST_DRAW} ${JSON.stringify(rows)} ${at}`)
      .digest('hex');
  return rows
    .map((row, at) => ({ row, luck: luck(at) }))
    .sort((a, b) => (a.luck < b.luck ? -1 : 1))
    .map(({ row }) => row);
}
