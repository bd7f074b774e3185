const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** The right to try once; the caller reports the outcome by `recordSuccess`, `recordFailure` or `releaseTurn`. */
export interface Turn {
  readonly isProbe: boolean;
}

/** Returns the pause in milliseconds after so many failures in a row. */
export function pauseAfter(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
}

/**
 * Circuit breaker for workers that need the same storage and database. Closed, all may try. A failure opens it: all pause, twice as long
 * each time, then one worker probes while the others wait. Times are milliseconds of a monotonic clock.
 */
export class CircuitBreaker {
  #failures = 0;
  #retryAt = 0;
  #probe: Turn | null = null;

  get isOpen(): boolean {
    return this.#failures > 0;
  }

  /** Returns a turn, or how many milliseconds to wait. A caller that waits for a probe must be woken at its end. */
  requestTurn(now: number): Turn | { readonly waitMs: number } {
    if (!this.isOpen) return { isProbe: false };
    if (now < this.#retryAt) return { waitMs: this.#retryAt - now };
    if (this.#probe) return { waitMs: LONGEST_PAUSE_MS };
    this.#probe = { isProbe: true };
    return this.#probe;
  }

  /** Closes the breaker after a probe. A turn that began before the outage says nothing about its end. */
  recordSuccess(turn: Turn): void {
    if (turn !== this.#probe) return;
    this.#probe = null;
    this.#failures = 0;
  }

  /** Opens the breaker; returns true when the outage is new or goes on. Turns from before it was noticed met the same outage. */
  recordFailure(turn: Turn, now: number): boolean {
    if (this.isOpen && turn !== this.#probe) return false;
    this.#probe = null;
    this.#failures += 1;
    this.#retryAt = now + pauseAfter(this.#failures);
    return true;
  }

  /** There was nothing to try: the next turn may probe. */
  releaseTurn(turn: Turn): void {
    if (turn === this.#probe) this.#probe = null;
  }
}
