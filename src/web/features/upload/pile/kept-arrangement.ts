import type { Arrangement } from '#domain/piles/arrange-lots.ts';
import { tryStorage } from '#web/api/browser-storage.ts';

const keyOf = (pileId: string) => `fotolot-pile-${pileId}`;

/** Keeps the lots that a person made out of a pile in this tab: a reload, or putting made lots back together, loses no name and no border. */
export function keepArrangement(pileId: string, lots: Arrangement): void {
  tryStorage(() => sessionStorage.setItem(keyOf(pileId), JSON.stringify(lots)));
}

export function forgetArrangement(pileId: string): void {
  tryStorage(() => sessionStorage.removeItem(keyOf(pileId)));
}

/** Returns null where none is kept. */
export function readArrangement(pileId: string): Arrangement | null {
  return tryStorage(() => JSON.parse(sessionStorage.getItem(keyOf(pileId)) ?? 'null')) ?? null;
}
