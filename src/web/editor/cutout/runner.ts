import type { Cutout } from '#contract/photos.ts';
import { type CutoutHints, NO_HINTS } from '#domain/recipes/cutout.ts';

type DrawnCutout = Cutout & CutoutHints;

export interface SavedCutout {
  /** The newest cut-out with its hints; null when there is none yet. */
  readonly cutout: DrawnCutout | null;
  /** The cut-out in use while the newest waits for approval. */
  readonly kept: DrawnCutout | null;
}

export interface CutoutDeps<Mask> {
  /** Reads the stored cut-out from the server. */
  read(): Promise<SavedCutout>;
  /** Returns null when a request of another tab took its place. */
  send(hints: CutoutHints): Promise<Cutout | null>;
  mask(cutoutId: string): Promise<Mask>;
  /** Returns what a quick look sees of a photo without a cut-out; null where there is none. Its failure says nothing. */
  sketch(): Promise<Mask | null>;
  changed(view: CutoutView<Mask>): void;
  /** True when the server refused: asking again would not help. */
  isRefusal(error: unknown): boolean;
  after(ms: number, run: () => void): () => void;
}

export interface CutoutView<Mask> {
  /** The newest that the server returned. */
  readonly cutout: Cutout | null;
  /** Its mask; while there is none yet a sketch, which nothing is taken from. */
  readonly mask: Mask | null;
  /** The hints that the mask was made from; null while there is none. */
  readonly hints: CutoutHints | null;
  /** The good one in use; a drawing over it counts only once the user approves it. */
  readonly kept: DrawnCutout | null;
  /** True while the drawing is not in the mask yet. */
  readonly busy: boolean;
  readonly failed: boolean;
}

export const NOTHING: CutoutView<never> = {
  cutout: null,
  mask: null,
  hints: null,
  kept: null,
  busy: true,
  failed: false,
};

/** True when the newest waits for approval and the photo uses the one before. */
export function isDraft({ cutout, kept }: CutoutView<unknown>): boolean {
  return cutout !== null && kept !== null && cutout.id !== kept.id;
}

const RETRY_MS = 2000;
const KEPT = 12;

/** Sends the drawing: one request at a time, then the newest; masks seen before are shown at once. */
export class CutoutRunner<Mask> {
  readonly #deps: CutoutDeps<Mask>;
  readonly #kept = new Map<string, Mask>();
  #view: CutoutView<Mask> = NOTHING;
  #wanted: CutoutHints | null = null;
  #sending = false;
  #stopped = false;
  #cancelTimer: (() => void) | null = null;
  #waiting: ((cutout: Cutout | null) => void)[] = [];

  constructor(deps: CutoutDeps<Mask>) {
    this.#deps = deps;
  }

  /** Returns the earlier drawing; a photo without a cut-out gets one. */
  async loadDrawing(): Promise<CutoutHints> {
    const { cutout: saved, kept } = await this.#deps.read();
    if (saved === null) {
      void this.#showSketch();
      this.requestCutout(NO_HINTS);
      return NO_HINTS;
    }
    const { box, strokes, ...cutout } = saved;
    this.#change({ kept });
    await this.#take(cutout, { box, strokes });
    return { box, strokes };
  }

  requestCutout(hints: CutoutHints): void {
    this.#wanted = hints;
    const seen = this.#kept.get(JSON.stringify(hints));
    this.#change({ busy: true, failed: false, ...(seen !== undefined && { mask: seen, hints }) });
    void this.#send();
  }

  /** Puts the approved cut-out in use. */
  adoptApproved(cutout: Cutout): void {
    this.#change({ cutout, kept: { ...cutout, ...(this.#view.hints ?? NO_HINTS) } });
  }

  /** Resolves to the cut-out of everything drawn; null when it failed. */
  waitForCutout(): Promise<Cutout | null> {
    if (!this.#view.busy) return Promise.resolve(this.#view.failed ? null : this.#view.cutout);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelTimer?.();
    for (const resolve of this.#waiting.splice(0)) resolve(null);
  }

  async #showSketch(): Promise<void> {
    const mask = await this.#deps.sketch().catch(() => null);
    // It knows nothing of a box or strokes.
    const isWaitedFor = this.#view.mask === null && this.#view.busy && this.#wanted === NO_HINTS;
    if (mask !== null && isWaitedFor) this.#change({ mask });
  }

  async #send(): Promise<void> {
    if (this.#sending || this.#stopped || this.#wanted === null) return;
    const hints = this.#wanted;
    this.#sending = true;
    this.#cancelTimer?.();
    try {
      const cutout = await this.#deps.send(hints);
      if (cutout === null) this.#again();
      else await this.#take(cutout, hints);
    } catch (error) {
      if (this.#deps.isRefusal(error)) this.#refuse();
      else this.#again();
    } finally {
      this.#sending = false;
    }
    if (this.#wanted !== hints) void this.#send();
  }

  #refuse(): void {
    const { cutout, mask } = this.#view;
    this.#change({ busy: false, failed: true, mask: cutout === null ? null : mask });
  }

  #again(): void {
    this.#change({ failed: true });
    this.#cancelTimer = this.#deps.after(RETRY_MS, () => void this.#send());
  }

  async #take(cutout: Cutout, hints: CutoutHints): Promise<void> {
    const mask = await this.#deps.mask(cutout.id);
    this.#keep(JSON.stringify(hints), mask);
    const isLast = this.#wanted === null || this.#wanted === hints;
    const { kept } = this.#view;
    const counts = kept === null ? cutout.sure || cutout.approved : kept.id === cutout.id;
    this.#change({
      cutout,
      mask,
      hints,
      kept: counts ? { ...cutout, ...hints } : kept,
      failed: false,
      busy: !isLast,
    });
  }

  #keep(key: string, mask: Mask): void {
    this.#kept.delete(key);
    this.#kept.set(key, mask);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }

  #change(change: Partial<CutoutView<Mask>>): void {
    this.#view = { ...this.#view, ...change };
    if (this.#stopped) return;
    this.#deps.changed(this.#view);
    if (this.#view.busy) return;
    for (const resolve of this.#waiting.splice(0)) resolve(this.#view.failed ? null : this.#view.cutout);
  }
}
