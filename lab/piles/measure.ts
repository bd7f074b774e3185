/**
 * node lab/piles/measure.ts FROM TO [HELD-UP]: proposes lots for the made-up days of these seeds, and says how many borders and lots are
 * right. A border stands between two photos in a row, as they were taken, that are of different things. HELD-UP is the share of photos
 * after which a person is held up within a thing. Photos of a phone without any time are left together: its days are counted once in one
 * row with the other's photos, and once as two rows.
 */
import { DAY_KINDS, type DayKind, drawDay } from './draw-day.ts';
import { addPile, describeScore, NONE, type Score } from './score.ts';

const [from = 1, to = 70, heldUp] = process.argv.slice(2).map(Number);
const TWO_ROWS = 'no EXIF from one, two rows';
const scores = new Map<DayKind | typeof TWO_ROWS | 'all with times', Score>();
for (let seed = from; seed <= to; seed++) {
  const { kind, photos } = await drawDay(seed, heldUp);
  const isHalfTimed = kind === 'no EXIF from one';
  for (const name of [kind, isHalfTimed ? TWO_ROWS : 'all with times'] as const) {
    const known =
      name === TWO_ROWS
        ? photos.map((photo) => ({ ...photo, person: photo.takenAt === null ? 1 : 0 }))
        : photos;
    const rows = known.toSorted((a, b) => a.person - b.person || a.true - b.true);
    scores.set(name, addPile(scores.get(name) ?? NONE, rows));
  }
}
for (const kind of [...DAY_KINDS, TWO_ROWS, 'all with times'] as const) {
  const score = scores.get(kind);
  if (score !== undefined) console.log(describeScore(kind, score));
}
