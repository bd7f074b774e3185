import {
  type DehydratedState,
  dehydrate,
  hydrate,
  type InfiniteData,
  type Query,
  type QueryClient,
} from '@tanstack/react-query';
import { clear, createStore, get, set, type UseStore } from 'idb-keyval';
import { keys } from '#web/api/queries/keys.ts';

const WEEK = 7 * 86_400_000;
const WRITE_EVERY_MS = 2000;
const KEPT = [keys.me, keys.batches, keys.gallery('photos', {})].map((key) => JSON.stringify(key));

interface StoredCache {
  readonly build: string;
  readonly at: number;
  readonly state: DehydratedState;
}

let opened: UseStore | null = null;
/** Rejects where the browser has no such storage. */
async function openCacheStore(): Promise<UseStore> {
  opened ??= createStore('fotolot', 'queries');
  return opened;
}

/** Only what the first screen needs: the user, the batches, and the gallery while it is one page long. */
function isKept({ queryKey, state }: Query): boolean {
  if (state.status !== 'success' || !KEPT.includes(JSON.stringify(queryKey))) return false;
  const pages = (state.data as Partial<InfiniteData<unknown>> | undefined)?.pages;
  return pages === undefined || pages.length <= 1;
}

/** Brings back what this browser remembers of the user. A browser without IndexedDB remembers nothing. */
export async function restoreCache(client: QueryClient, uid: string, now: number): Promise<void> {
  const stored = await openCacheStore()
    .then((database) => get<StoredCache>(uid, database))
    .catch(() => undefined);
  if (!stored || stored.build !== __BUILD_ID__ || now - stored.at > WEEK) return;
  hydrate(client, stored.state);
}

/** Writes the kept queries of the user a moment after they change; the answer stops it. */
export function keepCache(client: QueryClient, uid: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    timer = undefined;
    const state = dehydrate(client, { shouldDehydrateQuery: isKept, shouldDehydrateMutation: () => false });
    const stored: StoredCache = { build: __BUILD_ID__, at: Date.now(), state };
    openCacheStore()
      .then((database) => set(uid, stored, database))
      .catch(() => {});
  };
  const stop = client.getQueryCache().subscribe(() => {
    timer ??= setTimeout(write, WRITE_EVERY_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

export async function wipeCache(): Promise<void> {
  await openCacheStore()
    .then(clear)
    .catch(() => {});
}
