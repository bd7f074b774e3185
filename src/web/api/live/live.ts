import type { QueryClient } from '@tanstack/react-query';
import { type LiveEvent, liveStream, TOKEN_RENEWED } from '#contract/live.ts';
import { secondsUntilRoom } from '#web/api/api-error.ts';
import { callRaw } from '#web/api/call.ts';
import { applyEvent } from '#web/api/live/apply-event.ts';
import { keys, ME } from '#web/api/queries/keys.ts';
import { serverAnswered, serverUnreachable } from '#web/api/reachability.ts';
import { isSessionLost } from '#web/api/session-lost.ts';
import { FIRST_WAIT, longerThan } from '#web/api/waits.ts';

const LIST_READS_MS = 500;
/** Key in the word of a stream that could not resume: everything but the user document has to be read again. */
const EVERYTHING = '*';

export interface Timers {
  now(): number;
  after(ms: number, run: () => void): void;
}

const browserTimers: Timers = {
  now: () => Date.now(),
  after: (ms, run) => {
    setTimeout(run, ms);
  },
};

/** A restarting server is back within this time, so shorter gaps are not reported. */
const SILENCE = 4000;

/** Keeps the query cache live for the signed-in user. Returns a function that stops it. */
export function keepLive(client: QueryClient, uid: string): () => void {
  const invalidateList = throttleByKey(LIST_READS_MS, (key) => {
    if (key !== EVERYTHING) void client.invalidateQueries({ queryKey: [key] });
    else void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME });
  });
  return followLive(uid, {
    onEvent: (event) => applyEvent(client, event, invalidateList),
    onRefused: () => {
      void client.invalidateQueries({ queryKey: keys.me });
    },
    onReach: (reachable) => (reachable ? serverAnswered() : serverUnreachable()),
  });
}

interface StreamHandlers {
  onEvent(event: LiveEvent): void;
  /** The server answered with a refusal, most likely because the session ended. */
  onRefused(): void;
  /** The stream is open again, or has been down for longer than a restart takes. */
  onReach(reachable: boolean): void;
}

/**
 * Follows the live stream of one user, one connection per browser: the tab that holds the lock reads it and forwards every event to the
 * others (six connections per host is all HTTP/1.1 gives). Without locks (an insecure context) every tab has its own.
 */
function followLive(uid: string, handlers: StreamHandlers): () => void {
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

/** Opens one connection to the live stream that comes back by itself, also after an HTTP refusal, where EventSource gives up. */
function openStream({ onEvent, onRefused, onReach }: StreamHandlers): () => void {
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
    const opened = new EventSource(liveStream.path);
    source = opened;
    // The reply with the new token may be lost: the question who is signed in brings it, and its first use ends the old one.
    opened.addEventListener(TOKEN_RENEWED, async () => {
      await isSessionLost();
      if (source === opened) reconnect();
    });
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
      void waitForRoom(opened);
    };
  };
  /** A server without room for one more stream says when to ask again; until then the shown data are read anew as often. */
  const waitForRoom = async (refused: EventSource) => {
    const seconds = await askForRoom();
    if (seconds === null || source !== refused) return;
    hear();
    for (const key of [ME, EVERYTHING]) onEvent({ type: 'changed', key });
    clearTimeout(timer);
    // Tabs that were sent away in one moment must not all come back in one.
    timer = setTimeout(connect, seconds * 1000 * (1 + Math.random() / 4));
  };
  const reconnect = () => {
    clearTimeout(timer);
    source?.close();
    connect();
  };
  // The old connection may be dead without an error event, or the next try half a minute away.
  window.addEventListener('online', reconnect);
  connect();
  return () => {
    window.removeEventListener('online', reconnect);
    clearTimeout(timer);
    clearTimeout(silence);
    source?.close();
    source = null;
  };
}

/** Asks why a stream was refused, which the stream does not say itself. Null for any reason but want of room. */
async function askForRoom(): Promise<number | null> {
  try {
    const answer = await callRaw(liveStream, {}, { mediaType: 'text/event-stream' });
    await answer.body?.cancel();
    return null;
  } catch (error) {
    return secondsUntilRoom(error);
  }
}

/** Returns a function that runs at once for a key that was quiet, then at most once per `ms` for it; the last call is never lost. */
export function throttleByKey(
  ms: number,
  run: (key: string) => void,
  timers: Timers = browserTimers,
): (key: string) => void {
  const lastRun = new Map<string, number>();
  const waiting = new Set<string>();
  const fire = (key: string) => {
    waiting.delete(key);
    lastRun.set(key, timers.now());
    run(key);
  };
  return (key) => {
    if (waiting.has(key)) return;
    const rest = (lastRun.get(key) ?? Number.NEGATIVE_INFINITY) + ms - timers.now();
    if (rest <= 0) return fire(key);
    waiting.add(key);
    timers.after(rest, () => fire(key));
  };
}
