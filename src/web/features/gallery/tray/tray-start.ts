import { CLOSED_WINDOW, runCost } from '#domain/credits/cost.ts';
import { UNLIMITED } from '#domain/credits/unlimited.ts';
import { creditsLabel, formatCount, NOUNS } from '#domain/language/plural.ts';

export interface TrayStart {
  readonly photoIds: readonly string[];
  readonly title: string;
  /** The cost of processing them and the credits left, or why no batch can be made of them. */
  readonly line: string;
  readonly possible: boolean;
}

/** Returns the tray's line about the chosen photos before they become a batch. `balance` −1 is unlimited. */
export function trayStart(
  chosen: readonly { readonly photoId: string }[],
  photosPerBatch: number,
  balance: number,
): TrayStart {
  const photoIds = [...new Set(chosen.map(({ photoId }) => photoId))];
  const title = `Lot nou · ${formatCount(photoIds.length, NOUNS.photo)}`;
  if (photoIds.length > photosPerBatch) {
    const line = `Un lot ține cel mult ${formatCount(photosPerBatch, NOUNS.photo)} în planul tău.`;
    return { photoIds, title, line, possible: false };
  }
  return { photoIds, title, line: costLine(runCost(CLOSED_WINDOW, photoIds), balance), possible: true };
}

function costLine(cost: number, balance: number): string {
  const price = formatCount(cost, NOUNS.credit);
  if (balance === UNLIMITED || balance < cost) return `Procesarea: ${price}, ai ${creditsLabel(balance)}`;
  const left = balance - cost;
  return `Procesarea: ${price}, ${left === 1 ? 'rămâne' : 'rămân'} ${formatCount(left, NOUNS.credit)}`;
}
