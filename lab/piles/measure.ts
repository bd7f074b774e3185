/**
 * node lab/piles/measure.ts FROM TO [HELD-UP]: proposes lots for the made-up days of these seeds, and says how many borders and lots are
 * right. A border stands between two photos in a row, as they were taken, that are of different things. HELD-UP is the share of photos
 * after which a person is held up within a thing.
 */
import { proposeLots } from '#domain/piles/propose-lots.ts';
import { DAY_KINDS, type DayKind, type DrawnPhoto, drawDay } from './draw-day.ts';

interface Score {
  days: number;
  photos: number;
  borders: number;
  proposed: number;
  right: number;
  visits: number;
  lotsRight: number;
}

const [from = 1, to = 70, heldUp] = process.argv.slice(2).map(Number);
const scores = new Map<DayKind | 'all with times' | 'all', Score>();
for (let seed = from; seed <= to; seed++) {
  const { kind, photos } = await drawDay(seed, heldUp);
  const lotOf = new Map(
    proposeLots(photos).flatMap(({ photoIds }, lot) => photoIds.map((id) => [id, lot] as const)),
  );
  addScore(kind, photos, lotOf);
  if (kind !== 'no EXIF from one') addScore('all with times', photos, lotOf);
  addScore('all', photos, lotOf);
}
for (const kind of [...DAY_KINDS, 'all with times', 'all'] as const) {
  const score = scores.get(kind);
  if (score !== undefined) console.log(describe(kind, score));
}

function addScore(
  kind: DayKind | 'all with times' | 'all',
  photos: readonly DrawnPhoto[],
  lotOf: ReadonlyMap<string, number>,
): void {
  const score: Score = scores.get(kind) ?? {
    days: 0,
    photos: 0,
    borders: 0,
    proposed: 0,
    right: 0,
    visits: 0,
    lotsRight: 0,
  };
  scores.set(kind, score);
  score.days += 1;
  score.photos += photos.length;
  const inRow = [...photos].sort((a, b) => a.person - b.person || a.true - b.true);
  for (const [i, photo] of inRow.entries()) {
    const before = inRow[i - 1];
    if (before === undefined || before.person !== photo.person) continue;
    const isBorder = before.thing !== photo.thing;
    const isProposed = lotOf.get(before.id) !== lotOf.get(photo.id);
    score.borders += Number(isBorder);
    score.proposed += Number(isProposed);
    score.right += Number(isBorder && isProposed);
  }
  const lots = Map.groupBy(photos, ({ id }) => lotOf.get(id));
  const visits = Map.groupBy(photos, ({ visit }) => visit);
  score.visits += visits.size;
  for (const own of visits.values()) {
    const lot = lots.get(lotOf.get(own[0]?.id ?? '')) ?? [];
    const isWhole = own.every(({ id }) => lotOf.get(id) === lotOf.get(own[0]?.id ?? ''));
    score.lotsRight += Number(isWhole && lot.every(({ thing }) => thing === own[0]?.thing));
  }
}

function describe(
  kind: string,
  { days, photos, borders, proposed, right, visits, lotsRight }: Score,
): string {
  return [
    `${kind}: ${days} days, ${photos} photos`,
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
