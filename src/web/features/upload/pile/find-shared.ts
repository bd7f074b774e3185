import type { Batch } from '#contract/batches.ts';
import { isSame } from '#domain/recipes/saved.ts';

/** The lots of a pile that have the recipe and outputs that most of them have, and those that have their own. */
export interface SharedRecipe {
  /** Never empty. */
  readonly lots: readonly Batch[];
  readonly own: readonly Batch[];
}

/** Returns null where there are no lots; of recipes that equally many have it takes that of the first lot. */
export function findShared(lots: readonly Batch[]): SharedRecipe | null {
  const groups: Batch[][] = [];
  for (const lot of lots) {
    const group = groups.find(([first]) => first && isSame(first, lot));
    if (group === undefined) groups.push([lot]);
    else group.push(lot);
  }
  const most = Math.max(...groups.map(({ length }) => length));
  const shared = groups.find(({ length }) => length === most);
  if (shared === undefined) return null;
  return { lots: shared, own: lots.filter((lot) => !shared.includes(lot)) };
}
