/** Work on a photo took more time than it may, as long as no image process had it. */
export class Overdue extends Error {
  constructor(milliseconds: number) {
    super(`a photo stood still for more than ${milliseconds} ms`);
  }
}

/** A limit that begins anew after each pause: what it ends is one long stay with stores and database. */
export class TimeLimit implements Disposable {
  readonly #late = new AbortController();
  readonly #over = Promise.withResolvers<never>();
  readonly #milliseconds: number;
  #timer: NodeJS.Timeout;
  #pauses = 0;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
    this.#timer = this.#begin();
    this.isOver.catch(() => {});
  }

  /** Rejects with Overdue once the time is over. */
  get isOver(): Promise<never> {
    return this.#over.promise;
  }

  /** Aborted in the same moment. */
  get signal(): AbortSignal {
    return this.#late.signal;
  }

  /** No time passes while `work` goes on. */
  async pauseDuring<T>(work: () => Promise<T>): Promise<T> {
    this.#pauses += 1;
    clearTimeout(this.#timer);
    try {
      return await work();
    } finally {
      this.#pauses -= 1;
      if (this.#pauses === 0 && !this.signal.aborted) this.#timer = this.#begin();
    }
  }

  /** A pause that ends later begins nothing. */
  [Symbol.dispose](): void {
    this.#pauses += 1;
    clearTimeout(this.#timer);
  }

  #begin(): NodeJS.Timeout {
    return setTimeout(() => {
      const error = new Overdue(this.#milliseconds);
      this.#late.abort(error);
      this.#over.reject(error);
    }, this.#milliseconds);
  }
}
