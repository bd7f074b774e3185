import { createStore, useStore } from '#web/api/store.ts';

/** Whether the server answered last time. The browser's own "online" is believed only when it says no. */
const reachable = createStore(true);

/** When the browser last said that it is offline. */
let offlineAt = Number.NEGATIVE_INFINITY;

/** What was asked before the connection went says nothing of it. */
export function serverAnswered(askedAt = performance.now()): void {
  if (askedAt > offlineAt) reachable.write(true);
}

export function serverUnreachable(): void {
  reachable.write(false);
}

export function isReachable(): boolean {
  return reachable.read();
}

export function useReachable(): boolean {
  return useStore(reachable);
}

/** The browser's word that it is back is only a hope: the server is asked. */
export function watchNetwork(target: Window): () => void {
  const goOffline = () => {
    offlineAt = performance.now();
    serverUnreachable();
  };
  const ask = async () => {
    const answer = await fetch('/healthz').catch(() => null);
    if (!answer?.ok) return;
    // Who waits for the connection hears of it, even where its loss went by unnoticed.
    reachable.write(false);
    reachable.write(true);
  };
  target.addEventListener('offline', goOffline);
  target.addEventListener('online', ask);
  return () => {
    target.removeEventListener('offline', goOffline);
    target.removeEventListener('online', ask);
  };
}

/** Runs `act` each time the server answers again after it did not. The answer stops it. */
export function whenBack(act: () => void): () => void {
  return reachable.subscribe(() => {
    if (reachable.read()) act();
  });
}
