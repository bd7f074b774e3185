import type { AnafFailureKind } from './anaf-failure.ts';

const DAY_MS = 86_400_000;
/** Access is renewed so long before its end, each hour until it is. */
const RENEWED_AHEAD_MS = 10 * DAY_MS;
/** Admins are warned so long before the end of what renews it. */
const WARNED_AHEAD_MS = 30 * DAY_MS;

/**
 * States of the connection to ANAF: `none`; `connected`; `no-right`: the certificate lacks the right for the seller's fiscal code; `again`: an
 * admin must connect again, for access has ended, was taken back, or cannot be opened here, as in a restored backup.
 */
export const ANAF_STATES = ['none', 'connected', 'no-right', 'again'] as const;

/** Outcomes of a visit to ANAF's page, in the query of the page that the browser comes back to. */
export const ANAF_OUTCOMES = [
  'connected',
  /** Connected, but the certificate lacks the right. */
  'no-right',
  /** Connected, but ANAF did not say whether the right is there. */
  'unproven',
  /** The admin refused there, or no certificate was shown. */
  'refused',
  /** The visit is over, was another session's, or was used. */
  'expired',
  'away',
  /** ANAF refuses the operator's registration. */
  'operator',
  'failed',
] as const;
export type AnafOutcome = (typeof ANAF_OUTCOMES)[number];

export function isRenewalDue(expiresAt: Date, now: Date): boolean {
  return expiresAt.getTime() - now.getTime() < RENEWED_AHEAD_MS;
}

/** True where an admin's certificate is soon needed again. */
export function endsSoon(refreshExpiresAt: Date, now: Date): boolean {
  return refreshExpiresAt.getTime() - now.getTime() < WARNED_AHEAD_MS;
}

/** Returns the outcome of a visit that gave no access. */
export function outcomeOfExchange(kind: AnafFailureKind): AnafOutcome {
  if (kind === 'operator') return 'operator';
  return kind === 'away' || kind === 'unknown' || kind === 'limit' ? 'away' : 'failed';
}

/** Returns the page after a visit. */
export function landingAfterAnaf(outcome: AnafOutcome): string {
  return `/admin/dashboard?parte=facturi&anaf=${outcome}`;
}
