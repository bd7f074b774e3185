/** Counts borders and lots that are right. */
import type { PilePhoto } from '#domain/piles/pile-photo.ts';
import { proposeLots } from '#domain/piles/propose-lots.ts';

/** A photo whose thing is known, and who took it: things of two people are not in one row. */
export interface KnownPhoto extends PilePhoto {
  readonly thing: number | string;
  /** A thing that is photographed again later has two visits. */
  readonly visit: number | string;
  readonly person: number;
}

export interface Score {
  piles: number;
  photos: number;
  borders: number;
  proposed: number;
  right: number;
  visits: number;
  lotsRight: number;
}

export const NONE: Score = {
  piles: 0,
  photos: 0,
  borders: 0,
  proposed: 0,
  right: 0,
  visits: 0,
  lotsRight: 0,
};

/** Returns the score with a pile's added, whose photos stand as they were taken. */
export function addPile(score: Score, photos: readonly KnownPhoto[]): Score {
  const lotOf = new Map(
    proposeLots(photos).flatMap(({ photoIds }, lot) => photoIds.map((id) => [id, lot] as const)),
  );
  const sum = { ...score, piles: score.piles + 1, photos: score.photos + photos.length };
  for (const [i, photo] of photos.entries()) {
    const before = photos[i - 1];
    if (before === undefined || before.person !== photo.person) continue;
    const isBorder = before.thing !== photo.thing;
    const isProposed = lotOf.get(before.id) !== lotOf.get(photo.id);
    sum.borders += Number(isBorder);
    sum.proposed += Number(isProposed);
    sum.right += Number(isBorder && isProposed);
  }
  const lots = Map.groupBy(photos, ({ id }) => lotOf.get(id));
  const visits = [...Map.groupBy(photos, ({ visit }) => visit).values()];
  sum.visits += visits.length;
  for (const own of visits) {
    const [first] = own;
    const lot = lots.get(lotOf.get(first?.id ?? '')) ?? [];
    const isWhole = own.every((photo) => lot.includes(photo));
    sum.lotsRight += Number(isWhole && lot.every(({ thing }) => thing === first?.thing));
  }
  return sum;
}

export function describeScore(
  name: string,
  { piles, photos, borders, proposed, right, visits, lotsRight }: Score,
): string {
  return [
    `${name}: ${piles} piles, ${photos} photos`,
    `borders found ${share(right, borders)}`,
    `of those proposed right ${share(right, proposed)}`,
    `lots right ${share(lotsRight, visits)}`,
  ].join('; ');
}

/** „97.1 % (95.0–98.4; 401 of 413)”, with Wilson's interval of 95 %. */
function share(part: number, of: number): string {
  const z = 1.96;
  const p = part / of;
  const middle = (p + z ** 2 / (2 * of)) / (1 + z ** 2 / of);
  const half = (z * Math.sqrt((p * (1 - p)) / of + z ** 2 / (4 * of ** 2))) / (1 + z ** 2 / of);
  const percent = (value: number) => (100 * value).toFixed(1);
  return `${percent(p)} % (${percent(middle - half)}–${percent(middle + half)}; ${part} of ${of})`;
}
