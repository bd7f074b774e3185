import type { Base, Book } from './book.ts';
import type { Certificate } from './certificates.ts';
import type { Faults } from './faults.ts';
import type { Limits } from './limits.ts';
import type { Application, Tokens } from './tokens.ts';

/** A call as it came, without its token. */
interface Call {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  /** 0: no answer was given. */
  readonly status: number;
}

/** A call to a method of the invoices, with who makes it. */
export interface ApiCall {
  readonly at: number;
  readonly base: Base;
  readonly name: string;
  /** Address with its query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly contentType: string;
  readonly body: Buffer;
  readonly certificate: Certificate;
}

/** An upload as it came, taken or not. */
interface Arrival {
  readonly at: number;
  readonly base: Base;
  readonly path: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Null: it was not taken. */
  readonly index: string | null;
}

/** When a document has been processed: at the question after `polls` others, or `seconds` after it came. */
export interface Pace {
  readonly polls: number;
  readonly seconds: number;
}

/** Everything that the office is. */
export interface Office {
  readonly url: string;
  readonly application: Application;
  readonly certificates: readonly Certificate[];
  readonly book: Book;
  readonly tokens: Tokens;
  readonly limits: Limits;
  readonly calls: Call[];
  readonly arrivals: Arrival[];
  faults: Faults;
  pace: Pace;
  /** Instant of the last question to the registry of firms. */
  registryAt: number;
}

export function getNow({ book }: { readonly book: Book }): number {
  return Date.now() + book.state.ahead;
}
