import {
  afterKey,
  beforeKey,
  nextPreview,
  type PreviewHave,
  type PreviewRequest,
  type PreviewView,
  REST_MS,
  RESTING_SIDE,
} from '#web/editor/stage/preview-plan.ts';

export interface PreviewDeps<Picture> {
  fetch(job: PreviewRequest, signal: AbortSignal): Promise<Picture>;
  show(pictures: PreviewPictures<Picture>): void;
  /** The server said no: asking again would not help until something changes. */
  isRefusal(error: unknown): boolean;
  /** No longer needed: its memory may go. */
  drop(picture: Picture): void;
  now(): number;
  after(ms: number, run: () => void): () => void;
}

export interface PreviewPictures<Picture> {
  readonly photoId: string;
  /** Null while the right picture is on its way. */
  readonly after: Picture | null;
  readonly before: Picture | null;
  /** False while `after` shows an earlier state of the recipe. */
  readonly current: boolean;
  /** The edges of `after` are already the right ones: the same part of the photo, the same way up. */
  readonly hasSameFraming: boolean;
  readonly failed: boolean;
}

const THROTTLE_MS = 50;
const RETRY_MS = 3000;
const KEPT = 24;

/** One request in flight; a newer wish replaces the waiting one; another photo, or a move while a sharp picture is made, cuts it off. */
export class PreviewRunner<Picture> {
  readonly #deps: PreviewDeps<Picture>;
  readonly #kept = new Map<string, { picture: Picture; side: number }>();
  #view: PreviewView | null = null;
  #changedAt = Number.NEGATIVE_INFINITY;
  #askedAt = Number.NEGATIVE_INFINITY;
  #running: { job: PreviewRequest; abort: AbortController } | null = null;
  #timer: { readonly due: number; readonly cancel: () => void } | null = null;
  #stale: { photoId: string; framingKey: string; picture: Picture } | null = null;
  #failed = false;

  constructor(deps: PreviewDeps<Picture>) {
    this.#deps = deps;
  }

  requestPreview(view: PreviewView): void {
    const samePhoto = this.#view?.photoId === view.photoId;
    if (this.#view !== null && samePhoto && afterKey(this.#view) === afterKey(view)) return;
    if (samePhoto) this.#changedAt = this.#deps.now();
    // A sharp picture of what is no longer wanted would only keep the quick one of the new wish waiting.
    if (!samePhoto || this.#running?.job.side === RESTING_SIDE) this.#running?.abort.abort();
    this.#view = view;
    this.#failed = false;
    this.#show();
    const since = this.#deps.now() - this.#askedAt;
    this.#wakeIn(samePhoto ? Math.max(0, THROTTLE_MS - since) : 0, false);
  }

  /** Nothing is shown: asks for nothing more until the next wish. What was made is kept. */
  cancelRequests(): void {
    this.#running?.abort.abort();
    this.#running = null;
    this.#timer?.cancel();
    this.#timer = null;
    this.#view = null;
  }

  stop(): void {
    this.cancelRequests();
    this.#stale = null;
    for (const { picture } of this.#kept.values()) this.#deps.drop(picture);
    this.#kept.clear();
  }

  /** A timer that rings no later is left alone (a trailing throttle), unless it is to be replaced. */
  #wakeIn(ms: number, replace: boolean): void {
    const due = this.#deps.now() + ms;
    if (this.#timer !== null) {
      if (!replace && this.#timer.due <= due) return;
      this.#timer.cancel();
    }
    const cancel = this.#deps.after(ms, () => {
      this.#timer = null;
      this.#next();
    });
    this.#timer = { due, cancel };
  }

  #next(): void {
    if (this.#view === null || (this.#running !== null && !this.#running.abort.signal.aborted)) return;
    const rests = this.#changedAt + REST_MS - this.#deps.now();
    const job = nextPreview(this.#view, this.#have(this.#view), rests <= 0);
    if (job !== null) void this.#run(job);
    else if (rests > 0) this.#wakeIn(rests, true);
  }

  async #run(job: PreviewRequest): Promise<void> {
    const running = { job, abort: new AbortController() };
    this.#running = running;
    this.#askedAt = this.#deps.now();
    try {
      const picture = await this.#deps.fetch(job, running.abort.signal);
      this.#keep(job, picture);
      this.#failed = false;
    } catch (error) {
      if (!running.abort.signal.aborted) this.#giveUp(error);
      return;
    } finally {
      if (this.#running === running) this.#running = null;
    }
    if (running.abort.signal.aborted) return;
    this.#show();
    this.#wakeIn(0, true);
  }

  #giveUp(error: unknown): void {
    this.#failed = true;
    this.#show();
    if (!this.#deps.isRefusal(error)) this.#wakeIn(RETRY_MS, true);
  }

  #keep(job: PreviewRequest, picture: Picture): void {
    this.#forget(job.key);
    this.#kept.set(job.key, { picture, side: job.side });
    if (job.stage === 'after') this.#stale = { photoId: job.photoId, framingKey: beforeKey(job), picture };
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) this.#forget(oldest);
  }

  /** The picture on the screen stands in for the next one, not the last one made: that may have been undone. */
  #shownAgain(view: PreviewView, kept: { picture: Picture; side: number }): void {
    const { picture } = kept;
    this.#kept.delete(afterKey(view));
    this.#kept.set(afterKey(view), kept);
    this.#stale = { photoId: view.photoId, framingKey: beforeKey(view), picture };
  }

  #forget(key: string): void {
    const kept = this.#kept.get(key);
    if (kept === undefined) return;
    this.#kept.delete(key);
    this.#deps.drop(kept.picture);
  }

  #have(view: PreviewView): PreviewHave {
    const after = this.#kept.get(afterKey(view));
    return {
      after: after === undefined ? null : { key: afterKey(view), side: after.side },
      before: this.#kept.has(beforeKey(view)) ? { key: beforeKey(view) } : null,
    };
  }

  #show(): void {
    const view = this.#view;
    if (view === null) return;
    const after = this.#kept.get(afterKey(view));
    if (after !== undefined) this.#shownAgain(view, after);
    const earlier = this.#stale?.photoId === view.photoId ? this.#stale : null;
    this.#deps.show({
      photoId: view.photoId,
      after: (after ?? earlier)?.picture ?? null,
      before: this.#kept.get(beforeKey(view))?.picture ?? null,
      current: after !== undefined,
      hasSameFraming: after !== undefined || earlier?.framingKey === beforeKey(view),
      failed: this.#failed,
    });
  }
}
