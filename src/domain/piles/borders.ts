import { learnLooks, type WeighLooks } from './likeness.ts';
import type { Shot } from './shots.ts';

/** A border is proposed where so much speaks for it, in log odds: when unsure, there is none. */
const SURE = 0;
/** A shorter pause is none, whatever is seen: what it says in log odds. */
const LEAST_PAUSE = -1.5;
/** A thing with a single photo is rarer than one with several. */
const ALONE = 0.7;

/** Cuts photos in a row into things. `weighPause` says how much what lies between two photos speaks for a border. */
export function cutAtBorders<S extends Shot>(
  shots: readonly S[],
  weighPause: (before: S, after: S) => number,
): S[][] {
  const first = shots[0];
  if (first === undefined) return [];
  const pieces: Piece<S>[] = [{ shots: [first], pause: 0, weight: Number.POSITIVE_INFINITY }];
  for (const [i, shot] of shots.entries()) {
    const before = shots[i - 1];
    if (before === undefined) continue;
    const pause = weighPause(before, shot);
    if (pause < LEAST_PAUSE) pieces.at(-1)?.shots.push(shot);
    else pieces.push({ shots: [shot], pause, weight: 0 });
  }
  const weighLooks = learnLooks(shots);
  const weigh = (at: number) => weighPiece(pieces, at, weighLooks);
  for (let i = 1; i < pieces.length; i++) weigh(i);
  for (;;) {
    const weakest = findWeakest(pieces);
    const [before, after] = [pieces[weakest - 1], pieces[weakest]];
    if (before === undefined || after === undefined || after.weight >= SURE) break;
    before.shots.push(...after.shots);
    pieces.splice(weakest, 1);
    weigh(weakest - 1);
    weigh(weakest);
  }
  return pieces.map((piece) => piece.shots);
}

interface Piece<S extends Shot = Shot> {
  readonly shots: S[];
  /** How much the pause before it speaks for a border. */
  readonly pause: number;
  /** How much everything does. */
  weight: number;
}

function weighPiece(pieces: readonly Piece[], at: number, weighLooks: WeighLooks): void {
  const [before, piece] = [pieces[at - 1], pieces[at]];
  if (before === undefined || piece === undefined) return;
  const looks = weighLooks(before.shots, piece.shots);
  const alone = before.shots.length === 1 || piece.shots.length === 1 ? ALONE : 0;
  piece.weight = piece.pause + looks - alone;
}

function findWeakest(pieces: readonly Piece[]): number {
  let weakest = 0;
  for (let i = 1; i < pieces.length; i++)
    if ((pieces[i]?.weight ?? 0) < (pieces[weakest]?.weight ?? 0)) weakest = i;
  return weakest;
}
