import type { Batch } from '#contract/batches.ts';

/** The page's ways to announce the end of a run. */
export interface Edges {
  isVisible(): boolean;
  /** True when the lot's own page is open. */
  isOpen(batchId: string): boolean;
  mayNotify(): boolean;
  /** Resolves to false when the browser did not show it. */
  notify(batch: Batch): Promise<boolean>;
  /** A toast over the open page. */
  toast(batch: Batch): void;
  acknowledge(batchId: string, runId: string): void;
  after(milliseconds: number, run: () => void): void;
}

/** A hidden page waits this long, so that a visible one can announce the end first. */
const HIDDEN_WAITS_MS = 1500;

/**
 * Announces once a long run that ended while a page of ours is open: by the lot's page itself, by a toast over another page, by the
 * browser when no page is visible. Without permission it is told when the user comes back; until then it counts as unseen.
 */
export class RunEnds {
  private readonly edges: Edges;
  private readonly untold = new Map<string, Batch>();
  private readonly told = new Set<string>();

  constructor(edges: Edges) {
    this.edges = edges;
  }

  /** Takes the current state of a lot. */
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

  /** Announces what is pending; also called when the page becomes visible again. */
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
