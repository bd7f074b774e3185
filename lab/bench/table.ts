/** The bench's one table, as Markdown: what was measured, both sides, their ratio, and what it should be. */
export interface Row {
  readonly measured: string;
  readonly ours: string;
  readonly other: string;
  /** One for each repetition. */
  readonly ratios: readonly number[];
  /** „≤ 0.60”; null: only told. */
  readonly goal: string | null;
  readonly met: boolean | null;
  /** What was measured cannot be: why; no verdict is given then. */
  readonly unsound?: string | null;
}

const rows: Row[] = [];

export function add(row: Row): void {
  rows.push(row);
  console.error(`  ${toLine(row)}`);
}

/** Number of rows so far. */
export const countRows = () => rows.length;

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** „12 / 45 / 98 ms”: half, 95 and 99 of a hundred. */
export function percentiles(milliseconds: readonly number[]): string {
  return `${[0.5, 0.95, 0.99].map((share) => percentile(milliseconds, share).toFixed(0)).join(' / ')} ms`;
}

/** The middle one; of an even number the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

export const two = (value: number) => value.toFixed(2);

export function toLine({ measured, ours, other, ratios, goal, met, unsound = null }: Row): string {
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  const spread = ratios.length > 1 ? ` (${two(least)}–${two(most)})` : '';
  const ratio = ratios.length === 0 ? '–' : `${two(median(ratios))}${spread}`;
  const verdict =
    unsound !== null ? `unsound: ${unsound}` : goal === null ? '–' : `${goal}: ${met ? 'met' : 'missed'}`;
  return `| ${[measured, ours, other, ratio, verdict].join(' | ')} |`;
}

export function table(): string {
  const head = ['| Measured | Ours | The other | Ratio | Goal |', '|---|---|---|---|---|'];
  return [...head, ...rows.map(toLine)].join('\n');
}
