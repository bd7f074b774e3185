import type { ArrangedLot, Arrangement } from '#domain/piles/arrange-lots.ts';
import { tryStorage } from '#web/api/browser-storage.ts';

const keyOf = (pileId: string) => `fotolot-pile-${pileId}`;

/** Each lot once, and of each step which of them it had: a step changes few lots of many. */
interface Kept {
  readonly lots: readonly ArrangedLot[];
  readonly steps: readonly (readonly number[])[];
}

/**
 * Keeps in this tab the lots that a person made out of a pile, after each step: a reload, or putting made lots back together, loses no name, no
 * border and no way back.
 */
export function keepArrangements(pileId: string, steps: readonly Arrangement[]): void {
  const places = new Map<ArrangedLot, number>();
  const placeOf = (lot: ArrangedLot) => {
    const place = places.get(lot) ?? places.size;
    places.set(lot, place);
    return place;
  };
  const packed = steps.map((lots) => lots.map(placeOf));
  const kept: Kept = { lots: [...places.keys()], steps: packed };
  tryStorage(() => sessionStorage.setItem(keyOf(pileId), JSON.stringify(kept)));
}

export function forgetArrangements(pileId: string): void {
  tryStorage(() => sessionStorage.removeItem(keyOf(pileId)));
}

/** Returns the lots after each step, oldest first; none where none are kept. */
export function readArrangements(pileId: string): readonly Arrangement[] {
  const kept: Kept | Arrangement | null =
    tryStorage(() => JSON.parse(sessionStorage.getItem(keyOf(pileId)) ?? 'null')) ?? null;
  if (kept === null) return [];
  // A page of the version before kept the last step alone.
  if (!('steps' in kept)) return [kept];
  return kept.steps.map((places) => places.flatMap((place) => kept.lots[place] ?? []));
}
