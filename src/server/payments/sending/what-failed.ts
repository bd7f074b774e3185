import { AnafFailure, type AnafFailureKind } from '#domain/invoices/anaf-failure.ts';
import type { App } from '#server/app.ts';
import { pauseQueue } from '#server/payments/store/sending-store.ts';

/** Seconds that all sending waits after a failure that is no document's own. */
const PAUSES: Partial<Readonly<Record<AnafFailureKind, number>>> = {
  limit: 60,
  away: 60,
  unknown: 60,
  token: 60,
  reconnect: 60,
  'no-rights': 300,
  operator: 300,
};
/** ANAF may ask for more. */
const LONGEST_PAUSE = 86_400;

/** Returns ANAF's failure. Throws whatever else it is: a database or a store that is away. */
export function toAnafFailure(error: unknown): AnafFailure {
  if (error instanceof AnafFailure) return error;
  throw error;
}

/** Lets all sending wait where the failure is no document's own; returns whether it does. */
export async function pauseAfter(app: App, { kind, facts }: AnafFailure): Promise<boolean> {
  const least = PAUSES[kind];
  if (least === undefined) return false;
  const seconds = kind === 'limit' ? (facts.waitSeconds ?? least) : least;
  const until = new Date(app.now().getTime() + Math.min(Math.max(seconds, 1), LONGEST_PAUSE) * 1000);
  await pauseQueue(app.db, until, kind);
  app.log.warn({ kind, detail: facts.detail, until }, 'sending to ANAF waits');
  return true;
}
