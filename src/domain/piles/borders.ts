import type { Exposure } from './exposures.ts';
import { learnLooks, type WeighLooks } from './likeness.ts';

/** A border is proposed where so much speaks for it, in log odds: when unsure, there is none. */
const SURE = 0;
/** A shorter pause is none, whatever is seen: what it says in log odds. */
const LEAST_PAUSE = -1.5;
/** A thing with a single photo is rarer than one with several. */
const ALONE = 0.7;

/** Cuts photos in a row into things. `weighPause` says how much what lies between two photos speaks for a border. */
export function cutAtBorders<S extends Exposure>(
  exposures: readonly S[],
  weighPause: (before: S, after: S) => number,
): S[][] {
  const first = exposures[0];
  if (first === undefined) return [];
  const pieces: Piece<S>[] = [{ exposures: [first], pause: 0, weight: Number.POSITIVE_INFINITY }];
  for (const [i, exposure] of exposures.entries()) {
    const before = exposures[i - 1];
    if (before === undefined) continue;
    const pause = weighPause(before, exposure);
    if (pause < LEAST_PAUSE) pieces.at(-1)?.exposures.push(exposure);
    else pieces.push({ exposures: [exposure], pause, weight: 0 });
  }
  const weighLooks = learnLooks(exposures);
  const weigh = (at: number) => weighPiece(pieces, at, weighLooks);
  for (let i = 1; i < pieces.length; i++) weigh(i);
  for (;;) {
    const weakest = findWeakest(pieces);
    const [before, after] = [pieces[weakest - 1], pieces[weakest]];
    if (before === undefined || after === undefined || after.weight >= SURE) break;
    before.exposures.push(...after.exposures);
    pieces.splice(weakest, 1);
    weigh(weakest - 1);
    weigh(weakest);
  }
  return pieces.map((piece) => piece.exposures);
}

interface Piece<S extends Exposure = Exposure> {
  readonly exposures: S[];
  /** How much the pause before it speaks for a border. */
  readonly pause: number;
  /** How much everything does. */
  weight: number;
}

function weighPiece(pieces: readonly Piece[], at: number, weighLooks: WeighLooks): void {
  const [before, piece] = [pieces[at - 1], pieces[at]];
  if (before === undefined || piece === undefined) return;
  const looks = weighLooks(before.exposures, piece.exposures);
  const alone = before.exposures.length === 1 || piece.exposures.length === 1 ? ALONE : 0;
  piece.weight = piece.pause + looks - alone;
}

function findWeakest(pieces: readonly Piece[]): number {
  let weakest = 0;
  for (let i = 1; i < pieces.length; i++)
    if ((pieces[i]?.weight ?? 0) < (pieces[weakest]?.weight ?? 0)) weakest = i;
  return weakest;
}
