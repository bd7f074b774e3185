import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Page } from '#web/features/batches/run/run-end-notifications.ts';
import { subscribeToBatches } from '#web/features/batches/run/subscribe-to-batches.ts';

const BATCH_PATH = /^\/process\/\w+$/;

/** Announces long runs that end while the person does something else; a pressed notice leads to its batch. */
export function useRunEnds(): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const open = useEffectEvent((path: string) => void navigate(path));
  const isOpen = useEffectEvent((batchId: string) => pathname === `/process/${batchId}`);
  useEffect(
    () => followEnds(client, { open: (path) => open(path), isOpen: (batchId) => isOpen(batchId) }),
    [client],
  );
  useEffect(() => {
    const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const hear = ({ data }: MessageEvent<{ open?: unknown }>) => {
      if (typeof data?.open === 'string' && BATCH_PATH.test(data.open)) open(data.open);
    };
    container?.addEventListener('message', hear);
    return () => container?.removeEventListener('message', hear);
  }, []);
}

/** Loads the announcing code with the first end to announce; if that fails, the next news of a batch tries again. */
function followEnds(client: QueryClient, page: Page): () => void {
  let stopNotifying: (() => void) | undefined;
  let state: 'waits' | 'fetches' | 'over' = 'waits';
  const begin = async () => {
    state = 'fetches';
    try {
      const { notifyOfRunEnds } = await import('#web/features/batches/run/run-end-notifications.ts');
      if (state === 'fetches') stopNotifying = notifyOfRunEnds(client, page);
    } catch {
      if (state === 'fetches') state = 'waits';
    }
  };
  const stopHearing = subscribeToBatches(client, ({ run }) => {
    if (run?.unseen && state === 'waits') void begin();
  });
  return () => {
    state = 'over';
    stopHearing();
    stopNotifying?.();
  };
}
