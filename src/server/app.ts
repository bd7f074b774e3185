import type { Kysely, Transaction } from 'kysely';
import type { EFacturaMode } from '#domain/invoices/hand-in.ts';
import type { VatRules } from '#domain/invoices/vat.ts';
import type { Operator } from '#domain/payments/operator.ts';
import type { KeyKind } from '#domain/users/api-keys.ts';
import type { Right } from '#domain/users/rights.ts';
import type { AdvertSites } from '#server/adapters/adverts/port.ts';
import type { Anaf } from '#server/adapters/anaf/port.ts';
import type { Analytics } from '#server/adapters/analytics/port.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Documents } from '#server/adapters/documents/port.ts';
import type { Files } from '#server/adapters/files/port.ts';
import type { FirmRegistry } from '#server/adapters/firm-registry/port.ts';
import type { HostedStorage } from '#server/adapters/hosted-storage/port.ts';
import type { Imaging } from '#server/adapters/imaging/port.ts';
import type { Live } from '#server/adapters/live/port.ts';
import type { Mail } from '#server/adapters/mail/port.ts';
import type { Metrics } from '#server/adapters/metrics/port.ts';
import type { CutoutModels } from '#server/adapters/models/port.ts';
import type { Payments } from '#server/adapters/payments/port.ts';
import type { Queue } from '#server/adapters/queue/port.ts';
import type { SignIn } from '#server/adapters/sign-in/port.ts';
import type { WebhookSender } from '#server/adapters/webhooks/port.ts';

/** The dependencies that a use case may touch; main.ts wires them. */
export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A transaction's changes for the live stream, written as its last statements. */
export interface Changes {
  patch(userId: string, key: string, next: { rev: number; patch: unknown }): void;
  document(userId: string, key: string): void;
  list(userId: string, key: string): void;
  /** Runs once the transaction is committed (removing files that no row names, waking workers). */
  afterCommit(action: () => Promise<void> | void): void;
}

/** One transaction, its live events and the time it began. */
export interface Unit {
  readonly tx: Tx;
  readonly changes: Changes;
  readonly now: Date;
}

export interface App {
  readonly db: Db;
  /**
   * Runs one transaction (READ COMMITTED) with its live events; throws what `work` throws, rolled back. Locks: order → plan → account →
   * batch → run → photos → user → connection → series → live. The list of hand-ins, and the
   * connection to ANAF, are locked without any of them.
   */
  change<T>(work: (unit: Unit) => Promise<T>): Promise<T>;
  readonly files: Files;
  readonly imaging: Imaging;
  readonly cutoutModels: CutoutModels;
  readonly queue: Queue;
  readonly live: Live;
  readonly mail: Mail;
  /** Card payments; null when they are off. */
  readonly payments: Payments | null;
  /** Sign-in with Google; null when it is off. */
  readonly signIn: SignIn | null;
  /** Sites on which people have adverts. */
  readonly adverts: AdvertSites;
  /** The storage with the photos of imported accounts. */
  readonly hostedStorage: HostedStorage;
  /** The public registry of firms; null when it is off. */
  readonly firmRegistry: FirmRegistry | null;
  /** Tells people's programs. */
  readonly webhooks: WebhookSender;
  /** Google's tag; null when it is off. */
  readonly analytics: Analytics | null;
  /** The seller; null while it is not entered. */
  readonly operator: Operator | null;
  /** ANPC's picture that links to its complaints; null: words link there. */
  readonly salPicture: { readonly type: string; readonly bytes: Uint8Array } | null;
  /** The tax in the seller's prices. */
  readonly vat: VatRules;
  /** Series of real invoices and its first number; empty while none is entered. */
  readonly numbering: { readonly series: string; readonly first: number };
  /** How invoices get into RO e-Factura. */
  readonly eFactura: EFacturaMode;
  /** ANAF's interfaces; null where nothing is sent (export, off). */
  readonly anaf: Anaf | null;
  /** Makes the files of invoices. */
  readonly documents: Documents;
  /** Years that the law has the books kept. */
  readonly bookYears: number;
  /** „1.2.3”, of the code that runs. */
  readonly version: string;
  /** True where the database is the one that the server starts itself. */
  readonly isDatabaseEmbedded: boolean;
  /** Days that backups are kept at most. */
  readonly backupDays: number;
  /** Location of the servers, in Romanian, after „servere din”. */
  readonly hosting: string;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Returns the address that people open („https://fotolot.example”), for links in mails. */
  publicUrl(): string;
  now(): Date;
  /** Returns an id: `newId('lot')` → „lot_…” with 128 random bits. */
  newId(prefix: string): string;
  /** Returns the keyed hash (hex) of a text for one purpose; the key is in the data folder. */
  keyedHash(purpose: string, text: string): string;
}

/** The signed-in user. Routes read it from the session; admin use cases take an Admin. */
export interface User {
  readonly id: string;
  readonly role: 'user' | 'admin';
  /** Narrow rights; missing where no request asks. */
  readonly rights?: readonly Right[];
  readonly sessionId: string;
  /** True for an admin who must have a second factor and has none: no right of admins counts. */
  readonly lacksFactor?: boolean;
  /** The token that the request brought; missing where no request asks. */
  readonly token?: HeldToken;
}

/** A phone that adds photos to one batch by a link, without an account. */
export interface Phone {
  readonly linkId: string;
  /** The owner of batch and photos, by the session that made the link. */
  readonly owner: User;
  readonly batchId: string;
  readonly endsAt: Date;
  readonly freePlaces: number;
  /** False once it only may finish uploads that have begun. */
  readonly isOpen: boolean;
}

/** A phone that reads the results of one batch by a link, without an account. */
export interface ResultPhone {
  readonly linkId: string;
  /** The owner of the batch, by the session that made the link. */
  readonly owner: User;
  readonly batchId: string;
  readonly endsAt: Date;
}

/** A person's program, known by its key. */
export interface Program {
  /** Its owner, never as an admin; the key's id stands for a session's. */
  readonly user: User;
  readonly kind: KeyKind;
  /** False while the plan in force brings no keys. */
  readonly isAwake: boolean;
}

/** A session's token as a request or stream holds it. */
export interface HeldToken {
  readonly hash: string;
  /** When a renewed token ends at the latest; null for the present one. */
  readonly graceUntil: Date | null;
}

/** How a kind's jobs run and how often they are tried. */
export interface Job {
  /** `payload`: as it was stored. One that does not fit the schema fails the job. */
  readonly run: (payload: unknown) => Promise<void>;
  readonly concurrency: number;
  readonly retries: number;
  /** Seconds at most before a further try; the pause doubles each time. */
  readonly longestPause?: number;
  /** The job that gets the payload when the last try failed, by an error or by the end of its process. */
  readonly failed?: string;
  /** Minutes after which a running job counts as lost; ten by default. */
  readonly minutes?: number;
  /** Cron expression in Bucharest's time, for jobs that run by the clock. */
  readonly cron?: string;
}
