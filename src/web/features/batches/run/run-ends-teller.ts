import type { QueryClient } from '@tanstack/react-query';
import { seeEnd } from '#contract/batches.ts';
import { call } from '#web/api/call.ts';
import { hearLots } from '#web/features/batches/run/hear-lots.ts';
import { endFacts, endTitle } from '#web/features/batches/run/run-end-words.ts';
import { type Edges, RunEnds } from '#web/features/batches/run/run-ends.ts';
import { noticesNow, showNotice } from '#web/session/kept/notices.ts';
import { showToast } from '#web/ui/layers/toast.ts';

const TOAST_MS = 20_000;
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
