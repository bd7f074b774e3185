import { type LiveEvent, liveStream } from '#contract/live.ts';
import { FIRST_WAIT, longerThan } from '#web/api/waits.ts';

export interface StreamHandlers {
  onEvent(event: LiveEvent): void;
  /** The server answered with a refusal, most likely because the session ended. */
  onRefused(): void;
  /** The stream is open again, or has been down for longer than a restart takes. */
  onReach(reachable: boolean): void;
}

/** A restarting server is back within this time, so shorter gaps are not reported. */
const SILENCE = 4000;

/** One connection to the live stream that comes back by itself, also after an HTTP refusal, where EventSource gives up. */
export function openStream({ onEvent, onRefused, onReach }: StreamHandlers): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT;
  const hear = () => {
    clearTimeout(silence);
    silence = undefined;
    onReach(true);
  };
  const connect = () => {
    source = new EventSource(liveStream.path);
    source.onopen = () => {
      wait = FIRST_WAIT;
      hear();
    };
    source.onmessage = (message: MessageEvent<string>) => {
      onEvent(JSON.parse(message.data) as LiveEvent);
    };
    source.onerror = () => {
      if (!navigator.onLine) onReach(false);
      silence ??= setTimeout(() => onReach(false), SILENCE);
      if (source?.readyState !== EventSource.CLOSED) return;
      onRefused();
      timer = setTimeout(connect, wait);
      wait = longerThan(wait);
    };
  };
  // The old connection may be dead without an error event, or the next try half a minute away.
  const handleOnline = () => {
    clearTimeout(timer);
    source?.close();
    connect();
  };
  window.addEventListener('online', handleOnline);
  connect();
  return () => {
    window.removeEventListener('online', handleOnline);
    clearTimeout(timer);
    clearTimeout(silence);
    source?.close();
  };
}
