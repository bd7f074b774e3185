/**
 * node lab/piles/measure.ts FROM TO [HELD-UP]: proposes lots for the made-up days of these seeds, and says how many borders and lots are
 * right. A border stands between two photos in a row, as they were taken, that are of different things. HELD-UP is the share of photos
 * after which a person is held up within a thing.
 */
import { DAY_KINDS, type DayKind, drawDay } from './draw-day.ts';
import { addPile, describeScore, NONE, type Score } from './score.ts';

const [from = 1, to = 70, heldUp] = process.argv.slice(2).map(Number);
const scores = new Map<DayKind | 'all with times' | 'all', Score>();
for (let seed = from; seed <= to; seed++) {
  const { kind, photos } = await drawDay(seed, heldUp);
  const rows = photos.toSorted((a, b) => a.person - b.person || a.true - b.true);
  const names = ['all', kind, ...(kind === 'no EXIF from one' ? [] : (['all with times'] as const))] as const;
  for (const name of names) scores.set(name, addPile(scores.get(name) ?? NONE, rows));
}
for (const kind of [...DAY_KINDS, 'all with times', 'all'] as const) {
  const score = scores.get(kind);
  if (score !== undefined) console.log(describeScore(kind, score));
}
