import { createStore, useStore } from '#web/api/store.ts';
import { FIRST_WAIT, longerThan } from '#web/api/waits.ts';

/** True when the server answered last time. The browser's own "online" is believed only when it says no. */
const reachable = createStore(true);

/** When the browser last reported being offline. */
let offlineAt = Number.NEGATIVE_INFINITY;

/** Ignores replies to requests sent before the connection was lost. */
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

/** The browser's `online` event is only a hint: the server is polled until it replies. Returns a function that stops watching. */
export function watchNetwork(target: EventTarget): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const goOffline = () => {
    stop();
    offlineAt = performance.now();
    serverUnreachable();
  };
  const ask = async (wait: number) => {
    stop();
    const askedAt = performance.now();
    const answer = await fetch('/healthz').catch(() => null);
    if (askedAt <= offlineAt) return;
    if (!answer?.ok) {
      stop();
      timer = setTimeout(ask, wait, longerThan(wait));
      return;
    }
    // Subscribers are notified even when the loss itself went unnoticed.
    reachable.write(false);
    reachable.write(true);
  };
  const goOnline = () => ask(FIRST_WAIT);
  target.addEventListener('offline', goOffline);
  target.addEventListener('online', goOnline);
  return () => {
    stop();
    target.removeEventListener('offline', goOffline);
    target.removeEventListener('online', goOnline);
  };
}

/** Runs `act` each time the server is reachable again. Returns the unsubscribe function. */
export function whenBack(act: () => void): () => void {
  return reachable.subscribe(() => {
    if (reachable.read()) act();
  });
}
