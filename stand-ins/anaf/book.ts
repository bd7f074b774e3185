import { createHash, generateKeyPairSync, randomInt } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Facts } from './checks.ts';

/** The two worlds know nothing of each other. */
export type Base = 'test' | 'prod';

/** A document that was taken: it has an index. */
export interface Document {
  readonly index: string;
  readonly base: Base;
  readonly method: 'upload' | 'uploadb2c';
  readonly standard: string;
  readonly cif: string;
  readonly isForeign: boolean;
  /** Certificate of who sent it. */
  readonly serial: string;
  /** The very bytes, as base64. */
  readonly bytes: string;
  readonly sha256: string;
  readonly at: number;
  readonly facts: Facts;
  /** How often its state was asked for. */
  polls: number;
  processedAt: number | null;
  stare: 'in prelucrare' | 'ok' | 'nok';
  downloadId: string | null;
  errors: readonly string[];
}

/** An entry of the lists, with the file that its ZIP has. */
export interface Message {
  readonly id: string;
  readonly base: Base;
  /** Whose entry it is. */
  readonly cif: string;
  readonly filter: 'T' | 'E' | 'P' | 'R';
  readonly tip: string;
  readonly index: string;
  readonly at: number;
  readonly detalii: string;
  readonly emitent: string;
  readonly beneficiar: string;
  /** Base64. */
  readonly file: string;
}

export interface Refresh {
  readonly token: string;
  readonly serial: string;
  readonly until: number;
  isUsed: boolean;
}

interface State {
  port: number;
  /** PKCS 8 PEM: signs the tokens. */
  privateKey: string;
  nextIndex: number;
  nextId: number;
  documents: Document[];
  messages: Message[];
  refreshes: Refresh[];
  /** Instants before which the tokens of a certificate are dead. */
  withdrawn: Record<string, number>;
  /** Milliseconds by which its clock is ahead. */
  ahead: number;
  awayUntil: number;
}

export class Book {
  readonly state: State;
  readonly #path: string | null;

  /** With a path everything is kept there, so that a restart remembers its documents, its tokens, its clock and its address. */
  constructor(path: string | null) {
    this.#path = path;
    this.state = readState(path) ?? makeState();
  }

  takeDocument(
    sent: Pick<Document, 'base' | 'method' | 'standard' | 'cif' | 'isForeign' | 'serial' | 'at' | 'facts'>,
    bytes: Uint8Array,
  ): Document {
    const document: Document = {
      ...sent,
      index: String(this.state.nextIndex),
      bytes: Buffer.from(bytes).toString('base64'),
      sha256: hashBytes(bytes),
      polls: 0,
      processedAt: null,
      stare: 'in prelucrare',
      downloadId: null,
      errors: [],
    };
    this.state.nextIndex += randomInt(1, 40);
    this.state.documents.push(document);
    this.save();
    return document;
  }

  addMessage(message: Omit<Message, 'id'>): Message {
    const added = { ...message, id: String(this.state.nextId) };
    this.state.nextId += randomInt(1, 40);
    this.state.messages.push(added);
    return added;
  }

  findDocument(base: Base, index: string): Document | undefined {
    return this.state.documents.find((each) => each.base === base && each.index === index);
  }

  /** Returns the document of the same seller and number that came earlier and was not refused. */
  findEarlier({ index, base, facts }: Document): Document | undefined {
    return this.state.documents.find(
      (each) =>
        each.base === base &&
        Number(each.index) < Number(index) &&
        each.stare !== 'nok' &&
        facts.number !== null &&
        each.facts.number === facts.number &&
        each.facts.seller === facts.seller,
    );
  }

  /** On the disk before anything is acknowledged: a power cut of this machine takes nothing from an office's book. */
  save(): void {
    if (!this.#path) return;
    writeFileSync(`${this.#path}.part`, JSON.stringify(this.state), { mode: 0o600, flush: true });
    renameSync(`${this.#path}.part`, this.#path);
    // Windows has no handles on folders.
    if (process.platform !== 'win32') syncFolder(dirname(this.#path));
  }
}

export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function syncFolder(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function readState(path: string | null): State | null {
  if (!path) return null;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function makeState(): State {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    port: 0,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    nextIndex: randomInt(5_000_000_000, 5_900_000_000),
    nextId: randomInt(3_000_000_000, 3_900_000_000),
    documents: [],
    messages: [],
    refreshes: [],
    withdrawn: {},
    ahead: 0,
    awayUntil: 0,
  };
}
