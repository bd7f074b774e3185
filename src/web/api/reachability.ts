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

export function watchNetwork(target: Window): () => void {
  const goOffline = () => serverUnreachable();
  target.addEventListener('offline', goOffline);
  return () => target.removeEventListener('offline', goOffline);
}
