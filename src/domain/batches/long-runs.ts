import type { RunState } from '#domain/batches/states.ts';

/** Nobody is expected to watch for longer than this. */
export const LONG_RUN_MS = 120_000;
/** How long the pages have to show the end before a mail tells of it. */
export const SHOWN_WITHIN_MS = 60_000;

/** When a mail may tell how a run ended, unless it was seen; null where nobody waited long or its owner stopped it. */
export function tellAt(state: RunState, startedAt: Date, endedAt: Date): Date | null {
  const tookLong = endedAt.getTime() - startedAt.getTime() > LONG_RUN_MS;
  return tookLong && state !== 'cancelled' ? new Date(endedAt.getTime() + SHOWN_WITHIN_MS) : null;
}

const ESTIMATED_FROM_MS = 30_000;

/** Seen while it is under way: an estimate counts once it rests on half a minute. */
export function looksLong(elapsedMs: number, remainingMs: number | null): boolean {
  if (elapsedMs > LONG_RUN_MS) return true;
  return remainingMs !== null && elapsedMs >= ESTIMATED_FROM_MS && elapsedMs + remainingMs > LONG_RUN_MS;
}
