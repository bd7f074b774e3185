interface RequestDone {
  readonly method: string;
  /** As it is mounted („/api/batches/:batchId”), never with an id in it. */
  readonly route: string;
  readonly status: number;
  /** Null where the reply is a stream that lasts as long as its reader stays. */
  readonly seconds: number | null;
}

/** Takes down what happens. Where no metrics are wanted it does nothing. */
export interface Metrics {
  request(done: RequestDone): void;
  /** A photo of a batch that was in work. */
  photo(outcome: 'done' | 'failed' | 'tried again' | 'given back' | 'late'): void;
  /** One look for the next photo. */
  claim(seconds: number): void;
  notifyDelay(seconds: number): void;
  storage(operation: string, isOk: boolean, seconds: number): void;
}

export const NO_METRICS: Metrics = {
  request: () => {},
  photo: () => {},
  claim: () => {},
  notifyDelay: () => {},
  storage: () => {},
};
