import { useCallback, useSyncExternalStore } from 'react';

/**
 * The revision of every document as this session's server said it; never persisted. A document without an entry is only a
 * memory of another day (plan readiness asks exactly that).
 */
const revisions = new Map<string, number>();
const listeners = new Set<() => void>();

export function getRevision(key: string): number | undefined {
  return revisions.get(key);
}

export function noteRevision(key: string, revision: number): void {
  if (revisions.get(key) === revision) return;
  revisions.set(key, revision);
  for (const listener of listeners) listener();
}

export function clearRevisions(): void {
  revisions.clear();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Undefined until the server itself has sent the document. */
export function useServerRevision(key: string): number | undefined {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => revisions.get(key), [key]),
  );
}
