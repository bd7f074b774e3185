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
import { onceBack, workOnClaim } from '#server/batches/runs/work-on-claim.ts';

/** Wakes the worker: a run started or was cancelled. */
export const RUNS_WAKE = 'runs';
/** With the rest of its lease, how long the photo of a process that died stands at most. */
const IDLE_LOOK_MS = 3000;
const RENEWED_EACH_MS = (LEASE_SECONDS * 1000) / 6;
/** Calls of a store have limits of their own; no photo waits longer than this for all of them, before its pictures are made or after. */
const PHOTO_MS = 5 * 60_000;

export interface Processing {
  /** Claims no further photo from here on; resolves when those in work are done. */
  finishCurrent(): Promise<void>;
  /** Gives back what is in work. */
  stop(): Promise<void>;
}

interface Surroundings {
  /** Names what this process needs and does not reach. */
  readonly missing?: () => Promise<readonly string[]>;
  readonly photoMs?: number;
}

/** Works through the runs' photos with as many hands as there are batch processes. The run's rows are the queue. */
export function startProcessing(app: App, surroundings: Surroundings = {}): Processing {
  return new Hands(app, surroundings);
}

/** What became of a turn; `away`: storage or database let nothing be done. */
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
    // Other processes would look for them some seconds later only.
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
      // A run that started during the look was not seen by it.
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

  /** Tells the breaker; the other hands look at it when something changed. */
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

  /** After an outage of the database those who still work on photos get the time to say so: none is claimed from under them. */
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
      // Those claimed while the database is asked are none of its reply.
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
 * The next photo, or null. Fails as the database does; the reply may have been lost with the connection and the photo be claimed all the
 * same: it is then given back first.
 */
export async function claimOrGiveBack(app: App, signal: AbortSignal): Promise<Claim | null> {
  const token = app.newId('lea');
  try {
    return await claimPhoto(app, token);
  } catch (error) {
    app.log.error({ error }, 'claiming a photo');
    await onceBack(app, signal, () => giveBack(app, token)).catch((failure: unknown) =>
      app.log.warn({ error: failure }, 'giving a photo back'),
    );
    throw error;
  }
}
