import type { SiteFailureKind } from './site-failure.ts';

/** Outcomes of linking an account; after a visit to a site's page of consent in the query of the page that the browser comes back to. */
export const CONNECTION_OUTCOMES = [
  'linked',
  /** The person refused there. */
  'refused',
  /** The visit is over, was another browser's, or was used. */
  'expired',
  /** The person has as many accounts as may be linked. */
  'many',
  'away',
  /** The site refuses the operator's registration. */
  'operator',
  /** The site does not take the address and the password that were typed. */
  'wrong',
  /** What was typed is no address of a shop. */
  'address',
  'failed',
] as const;
export type ConnectionOutcome = (typeof CONNECTION_OUTCOMES)[number];

/**
 * Reasons for which a connection is broken: the site ended it, its hours are over and nothing renews it, the person gave the right to read
 * alone, or what is stored of it cannot be opened here, as after a backup was restored under another secret.
 */
export const BREAK_REASONS = ['ended', 'over', 'narrow', 'unreadable'] as const;
export type BreakReason = (typeof BREAK_REASONS)[number];

/** Connections that a person may have. */
export const MOST_CONNECTIONS = 10;

/** A grant is renewed before a use that begins so shortly before its end. */
const SPARE_MS = 5 * 60_000;

interface Access {
  readonly expiresAt: Date;
  /** False: it is used to its end, and the person must connect the account again. */
  readonly isRenewable: boolean;
}

/** True for access that must be renewed before it is used; where nothing renews it, for access that is over. */
export function isRunningOut({ expiresAt, isRenewable }: Access, now: Date): boolean {
  return expiresAt.getTime() - now.getTime() < (isRenewable ? SPARE_MS : 1);
}

/** Returns the outcome of linking that a site's answer ended; `refused`: what it says of what the person gave. */
export function outcomeOfFailure(
  kind: SiteFailureKind,
  refused: 'failed' | 'wrong' = 'failed',
): ConnectionOutcome {
  if (kind === 'operator') return 'operator';
  if (kind === 'reconnect') return refused;
  if (kind === 'refused') return 'address';
  return kind === 'away' || kind === 'busy' ? 'away' : 'failed';
}

/** Returns the page after a visit: the batch in which it began, else the settings; both say how it ended. */
export function landingAfter(outcome: ConnectionOutcome, batchId: string | null): string {
  const query = `?connection=${outcome}`;
  return batchId === null ? `/settings${query}#connections` : `/process/${batchId}${query}`;
}
