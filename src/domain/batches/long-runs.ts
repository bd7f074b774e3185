import type { RunState } from '#domain/batches/states.ts';

/** Length above which a run is long: users are not expected to watch it. */
const LONG_RUN_MS = 120_000;
/** Time for an open page to show the end before a mail is sent. */
const SHOWN_WITHIN_MS = 60_000;

interface EndedRun {
  readonly state: RunState;
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** True when it began by itself once the photos had arrived: its owner need not have been there. */
  readonly isSelfStarted: boolean;
}

/** Returns when a mail may announce the end, unless it was seen by then; null when the run was watched and short, or cancelled. */
export function notifyAt({ state, startedAt, endedAt, isSelfStarted }: EndedRun): Date | null {
  const isTold = isSelfStarted || endedAt.getTime() - startedAt.getTime() > LONG_RUN_MS;
  return isTold && state !== 'cancelled' ? new Date(endedAt.getTime() + SHOWN_WITHIN_MS) : null;
}

const ESTIMATED_FROM_MS = 30_000;

/** True when a run under way is or will be long; an estimate counts once it rests on half a minute. */
export function looksLong(elapsedMs: number, remainingMs: number | null): boolean {
  if (elapsedMs > LONG_RUN_MS) return true;
  return remainingMs !== null && elapsedMs >= ESTIMATED_FROM_MS && elapsedMs + remainingMs > LONG_RUN_MS;
}
