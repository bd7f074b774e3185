/** Returns as many of the files, the first ones, as `leftMs` has room for where all of them take `allMs`: one at least. */
export function chooseFitting(
  files: readonly string[],
  { leftMs, allMs }: { leftMs: number; allMs: number },
): string[] {
  const fitting = Math.floor((files.length * leftMs) / allMs);
  return files.slice(0, Math.max(1, fitting));
}
