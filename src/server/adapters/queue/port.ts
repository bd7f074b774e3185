import type { Transaction } from 'kysely';
import type { ZodType } from 'zod';
import type { DB } from '#server/adapters/database/schema.ts';

/** A kind of job: its name and what one is sent with. Jobs that wait were stored by earlier versions too: a key added later is optional. */
export interface JobKind<Payload extends object> {
  readonly name: string;
  readonly payload: ZodType<Payload>;
}

/** When a job is carried out beside others of its kind: `send(tx, { ...KIND, inTurnOf }, payload)`. */
interface JobTurn {
  /** The owner. People's jobs of this kind are carried out in turn: one each, however many one person has waiting. */
  readonly inTurnOf?: string;
  /** Of jobs with this key one is carried out at once and one more when so many seconds are over. */
  readonly merged?: { readonly key: string; readonly seconds: number };
  /** It is carried out no sooner than in so many seconds. */
  readonly inSeconds?: number;
}

/** The job queue. A job is enqueued in the transaction that needs it; its payload is ids. */
export interface Queue {
  send<Payload extends object>(
    tx: Transaction<DB>,
    kind: JobKind<Payload> & JobTurn,
    payload: NoInfer<Payload>,
  ): Promise<void>;
  /** The payload of every job of this kind that waits, is carried out or will be tried again; what does not fit is left out. */
  unfinished<Payload extends object>(kind: JobKind<Payload>): Promise<readonly Payload[]>;
}
