/** Comparable values of a record by field name, as stored. */
export type Figure = string | number | boolean | null;
export type Figures = Readonly<Record<string, Figure>>;
/** Before and after. */
export type FigureChanges = Readonly<Record<string, readonly [Figure, Figure]>>;

/** Returns the differences in the order of `after`; a field on one side only is null on the other. */
export function diffFigures(before: Figures, after: Figures): FigureChanges {
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  const pairs = names.map((name) => [name, [before[name] ?? null, after[name] ?? null]] as const);
  return Object.fromEntries(pairs.filter(([, [was, is]]) => was !== is));
}
