import type { Kysely, Transaction } from 'kysely';
import type { VatRules } from '#domain/invoices/vat.ts';
import type { Operator } from '#domain/payments/operator.ts';
import type { Analytics } from '#server/adapters/analytics/port.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Documents } from '#server/adapters/documents/port.ts';
import type { Files } from '#server/adapters/files/port.ts';
import type { HostedStorage } from '#server/adapters/hosted-storage/port.ts';
import type { Imaging } from '#server/adapters/imaging/port.ts';
import type { Live } from '#server/adapters/live/port.ts';
import type { Mail } from '#server/adapters/mail/port.ts';
import type { Metrics } from '#server/adapters/metrics/port.ts';
import type { CutoutModels } from '#server/adapters/models/port.ts';
import type { Payments } from '#server/adapters/payments/port.ts';
import type { Queue } from '#server/adapters/queue/port.ts';
import type { SignIn } from '#server/adapters/sign-in/port.ts';

/** The dependencies a use case may touch; main.ts plugs them in. */
export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Tells the live stream what a transaction changed; written as its last statements. */
export interface Changes {
  patch(userId: string, key: string, next: { rev: number; patch: unknown }): void;
  document(userId: string, key: string): void;
  list(userId: string, key: string): void;
  /** Run once the transaction is committed (removing files nothing refers to any more, waking workers). */
  afterCommit(action: () => Promise<void> | void): void;
}

/** One transaction with its live events and the time it began. */
export interface Unit {
  readonly tx: Tx;
  readonly changes: Changes;
  readonly now: Date;
}

export interface App {
  readonly db: Db;
  /** One transaction (READ COMMITTED) with its live events. Locks: order → plan → account → batch → run → photos → user → series → live. */
  change<T>(work: (unit: Unit) => Promise<T>): Promise<T>;
  readonly files: Files;
  readonly imaging: Imaging;
  readonly cutoutModels: CutoutModels;
  readonly queue: Queue;
  readonly live: Live;
  readonly mail: Mail;
  /** Card payments; null when they are off. */
  readonly payments: Payments | null;
  /** Google; null when it is off. */
  readonly signIn: SignIn | null;
  /** Where the photos of imported accounts are. */
  readonly hostedStorage: HostedStorage;
  /** Null when it is off. */
  readonly analytics: Analytics | null;
  /** The seller; null while it is not entered. */
  readonly operator: Operator | null;
  /** ANPC's picture that leads to its complaints; null: a link in words does. */
  readonly salPicture: { readonly type: string; readonly bytes: Uint8Array } | null;
  /** The tax in the seller's prices. */
  readonly vat: VatRules;
  /** The series of real invoices and its first number; empty while it is not entered. */
  readonly numbering: { readonly series: string; readonly first: number };
  /** Makes files of what was sold. */
  readonly documents: Documents;
  /** Years that the books are kept, as the law has it. */
  readonly bookYears: number;
  /** Days that backups are kept at most. */
  readonly backupDays: number;
  /** Location of the servers, in Romanian, after „servere din”. */
  readonly hosting: string;
  readonly log: Log;
  readonly metrics: Metrics;
  /** The address people open („https://fotolot.example”), for links in mails. */
  publicUrl(): string;
  now(): Date;
  /** `newId('lot')` → „lot_…” with 128 random bits. */
  newId(prefix: string): string;
  /** Keyed hash (hex) of a text for one purpose; the key lives in the data folder. */
  keyedHash(purpose: string, text: string): string;
}

/** The signed-in user. Routes make it from the session; admin use cases take an Admin. */
export interface User {
  readonly id: string;
  readonly role: 'user' | 'admin';
  readonly sessionId: string;
  /** The token that the request brought; none where no request asks. */
  readonly token?: HeldToken;
}

/** A session's token as one request or stream holds it. */
export interface HeldToken {
  readonly hash: string;
  /** Until when it counts at most, once it has been renewed; else null. */
  readonly graceUntil: Date | null;
}

/** How the jobs of a kind are carried out and how often they are tried. */
export interface Job {
  /** `payload`: as it was stored. One that does not fit is an error of that job. */
  readonly run: (payload: unknown) => Promise<void>;
  readonly concurrency: number;
  readonly retries: number;
  /** The pause before a further try doubles each time; it grows no longer than so many seconds. */
  readonly longestPause?: number;
  /** The job that gets its payload when the last try failed, by an error or by the end of its process. */
  readonly failed?: string;
  /** Minutes after which one counts as lost; ten by default. */
  readonly minutes?: number;
  /** Cron expression in Bucharest's time, for jobs that run by the clock. */
  readonly cron?: string;
}
