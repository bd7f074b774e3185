import { createStore, useStore } from '#web/api/store.ts';

/** Whether the server answered last time. The browser's own "online" is believed only when it says no. */
const reachable = createStore(true);

export function serverAnswered(): void {
  reachable.write(true);
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
  const goOffline = () => serverUnreachable();
  const ask = () =>
    void fetch('/healthz').then(
      ({ ok }) => ok && serverAnswered(),
      () => {},
    );
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
