import { sql } from 'kysely';
import type { Db } from '#server/app.ts';

/** Work that waits and work in progress at this moment, in the whole installation. */
export interface QueueNow {
  /** Photos of batches that one more worker could claim: of each owner at most as many as their plan allows at once. */
  readonly claimable: number;
  /** When the oldest run with such photos began; null when there is none. */
  readonly claimableSince: Date | null;
  /** All waiting photos of batches, also those behind their owner's others. */
  readonly waiting: number;
  readonly waitingSince: Date | null;
  readonly working: number;
  /** Uploaded photos that are not ready yet. */
  readonly preparing: number;
  readonly mails: number;
}

export async function readQueueNow(db: Db): Promise<QueueNow> {
  const { rows } = await sql<QueueNow>`select claimable, claimable_since as "claimableSince", waiting,
    waiting_since as "waitingSince", working, preparing, mails from queue_now`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('no queue');
  return found;
}
