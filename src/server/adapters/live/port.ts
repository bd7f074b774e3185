import type { StoredEvent } from '#server/adapters/database/stored-json.ts';

export interface NumberedEvent {
  readonly seq: number;
  readonly event: StoredEvent;
}

/** A reader who has this user's events up to `seq`. */
export interface Reader {
  readonly userId: string;
  readonly seq: number;
}

export interface LiveListener {
  /** Something new is stored for this user. */
  onChange(): void;
  /** A session ended; null: all of this user's. */
  onSessionEnd(sessionId: string | null): void;
  /** A session goes on, but its earlier tokens may no longer count. */
  onTokenChange?(sessionId: string): void;
  /** This process stops serving: another one goes on. */
  onLeave?(): void;
}

/** Tells this process of committed changes, wherever they were made. */
export interface Live {
  subscribe(userId: string, listener: LiveListener): () => void;
  /** Returns the events after each reader's `seq`, in order; null when they are no longer kept and everything must be read again. */
  eventsAfter(readers: readonly Reader[]): Promise<(readonly NumberedEvent[] | null)[]>;
  lastSeq(userId: string): Promise<number>;
  /** Cuts the streams of a session (or all of a user's) in every process. */
  endSessions(userId: string, sessionId: string | null): Promise<void>;
  /** Has every process check whether the session's streams still have a valid token. */
  tokenChanged(userId: string, sessionId: string): Promise<void>;
  /** Wakes the workers of this kind in any process. */
  wake(work: string): Promise<void>;
  onWake(work: string, listener: () => void): () => void;
  close(): Promise<void>;
}
