import type { Batch } from '#contract/batches.ts';
import { coverUnasked } from '#web/features/batches/start/found-plates.ts';
import type { StartState } from '#web/features/batches/start/start-button-state.ts';
import { type Coming, comingWords, countSending } from '#web/features/upload/pile/coming.ts';
import type { LotStart } from '#web/features/upload/pile/use-pile-lots.ts';

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
  readonly coming: Coming;
}

/**
 * Returns why a lot that has not run does not start, null for nothing. A refusal for too few credits names a balance: it counts for as long as
 * the balance is that one, then what the present one allows is said.
 */
export function findObstacle(
  { id, run, wantedStart }: Pick<Batch, 'id' | 'run' | 'wantedStart'>,
  { state, credits, refused, coming }: Now,
): string | null {
  if (run !== null) return null;
  const sending = state.kind === 'wanted' ? 0 : countSending(coming);
  if (sending > 0)
    return `${comingWords(coming)}: lotul se poate porni după ce ${sending === 1 ? 'ajunge' : 'ajung'}.`;
  const pressed = refused.byLot.get(id);
  if (pressed !== undefined && (pressed.code !== NOT_ENOUGH || credits === refused.credits))
    return pressed.message;
  if (state.kind === 'blocked') return state.label;
  const wished = wantedStart?.refusal ?? null;
  return wished === null || wished.code === NOT_ENOUGH ? null : wished.message;
}

/**
 * Returns the start of a lot that has not run, none while photos of it are still sent: a start of the others would leave them out. One whose
 * photos are still prepared is to start by itself.
 */
export function toLotStart(lot: Batch, state: StartState, coming: Coming): LotStart[] {
  if (lot.run !== null || countSending(coming) > 0) return [];
  if (state.kind !== 'ready' && state.kind !== 'early') return [];
  const there = lot.photoIds.filter((id) => ['ready', 'preparing'].includes(lot.photos[id]?.state ?? ''));
  return [
    {
      batchId: lot.id,
      photoIds: state.kind === 'ready' ? state.photoIds : there,
      cost: state.cost,
      coverPlates: coverUnasked(lot) === 'none' ? 'none' : 'sure',
    },
  ];
}
