import type { Batch } from '#contract/batches.ts';

/** What the page can do about the end of a run. */
export interface Edges {
  isVisible(): boolean;
  /** The lot's own page is what stands here. */
  isOpen(batchId: string): boolean;
  mayNotify(): boolean;
  /** False: the browser would not. */
  notify(batch: Batch): Promise<boolean>;
  /** A line over whatever page stands here. */
  toast(batch: Batch): void;
  acknowledge(batchId: string, runId: string): void;
  after(milliseconds: number, run: () => void): void;
}

/** A page that somebody looks at says so before a hidden one would speak. */
const HIDDEN_WAITS_MS = 1500;

/**
 * Long runs that ended while a page of ours is open, told once: by the lot's page itself, by a line over another page, by the browser
 * when no page is looked at. Where the browser may not, it is told when somebody comes back; till then it counts as unseen.
 */
export class RunEnds {
  private readonly edges: Edges;
  private readonly untold = new Map<string, Batch>();
  private readonly told = new Set<string>();

  constructor(edges: Edges) {
    this.edges = edges;
  }

  /** A lot as it stands now. */
  take(batch: Batch): void {
    const { run } = batch;
    if (run === null || this.told.has(run.id)) return;
    if (!run.unseen) {
      this.untold.delete(batch.id);
      return;
    }
    const isNew = !this.untold.has(batch.id);
    this.untold.set(batch.id, batch);
    if (this.edges.isVisible()) void this.look();
    else if (isNew) this.edges.after(HIDDEN_WAITS_MS, () => void this.look());
  }

  /** Also when the page is seen again. */
  async look(): Promise<void> {
    for (const batch of [...this.untold.values()]) await this.tell(batch);
  }

  private async tell(batch: Batch): Promise<void> {
    const { edges } = this;
    const runId = batch.run?.id ?? '';
    if (!edges.isVisible() && !edges.mayNotify()) return;
    this.untold.delete(batch.id);
    this.told.add(runId);
    if (!edges.isVisible()) {
      if (!(await edges.notify(batch))) {
        this.told.delete(runId);
        this.untold.set(batch.id, batch);
        return;
      }
    } else if (!edges.isOpen(batch.id)) edges.toast(batch);
    edges.acknowledge(batch.id, runId);
  }
}
