/** An archive of all one's data: one a day, kept for a week. One that was never finished counts as failed after some hours. */
export const EXPORT_KEPT_DAYS = 7;
const ONE_A_DAY_MS = 86_400_000;
const GIVEN_UP_MS = 6 * 3_600_000;

export interface ExportFacts {
  readonly state: 'waiting' | 'ready' | 'failed';
  readonly askedAt: Date;
}

export function exportState({ state, askedAt }: ExportFacts, now: Date): ExportFacts['state'] {
  return state === 'waiting' && now.getTime() - askedAt.getTime() > GIVEN_UP_MS ? 'failed' : state;
}

/** Returns when the next one may be asked for; null for now. */
export function nextExportAt(last: ExportFacts | null, now: Date): Date | null {
  if (!last || exportState(last, now) === 'failed') return null;
  const next = new Date(last.askedAt.getTime() + ONE_A_DAY_MS);
  return next > now ? next : null;
}
