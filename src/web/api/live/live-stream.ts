import type { LiveEvent } from '#contract/live.ts';
import { openStream, type StreamHandlers } from '#web/api/live/event-source.ts';

/**
 * The live stream of one user, one connection per browser: the tab that holds the lock reads it and forwards every event to the
 * others (six connections per host is all HTTP/1.1 gives). Where there are no locks (an insecure context) every tab has its own.
 */
export function followLive(uid: string, handlers: StreamHandlers): () => void {
  if (!('locks' in navigator)) return openStream(handlers);
  const name = `fotolot-live-${uid}`;
  const channel = new BroadcastChannel(name);
  const reach = new BroadcastChannel(`${name}-reach`);
  const release = new AbortController();
  let stopLeading = () => {};
  channel.onmessage = ({ data }: MessageEvent<LiveEvent>) => handlers.onEvent(data);
  reach.onmessage = ({ data }: MessageEvent<boolean>) => handlers.onReach(data);
  const lead = () =>
    new Promise<void>((finish) => {
      const close = openStream({
        onEvent: (event) => {
          handlers.onEvent(event);
          channel.postMessage(event);
        },
        onRefused: handlers.onRefused,
        onReach: (reachable) => {
          handlers.onReach(reachable);
          reach.postMessage(reachable);
        },
      });
      stopLeading = () => {
        close();
        finish();
      };
    });
  navigator.locks.request(name, { signal: release.signal }, lead).catch(() => {});
  return () => {
    release.abort();
    stopLeading();
    channel.close();
    reach.close();
  };
}
