import type { ErrorCode } from '#domain/errors.ts';

/** What has not come by then is waited for no longer. */
export const WAITS_MS = 86_400_000;
/** Time for an open page to show why nothing started before a mail is sent. */
const SHOWN_WITHIN_MS = 60_000;

/** What a start that was asked for beforehand still waits for. */
export interface Outstanding {
  /** Uploads that are not here, or not whole. */
  readonly missing: number;
  readonly preparing: number;
}
export type NextStep = 'wait' | 'start' | 'give-up';

/** It runs when the last photo is prepared and not before, or is given up after a day. */
export function nextStep(
  { missing, preparing }: Outstanding,
  { askedAt, now }: { askedAt: Date; now: Date },
): NextStep {
  if (missing + preparing === 0) return 'start';
  return now.getTime() - askedAt.getTime() >= WAITS_MS ? 'give-up' : 'wait';
}

/** What goes by without anyone's doing is tried again, for a day; everything else is told at once and waits for the person. */
export function isTriedAgain(code: ErrorCode, { askedAt, now }: { askedAt: Date; now: Date }): boolean {
  const mayPass = code === 'batches/disk-low' || code === 'batches/photos-not-ready';
  return mayPass && now.getTime() - askedAt.getTime() < WAITS_MS;
}

/** The batch is in work already, or gone: there is nothing left to start, and nothing to tell. */
export function isPointless(code: ErrorCode): boolean {
  return code === 'batches/already-running' || code === 'batches/not-found';
}

/** Returns when a mail may tell that nothing started, unless the person has answered by then. */
export function tellOfRefusalAt(stoppedAt: Date): Date {
  return new Date(stoppedAt.getTime() + SHOWN_WITHIN_MS);
}
