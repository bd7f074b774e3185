import type { QueryClient } from '@tanstack/react-query';
import { type Batch, seeEnd } from '#contract/batches.ts';
import { count, NOUNS } from '#domain/language/plural.ts';
import { call } from '#web/api/call.ts';
import { hearLots } from '#web/features/batches/run/hear-lots.ts';
import { noticesNow, showNotice } from '#web/session/kept/notices.ts';
import { lotLabel, lotName } from '#web/text/batch-words.ts';
import { showToast } from '#web/ui/layers/toast.ts';

const TOAST_MS = 20_000;

/** The page's ways to announce the end of a run. */
interface Edges {
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

const pathOf = (batchId: string) => `/process/${batchId}`;

/** Knows the open page and can open another. */
export type Page = Pick<Edges, 'isOpen'> & { open(path: string): void };

export function tellEnds(client: QueryClient, { isOpen, open }: Page): () => void {
  const ends = new RunEnds({
    // With browser notices on, a visible window without the focus counts as hidden.
    isVisible: () => document.visibilityState === 'visible' && (document.hasFocus() || noticesNow() !== 'on'),
    isOpen,
    mayNotify: () => noticesNow() === 'on',
    notify: (batch) => {
      const path = pathOf(batch.id);
      const notice = { title: endTitle(batch), body: endFacts(batch), tag: batch.run?.id ?? batch.id, path };
      return showNotice(notice, () => open(path));
    },
    toast: (batch) =>
      showToast({
        text: `${endTitle(batch)}.`,
        timeout: TOAST_MS,
        action: { label: 'Deschide lotul', onPress: () => open(pathOf(batch.id)) },
      }),
    acknowledge: (batchId, runId) => void call(seeEnd, { params: { batchId, runId } }).catch(() => undefined),
    after: (milliseconds, run) => void setTimeout(run, milliseconds),
  });
  const stop = hearLots(client, (batch) => ends.take(batch));
  const look = () => void ends.look();
  document.addEventListener('visibilitychange', look);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', look);
  };
}

type Ended = Pick<Batch, 'name' | 'number' | 'state' | 'run'>;

/** „„Dacia Logan” e gata” */
export function endTitle(batch: Ended): string {
  return `„${lotName(batch)}” ${batch.state === 'failed' ? 'n-a ieșit' : 'e gata'}`;
}

/** „LOT 0148 · 12 din 14 fotografii” */
export function endFacts({ number, state, run }: Ended): string {
  const photos = Object.values(run?.photos ?? {});
  const done = photos.filter((photo) => photo.state === 'done').length;
  const facts = {
    done: count(done, NOUNS.photo),
    failed: 'deschide lotul ca să vezi de ce',
    partial: `${done === 1 ? 'a ieșit' : 'au ieșit'} ${done} din ${count(photos.length, NOUNS.photo)}`,
  }[state as 'done' | 'failed' | 'partial'];
  return [lotLabel(number), facts].join(' · ');
}
