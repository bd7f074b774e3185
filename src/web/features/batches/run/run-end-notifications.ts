import type { QueryClient } from '@tanstack/react-query';
import { acknowledgeRun } from '#contract/batch-runs.ts';
import type { Batch } from '#contract/batches.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { call } from '#web/api/call.ts';
import { subscribeToBatches } from '#web/features/batches/run/subscribe-to-batches.ts';
import { noticesNow, showNotice } from '#web/shared/browser-storage/notices.ts';
import { batchLabel, batchName } from '#web/text/batch-words.ts';
import { showToast } from '#web/ui/layers/toast.ts';

const TOAST_MS = 20_000;

/** The page's ways to announce the end of a run. */
interface RunEndDeps {
  isVisible(): boolean;
  /** True when the batch's own page is open. */
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
 * Announces once a long run that ended while a page of ours is open: by the batch's page itself, by a toast over another page, by the
 * browser when no page is visible. Without permission it is told when the user comes back; until then it counts as unseen.
 */
export class RunEnds {
  private readonly deps: RunEndDeps;
  private readonly unnotified = new Map<string, Batch>();
  private readonly notified = new Set<string>();

  constructor(deps: RunEndDeps) {
    this.deps = deps;
  }

  /** Takes the current state of a batch. */
  trackBatch(batch: Batch): void {
    const { run } = batch;
    if (run === null || this.notified.has(run.id)) return;
    if (!run.unseen) {
      this.unnotified.delete(batch.id);
      return;
    }
    const isNew = !this.unnotified.has(batch.id);
    this.unnotified.set(batch.id, batch);
    if (this.deps.isVisible()) void this.announcePending();
    else if (isNew) this.deps.after(HIDDEN_WAITS_MS, () => void this.announcePending());
  }

  /** Announces what is pending; also called when the page becomes visible again. */
  async announcePending(): Promise<void> {
    for (const batch of [...this.unnotified.values()]) await this.announceEnd(batch);
  }

  private async announceEnd(batch: Batch): Promise<void> {
    const { deps } = this;
    const runId = batch.run?.id ?? '';
    if (!deps.isVisible() && !deps.mayNotify()) return;
    this.unnotified.delete(batch.id);
    this.notified.add(runId);
    if (!deps.isVisible()) {
      if (!(await deps.notify(batch))) {
        this.notified.delete(runId);
        this.unnotified.set(batch.id, batch);
        return;
      }
    } else if (!deps.isOpen(batch.id)) deps.toast(batch);
    deps.acknowledge(batch.id, runId);
  }
}

const buildProcessPath = (batchId: string) => `/process/${batchId}`;

/** Knows the open page and can open another. */
export type Page = Pick<RunEndDeps, 'isOpen'> & { open(path: string): void };

export function notifyOfRunEnds(client: QueryClient, { isOpen, open }: Page): () => void {
  const ends = new RunEnds({
    // With browser notices on, a visible window without the focus counts as hidden.
    isVisible: () => document.visibilityState === 'visible' && (document.hasFocus() || noticesNow() !== 'on'),
    isOpen,
    mayNotify: () => noticesNow() === 'on',
    notify: (batch) => {
      const path = buildProcessPath(batch.id);
      const notice = { title: endTitle(batch), body: endFacts(batch), tag: batch.run?.id ?? batch.id, path };
      return showNotice(notice, () => open(path));
    },
    toast: (batch) =>
      showToast({
        text: `${endTitle(batch)}.`,
        timeout: TOAST_MS,
        action: { label: 'Deschide lotul', onPress: () => open(buildProcessPath(batch.id)) },
      }),
    acknowledge: (batchId, runId) =>
      void call(acknowledgeRun, { params: { batchId, runId } }).catch(() => undefined),
    after: (milliseconds, run) => void setTimeout(run, milliseconds),
  });
  const stop = subscribeToBatches(client, (batch) => ends.trackBatch(batch));
  const look = () => void ends.announcePending();
  document.addEventListener('visibilitychange', look);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', look);
  };
}

type EndedBatch = Pick<Batch, 'name' | 'number' | 'state' | 'run'>;

/** „„Dacia Logan” e gata” */
export function endTitle(batch: EndedBatch): string {
  return `„${batchName(batch)}” ${batch.state === 'failed' ? 'n-a ieșit' : 'e gata'}`;
}

/** „LOT 0148 · 12 din 14 fotografii” */
export function endFacts({ number, state, run }: EndedBatch): string {
  const photos = Object.values(run?.photos ?? {});
  const done = photos.filter((photo) => photo.state === 'done').length;
  const facts = {
    done: formatCount(done, NOUNS.photo),
    failed: 'deschide lotul ca să vezi de ce',
    partial: `${done === 1 ? 'a ieșit' : 'au ieșit'} ${done} din ${formatCount(photos.length, NOUNS.photo)}`,
  }[state as 'done' | 'failed' | 'partial'];
  return [batchLabel(number), facts].join(' · ');
}
