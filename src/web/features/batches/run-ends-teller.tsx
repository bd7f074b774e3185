import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Batch, seeEnd } from '#contract/batches.ts';
import { call } from '#web/api/call.ts';
import { endFacts, endTitle } from '#web/features/batches/run-end-words.ts';
import { type Edges, RunEnds } from '#web/features/batches/run-ends.ts';
import { noticesNow, showNotice } from '#web/session/notices.ts';
import { showToast } from '#web/ui/toast.ts';

const TOAST_MS = 20_000;
const LOT_PATH = /^\/process\/\w+$/;
const pathOf = (batchId: string) => `/process/${batchId}`;

/** Shows nothing of its own: hears from the live stream which runs are over, and leads to the lot of a notice that was pressed. */
export function RunEndsTeller() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const open = useEffectEvent((path: string) => void navigate(path));
  const isOpen = useEffectEvent((batchId: string) => pathname === pathOf(batchId));
  useEffect(
    () => followEnds(client, { open: (path) => open(path), isOpen: (batchId) => isOpen(batchId) }),
    [client],
  );
  useEffect(() => {
    const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const hear = ({ data }: MessageEvent<{ open?: unknown }>) => {
      if (typeof data?.open === 'string' && LOT_PATH.test(data.open)) open(data.open);
    };
    container?.addEventListener('message', hear);
    return () => container?.removeEventListener('message', hear);
  }, []);
  return null;
}

type Page = Pick<Edges, 'isOpen'> & { open(path: string): void };

function followEnds(client: QueryClient, { isOpen, open }: Page): () => void {
  const ends = new RunEnds({
    // Where the browser may tell, a window beside the one that somebody works in is not looked at.
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
  const cache = client.getQueryCache();
  const take = ({ queryKey, state }: { queryKey: readonly unknown[]; state: { data: unknown } }) => {
    if (String(queryKey[0]).startsWith('batches/') && state.data) ends.take(state.data as Batch);
  };
  for (const query of cache.getAll()) take(query);
  const stop = cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') take(event.query);
  });
  const look = () => void ends.look();
  document.addEventListener('visibilitychange', look);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', look);
  };
}
