interface RequestDone {
  readonly method: string;
  /** The mounted path („/api/batches/:batchId”), never with an id in it. */
  readonly route: string;
  readonly status: number;
  /** Null for a stream, which lasts as long as its reader stays. */
  readonly seconds: number | null;
}

/** Counts and times events; a no-op where no metrics are wanted. */
export interface Metrics {
  request(done: RequestDone): void;
  /** A photo of a batch that was in work. */
  photo(outcome: 'done' | 'failed' | 'tried again' | 'given back' | 'late'): void;
  /** One look for the next photo. */
  claim(seconds: number): void;
  notifyDelay(seconds: number): void;
  storage(operation: string, isOk: boolean, seconds: number): void;
  /** A notification of the card provider: `read`: it led to a reading of the status; `repeated`: it was known to the byte. */
  notification(outcome: 'applied' | 'repeated' | 'read' | 'of no order' | 'not believed' | 'failed'): void;
}

export const NO_METRICS: Metrics = {
  request: () => {},
  photo: () => {},
  claim: () => {},
  notifyDelay: () => {},
  storage: () => {},
  notification: () => {},
};
