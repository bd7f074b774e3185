import type { ErrorCode } from '#domain/errors.ts';

/** How long the start waits for photos. */
export const WAITS_MS = 86_400_000;
/** Time for an open page to show why nothing started before a mail is sent. */
const SHOWN_WITHIN_MS = 60_000;

/** Photos that a wanted start still waits for. */
export interface Outstanding {
  /** Number of uploads that are not here, or not whole. */
  readonly missing: number;
  readonly preparing: number;
}
export type NextStep = 'wait' | 'start' | 'give-up';

/** Returns the next step: the start runs when the last photo is prepared and not before, and is given up after a day. */
export function nextStep(
  { missing, preparing }: Outstanding,
  { askedAt, now }: { askedAt: Date; now: Date },
): NextStep {
  if (missing + preparing === 0) return 'start';
  return now.getTime() - askedAt.getTime() >= WAITS_MS ? 'give-up' : 'wait';
}

/**
 * True for a refusal that may pass by itself: the start is tried again for a day. Every other one is told at once and waits for the person.
 */
export function isTriedAgain(code: ErrorCode, { askedAt, now }: { askedAt: Date; now: Date }): boolean {
  const mayPass = code === 'batches/disk-low' || code === 'batches/photos-not-ready';
  return mayPass && now.getTime() - askedAt.getTime() < WAITS_MS;
}

/** True when the batch is in work already, or gone: there is nothing left to start, and nothing to tell. */
export function isPointless(code: ErrorCode): boolean {
  return code === 'batches/already-running' || code === 'batches/not-found';
}

/** Returns when a mail may tell that nothing started, unless the person has answered by then. */
export function tellOfRefusalAt(stoppedAt: Date): Date {
  return new Date(stoppedAt.getTime() + SHOWN_WITHIN_MS);
}
