/** Held between 0 and 1. */
export function clampToUnit(x: number): number {
  return x < 0 ? 0 : x > 1 ? 1 : x;
}
