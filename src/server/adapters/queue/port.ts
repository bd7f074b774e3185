import type { Tx } from '#server/app.ts';

/** The job queue. A job is enqueued in the transaction that needs it; its data are ids. */
export interface Queue {
  send(
    tx: Tx,
    job: string,
    data: Readonly<Record<string, string>>,
    options?: {
      priority?: number;
      /** Of those with this key one is carried out at once and one more when so many seconds are over. */
      merged?: { key: string; seconds: number };
    },
  ): Promise<void>;
  /** The data of every job of this kind that waits, is carried out or will be tried again. */
  unfinished(job: string): Promise<readonly Readonly<Record<string, string>>[]>;
}
