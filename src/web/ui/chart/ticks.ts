/** Returns round marks from 0 to at least the largest value, four or five of them; whole values get whole marks. */
export function computeTicks(largest: number): number[] {
  if (largest <= 0) return [0, 1];
  const rough = largest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const round = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough) ?? rough;
  const step = Number.isInteger(largest) ? Math.max(1, round) : round;
  const count = Math.ceil(largest / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, n) => Number((n * step).toPrecision(12)));
}
