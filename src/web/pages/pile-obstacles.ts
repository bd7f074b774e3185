import type { Batch } from '#contract/batches.ts';
import type { StartState } from '#web/features/batches/start/start-button-state.ts';

interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** What the last press was answered. */
export interface Refused {
  readonly byLot: ReadonlyMap<string, Refusal>;
  /** The balance at the press; null while unknown. */
  readonly credits: number | null;
}

export const NOTHING_REFUSED: Refused = { byLot: new Map(), credits: null };

const NOT_ENOUGH = 'credits/not-enough';

interface Now {
  readonly state: StartState;
  /** −1 means unlimited; null while unknown. */
  readonly credits: number | null;
  readonly refused: Refused;
}

/**
 * Returns why a lot that has not run does not start, null for nothing. A refusal for too few credits names a balance: it counts for as long as
 * the balance is that one, then what the present one allows is said.
 */
export function findObstacle(
  { id, run, wantedStart }: Pick<Batch, 'id' | 'run' | 'wantedStart'>,
  { state, credits, refused }: Now,
): string | null {
  if (run !== null) return null;
  const pressed = refused.byLot.get(id);
  if (pressed !== undefined && (pressed.code !== NOT_ENOUGH || credits === refused.credits))
    return pressed.message;
  if (state.kind === 'blocked') return state.label;
  const wished = wantedStart?.refusal ?? null;
  return wished === null || wished.code === NOT_ENOUGH ? null : wished.message;
}
