import type { Transaction } from 'kysely';
import type { DB } from '#server/adapters/database/schema.ts';

/** The job queue. A job is enqueued in the transaction that needs it; its data are ids. */
export interface Queue {
  send(
    tx: Transaction<DB>,
    job: string,
    data: Readonly<Record<string, string>>,
    options?: {
      /** The owner. People's jobs of this kind are carried out in turn: one each, however many one person has waiting. */
      inTurnOf?: string;
      /** Of jobs with this key one is carried out at once and one more when so many seconds are over. */
      merged?: { key: string; seconds: number };
    },
  ): Promise<void>;
  /** The data of every job of this kind that waits, is carried out or will be tried again. */
  unfinished(job: string): Promise<readonly Readonly<Record<string, string>>[]>;
}
