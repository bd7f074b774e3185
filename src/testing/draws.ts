/** Number of random cases where each costs a request or a row: few in every run, many in `npm run soak`. */
export function draws(few: number, many: number): number {
  return process.env.TEST_SOAK ? many : few;
}
