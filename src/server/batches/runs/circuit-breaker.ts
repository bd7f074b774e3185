const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** The right to try once; what became of it is told by `succeeded`, `failed` or `undecided`. */
export interface Turn {
  readonly isProbe: boolean;
}

/** How long nothing is tried after so many failures in a row. */
export function pauseAfter(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
}

/**
 * A circuit breaker for hands that need the same storage and database. Closed, all may try. After a failure it is open: nothing is tried for
 * a pause that doubles each time, then one hand probes while the others wait. Times are milliseconds of a clock that never goes back.
 */
export class CircuitBreaker {
  #failures = 0;
  #retryAt = 0;
  #probe: Turn | null = null;

  get isOpen(): boolean {
    return this.#failures > 0;
  }

  /** Returns a turn, or for how long to wait; who waits for a probe is to be woken at its end. */
  requestTurn(now: number): Turn | { readonly waitMs: number } {
    if (!this.isOpen) return { isProbe: false };
    if (now < this.#retryAt) return { waitMs: this.#retryAt - now };
    if (this.#probe) return { waitMs: LONGEST_PAUSE_MS };
    this.#probe = { isProbe: true };
    return this.#probe;
  }

  /** A turn that began before the outage was noticed says nothing about its end. */
  recordSuccess(turn: Turn): void {
    if (turn !== this.#probe) return;
    this.#probe = null;
    this.#failures = 0;
  }

  /** True: the outage is news, or lasts. Those who began before it was noticed met the same one. */
  recordFailure(turn: Turn, now: number): boolean {
    if (this.isOpen && turn !== this.#probe) return false;
    this.#probe = null;
    this.#failures += 1;
    this.#retryAt = now + pauseAfter(this.#failures);
    return true;
  }

  /** There was nothing to try: the next one may probe. */
  releaseTurn(turn: Turn): void {
    if (turn === this.#probe) this.#probe = null;
  }
}
