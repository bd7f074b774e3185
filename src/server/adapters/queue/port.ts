import type { Transaction } from 'kysely';
import type { ZodType } from 'zod';
import type { DB } from '#server/adapters/database/schema.ts';

/** A kind of job: its name and payload. Waiting jobs may have been stored by earlier versions: a key added later is optional. */
export interface JobKind<Payload extends object> {
  readonly name: string;
  readonly payload: ZodType<Payload>;
}

/** When a job is carried out beside others of its kind: `send(tx, { ...KIND, inTurnOf }, payload)`. */
interface JobTurn {
  /** Owner of the job. People's jobs of this kind take turns, one each, however many one person has waiting. */
  readonly inTurnOf?: string;
  /** Limits the jobs with this key: one is carried out at once, one more after so many seconds. */
  readonly merged?: { readonly key: string; readonly seconds: number };
  /** Seconds before which it is not carried out. */
  readonly inSeconds?: number;
}

/** The job queue. A job is enqueued in the transaction that needs it; its payload is ids. */
export interface Queue {
  send<Payload extends object>(
    tx: Transaction<DB>,
    kind: JobKind<Payload> & JobTurn,
    payload: NoInfer<Payload>,
  ): Promise<void>;
  /** Returns the payload of every job of this kind that waits, runs or will be retried, without those that don't fit. */
  unfinished<Payload extends object>(kind: JobKind<Payload>): Promise<readonly Payload[]>;
}
