/** How often something drawn is tried: `local` by hand, `ci` in continuous integration, `soak` in `npm run soak` (unsaid: as in CI). */
interface Draws {
  readonly local: number;
  readonly ci: number;
  readonly soak?: number;
}

/** Returns how many random cases this run tries, each of which costs a request, a row or a picture. */
export function countDraws({ local, ci, soak = ci }: Draws): number {
  const { CI = '', TEST_SOAK } = process.env;
  if (TEST_SOAK) return soak;
  return ['', '0', 'false'].includes(CI) ? local : ci;
}
