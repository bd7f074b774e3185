/** Edits are on the screen at once and on the server a moment later; none is lost while it waits, is sent or has to be sent again. */
export interface AutosaveDeps<P> {
  /** Rejects with `refused` true when the server will never take this patch. */
  send(patch: P, leaving: boolean): Promise<void>;
  /** Both edits as one: what the later one says replaces what the earlier one said of the same thing. */
  merge(earlier: P, later: P): P;
  isRefusal(error: unknown): boolean;
  after(ms: number, run: () => void): () => void;
  /** Something changed: the edits not yet on the server, or how saving stands. */
  changed(state: AutosaveState<P>): void;
  refused(error: unknown): void;
}

export interface AutosaveState<P> {
  /** Edits the server does not have yet. */
  readonly unsaved: P;
  readonly status: 'saved' | 'waiting' | 'saving' | 'retrying';
}

const PAUSE_MS = 500;
const RETRY_MS = [1000, 2000, 4000, 8000, 15_000] as const;

/** `P`: an edit whose fields may all be missing; {} is none. */
export class Autosave<P extends object> {
  readonly #deps: AutosaveDeps<P>;
  #waiting = {} as P;
  #sending = {} as P;
  #busy: Promise<void> | null = null;
  #failures = 0;
  #cancelTimer: (() => void) | null = null;

  constructor(deps: AutosaveDeps<P>) {
    this.#deps = deps;
  }

  addEdit(patch: P): void {
    this.#waiting = this.#deps.merge(this.#waiting, patch);
    if (this.#busy === null) this.#schedule(this.#failures > 0 ? this.#retryPause() : PAUSE_MS);
    this.#tell();
  }

  /** Sends what waits now; true when everything edited so far is on the server or refused. */
  async flush(): Promise<boolean> {
    while (this.#busy !== null || !isEmpty(this.#waiting)) {
      this.#cancelTimer?.();
      this.#cancelTimer = null;
      await (this.#busy ?? this.#save());
      if (this.#failures > 0) return false;
    }
    return true;
  }

  /** The page goes away: what waits and what may be cut off is sent in a request that outlives it. */
  saveOnLeave(): void {
    const all = this.#unsaved();
    this.#cancelTimer?.();
    if (!isEmpty(all)) void this.#deps.send(all, true).catch(() => undefined);
    if (!isEmpty(this.#waiting)) this.#schedule(PAUSE_MS);
  }

  /** Edits the server does not have yet. */
  get unsaved(): P {
    return this.#unsaved();
  }

  #schedule(ms: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#deps.after(ms, () => {
      this.#cancelTimer = null;
      void this.#save();
    });
  }

  #save(): Promise<void> {
    if (this.#busy !== null) return this.#busy;
    if (isEmpty(this.#waiting)) return Promise.resolve();
    this.#sending = this.#waiting;
    this.#waiting = {} as P;
    this.#busy = this.#deliver().finally(() => {
      this.#busy = null;
      if (!isEmpty(this.#waiting)) this.#schedule(this.#failures > 0 ? this.#retryPause() : PAUSE_MS);
      this.#tell();
    });
    this.#tell();
    return this.#busy;
  }

  async #deliver(): Promise<void> {
    try {
      await this.#deps.send(this.#sending, false);
      this.#failures = 0;
    } catch (error) {
      if (this.#deps.isRefusal(error)) {
        this.#failures = 0;
        this.#deps.refused(error);
      } else {
        this.#failures += 1;
        this.#waiting = this.#unsaved();
      }
    }
    this.#sending = {} as P;
  }

  #unsaved(): P {
    return this.#deps.merge(this.#sending, this.#waiting);
  }

  #retryPause(): number {
    return RETRY_MS[this.#failures - 1] ?? 15_000;
  }

  #tell(): void {
    const unsaved = this.#unsaved();
    this.#deps.changed({ unsaved, status: this.#status(unsaved) });
  }

  #status(unsaved: P): AutosaveState<P>['status'] {
    if (this.#busy !== null) return 'saving';
    if (isEmpty(unsaved)) return 'saved';
    return this.#failures > 0 ? 'retrying' : 'waiting';
  }
}

function isEmpty(patch: object): boolean {
  return Object.keys(patch).length === 0;
}
