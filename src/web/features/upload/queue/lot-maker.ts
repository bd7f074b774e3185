import type { ShotList } from '#domain/shots/shots.ts';
import { createStore } from '#web/api/store.ts';
import { retryDelay } from '#web/features/upload/queue/retry-rule.ts';

/** A batch that does not exist yet. It is kept with its files, so that it is made even when its tab was closed without a connection. */
export interface LotDraft {
  /** Names it until it has an id. */
  readonly key: string;
  readonly name: string;
  readonly filePattern?: string;
  readonly shotList?: ShotList;
}

interface Making {
  readonly draft: LotDraft;
  /** True when the server refused it: another try is the person's. */
  readonly failed: boolean;
}

interface MakerDeps {
  /** Makes it and returns its id; null when the server refuses it. Rejects where another try may succeed. */
  makeLot(draft: LotDraft): Promise<string | null>;
  /** Gives a batch that was made of `before` what the draft says now. Rejects where another try may succeed. */
  amendLot(batchId: string, draft: LotDraft, before: LotDraft): Promise<void>;
  after(ms: number, run: () => void): () => void;
}

/** Makes batches for files that were picked before their batch exists, and tries again until the server replies. */
export class LotMaker {
  readonly makings = createStore<readonly Making[]>([]);
  readonly #deps: MakerDeps;
  /** What is tried again later, by the draft's key or the batch's id. */
  readonly #waits = new Map<
    string,
    { readonly cancel: () => void; readonly run: (failures: number) => void }
  >();
  /** Batches that are still to get what changed, until the person is gone. */
  readonly #amended = new Set<string>();
  readonly #listeners = new Set<(key: string, batchId: string) => void>();

  constructor(deps: MakerDeps) {
    this.#deps = deps;
  }

  /** Calls `run` with each batch that was made; returns a function that ends it. */
  whenMade(run: (key: string, batchId: string) => void): () => void {
    this.#listeners.add(run);
    return () => this.#listeners.delete(run);
  }

  find(key: string): Making | undefined {
    return this.makings.read().find(({ draft }) => draft.key === key);
  }

  /** Begins to make it; one that is being made takes on what the draft says now. */
  make(draft: LotDraft): void {
    const isBegun = this.find(draft.key)?.failed === false;
    this.#write(draft.key, { draft, failed: false });
    if (!isBegun) void this.#try(draft.key, 0);
  }

  /** Changes what is being made; nothing where it is not. */
  change(draft: LotDraft): void {
    const making = this.find(draft.key);
    if (making !== undefined) this.#write(draft.key, { ...making, draft });
  }

  retryNow(): void {
    for (const [what, { cancel, run }] of [...this.#waits]) {
      cancel();
      this.#waits.delete(what);
      run(0);
    }
  }

  /** To be called when the person is gone. */
  forgetAll(): void {
    for (const { cancel } of this.#waits.values()) cancel();
    this.#waits.clear();
    this.#amended.clear();
    this.makings.write([]);
  }

  async #try(key: string, failures: number): Promise<void> {
    const making = this.find(key);
    if (making === undefined) return;
    try {
      const batchId = await this.#deps.makeLot(making.draft);
      const newest = this.find(key)?.draft;
      if (newest === undefined) return;
      if (batchId === null) return this.#write(key, { draft: newest, failed: true });
      this.#write(key, null);
      // What changed while the request was on its way.
      if (newest !== making.draft) {
        this.#amended.add(batchId);
        void this.#amend(batchId, [newest, making.draft], 0);
      }
      for (const listener of this.#listeners) listener(key, batchId);
    } catch {
      if (this.find(key) !== undefined) this.#wait(key, failures + 1, (count) => void this.#try(key, count));
    }
  }

  async #amend(
    batchId: string,
    [draft, before]: readonly [draft: LotDraft, before: LotDraft],
    failures: number,
  ): Promise<void> {
    try {
      await this.#deps.amendLot(batchId, draft, before);
      this.#amended.delete(batchId);
    } catch {
      if (this.#amended.has(batchId))
        this.#wait(batchId, failures + 1, (count) => void this.#amend(batchId, [draft, before], count));
    }
  }

  #wait(what: string, failures: number, run: (failures: number) => void): void {
    const cancel = this.#deps.after(retryDelay(failures), () => {
      this.#waits.delete(what);
      run(failures);
    });
    this.#waits.set(what, { cancel, run });
  }

  #write(key: string, making: Making | null): void {
    const all = this.makings.read();
    if (making === null) this.makings.write(all.filter(({ draft }) => draft.key !== key));
    else if (this.find(key) === undefined) this.makings.write([...all, making]);
    else this.makings.write(all.map((other) => (other.draft.key === key ? making : other)));
  }
}
