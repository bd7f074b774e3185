import { type LiveEvent, liveStream } from '#contract/live.ts';

export interface StreamHandlers {
  onEvent(event: LiveEvent): void;
  /** The server answered with a refusal, most likely because the session ended. */
  onRefused(): void;
  /** The stream is open again, or has been down for longer than a restart takes. */
  onReach(reachable: boolean): void;
}

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;
/** A server that restarts is back before anybody needs to be told. */
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
      wait = Math.min(LONGEST_WAIT, wait * 2);
    };
  };
  // The connection may have outlived the gap, and then nothing would ever be heard of its end; or the next try is half a minute away.
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
