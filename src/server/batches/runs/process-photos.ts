import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '#server/app.ts';
import { CircuitBreaker, type Turn } from '#server/batches/runs/circuit-breaker.ts';
import {
  type Claim,
  claimPhoto,
  giveBack,
  LEASE_SECONDS,
  renewLeases,
} from '#server/batches/runs/claim-store.ts';
import { repeatUntilReachable, workOnClaim } from '#server/batches/runs/work-on-claim.ts';

/** Wakes the workers: a run started or was cancelled. */
export const RUNS_WAKE = 'runs';
/** Plus the rest of its lease: how long a dead process's photo stands still at most. */
const IDLE_LOOK_MS = 3000;
const RENEWED_EACH_MS = (LEASE_SECONDS * 1000) / 6;
/** Limit for all store calls of one photo together, before and after its pictures are made; each call has its own limit too. */
const PHOTO_MS = 5 * 60_000;

export interface Processing {
  /** Claims no further photo; resolves when those in work are done. */
  finishCurrent(): Promise<void>;
  /** Gives back the photos in work. */
  stop(): Promise<void>;
}

interface Surroundings {
  /** Returns the names of services that this process needs and can't reach. */
  readonly missing?: () => Promise<readonly string[]>;
  readonly photoMs?: number;
}

/** Works through the runs' photos, one loop per batch image process. The runs' rows are the queue. */
export function startProcessing(app: App, surroundings: Surroundings = {}): Processing {
  return new Hands(app, surroundings);
}

/** Outcome of a turn; `away`: storage or database was out of reach. */
type TurnOutcome = 'worked' | 'idle' | 'away';

class Hands implements Processing {
  readonly #app: App;
  readonly #missing: () => Promise<readonly string[]>;
  readonly #photoMs: number;
  readonly #breaker = new CircuitBreaker();
  readonly #inWork = new Map<string, AbortController>();
  readonly #ending = new AbortController();
  readonly #sleepers = new Set<() => void>();
  readonly #renewal: NodeJS.Timeout;
  readonly #unsubscribe: () => void;
  readonly #hands: readonly Promise<void>[];
  #isStopping = false;
  #wasDatabaseAway = false;
  #wakes = 0;

  constructor(app: App, { missing = async () => [], photoMs = PHOTO_MS }: Surroundings) {
    this.#app = app;
    this.#missing = missing;
    this.#photoMs = photoMs;
    this.#unsubscribe = app.live.onWake(RUNS_WAKE, () => {
      this.#wakeAll();
      this.#checkLeases();
    });
    this.#renewal = setInterval(() => this.#checkLeases(), RENEWED_EACH_MS);
    this.#hands = Array.from({ length: app.imaging.batchProcesses }, () => this.#hand());
  }

  async finishCurrent(): Promise<void> {
    this.#isStopping = true;
    this.#wakeAll();
    await Promise.all(this.#hands);
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    clearInterval(this.#renewal);
    this.#unsubscribe();
    const givesBack = this.#inWork.size > 0;
    for (const abort of this.#inWork.values()) abort.abort();
    await this.finishCurrent();
    // Without it other processes would look some seconds later.
    if (givesBack) await this.#app.live.wake(RUNS_WAKE);
  }

  async #hand(): Promise<void> {
    while (!this.#isStopping) {
      const before = this.#wakes;
      const turn = this.#breaker.requestTurn(performance.now());
      if ('waitMs' in turn) {
        await this.#sleep(turn.waitMs);
        continue;
      }
      const tried = await this.#try(turn);
      this.#note(turn, tried);
      // This look did not see a run that started during it.
      if (tried === 'idle' && this.#wakes === before) await this.#sleep(IDLE_LOOK_MS);
    }
  }

  async #try(turn: Turn): Promise<TurnOutcome> {
    if (turn.isProbe && !(await this.#isAllThere())) return 'away';
    let claim: Claim | null;
    try {
      claim = await claimOrGiveBack(this.#app, this.#ending.signal);
    } catch {
      this.#wasDatabaseAway = true;
      return 'away';
    }
    return claim ? this.#take(claim) : 'idle';
  }

  async #take(claim: Claim): Promise<TurnOutcome> {
    const abort = new AbortController();
    this.#inWork.set(claim.token, abort);
    // Claimed while the server was told to end.
    if (this.#ending.signal.aborted) abort.abort();
    try {
      const limits = { signal: abort.signal, photoMs: this.#photoMs };
      return (await workOnClaim(this.#app, claim, limits)) ? 'worked' : 'away';
    } catch (error) {
      this.#app.log.error({ error }, 'processing a photo');
      return 'worked';
    } finally {
      this.#inWork.delete(claim.token);
    }
  }

  /** Reports to the breaker, and wakes the other loops when an outage is over. */
  #note(turn: Turn, tried: TurnOutcome): void {
    const { log } = this.#app;
    const wasOpen = this.#breaker.isOpen;
    if (tried === 'away') this.#breaker.recordFailure(turn, performance.now());
    else if (tried === 'idle') this.#breaker.releaseTurn(turn);
    else this.#breaker.recordSuccess(turn);
    const { isOpen } = this.#breaker;
    if (isOpen && !wasOpen) log.warn({}, 'storage or database is away: no photo is claimed');
    if (isOpen || !wasOpen) return;
    log.info({}, 'storage and database are back: photos are claimed again');
    this.#wakeAll();
  }

  /**
   * After a database outage, waits until workers elsewhere could renew their leases, so that none of their photos is claimed from under
   * them.
   */
  async #isAllThere(): Promise<boolean> {
    const missing = await this.#missing();
    if (missing.includes('database')) this.#wasDatabaseAway = true;
    if (missing.length > 0) return false;
    if (!this.#wasDatabaseAway) return true;
    this.#wasDatabaseAway = false;
    const { signal } = this.#ending;
    await wait(RENEWED_EACH_MS, undefined, { signal }).catch(() => {});
    return true;
  }

  #checkLeases(): void {
    const check = async () => {
      // Photos claimed while the query runs are missing in its reply.
      const asked = [...this.#inWork];
      const valid = await renewLeases(
        this.#app,
        asked.map(([token]) => token),
      );
      for (const [token, abort] of asked) if (!valid.has(token)) abort.abort();
    };
    check().catch((error: unknown) => this.#app.log.warn({ error }, 'renewing leases'));
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#sleepers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.#sleepers.add(wake);
    });
  }

  #wakeAll(): void {
    this.#wakes += 1;
    for (const wake of this.#sleepers) wake();
  }
}

/**
 * Returns the next photo, or null. Database errors pass through; since the photo may be claimed although the reply was lost, it is given
 * back first.
 */
export async function claimOrGiveBack(app: App, signal: AbortSignal): Promise<Claim | null> {
  const token = app.newId('lea');
  try {
    return await claimPhoto(app, token);
  } catch (error) {
    app.log.error({ error }, 'claiming a photo');
    await repeatUntilReachable(app, signal, () => giveBack(app, token)).catch((failure: unknown) =>
      app.log.warn({ error: failure }, 'giving a photo back'),
    );
    throw error;
  }
}
