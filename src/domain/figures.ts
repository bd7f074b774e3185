/** What of a thing can be held against what it was: by the code's names, as it is stored. */
export type Figure = string | number | boolean | null;
export type Figures = Readonly<Record<string, Figure>>;
/** Before and after. */
export type Changes = Readonly<Record<string, readonly [Figure, Figure]>>;

/** What differs, in the order of what is now; what is on one side only is nothing on the other. */
export function changesOf(before: Figures, after: Figures): Changes {
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  const pairs = names.map((name) => [name, [before[name] ?? null, after[name] ?? null]] as const);
  return Object.fromEntries(pairs.filter(([, [was, is]]) => was !== is));
}
