/** Half the stroke of a value that stands alone, in parts of ten of its column. */
const ALONE = 2;

/** Returns a line through values, ten units apart and up to 100 high; it breaks where there is none, and one alone is a short stroke. */
export function linePath(values: readonly (number | null)[], top: number): string {
  return values
    .map((value, n) => {
      if (value === null) return '';
      const [x, y] = [n * 10 + 5, Math.round((100 - (value / top) * 100) * 100) / 100];
      const [isFirst, isLast] = [(values[n - 1] ?? null) === null, (values[n + 1] ?? null) === null];
      if (isFirst && isLast) return `M${x - ALONE},${y}h${ALONE * 2}`;
      return `${isFirst ? 'M' : 'L'}${x},${y}`;
    })
    .join('');
}
