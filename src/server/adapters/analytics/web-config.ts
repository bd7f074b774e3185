import { setTimeout as sleep } from 'node:timers/promises';

export type WebConfig = Readonly<Record<string, unknown>>;

export interface WebConfigOptions {
  readonly endpoint: () => Promise<string>;
  readonly apiKey: string;
  readonly clock?: Clock;
}

/** Milliseconds of a steady clock; `sleep` ends early, rejecting, when the signal does; `random` is from 0 to 1. */
export interface Clock {
  now(): number;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  random(): number;
}

const CLOCK: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
  random: Math.random,
};

/** From the first request to the last response, all tries together. */
const TIMEOUT_MS = 60_000;
const WORTH_RETRYING = new Set([429, 500, 503, 504]);
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
const MOST_BYTES = 64 * 1024;
const FRESH_MS = 60 * 60_000;
const FAILED_MS = 5 * 60_000;

interface KnownConfig {
  readonly etag: string | null;
  readonly config: WebConfig;
}

/**
 * Returns a function that requests the web configuration once for all visitors: a response is valid for an hour, then it is revalidated by
 * its ETag; a failure holds for 5 minutes, and nothing secret is in its message.
 */
export function analyticsWebConfig({
  endpoint,
  apiKey,
  clock = CLOCK,
}: WebConfigOptions): () => Promise<WebConfig> {
  let known: KnownConfig | null = null;
  let answer: Promise<WebConfig> | null = null;
  let askAgainAt = 0;
  const ask = async () => {
    // No other caller asks while this request is open.
    askAgainAt = Number.POSITIVE_INFINITY;
    try {
      known = await requestWebConfig({ endpoint: await endpoint(), apiKey }, known, clock);
      askAgainAt = clock.now() + FRESH_MS;
      return known.config;
    } catch (error) {
      askAgainAt = clock.now() + FAILED_MS;
      throw error;
    }
  };
  return () => {
    if (answer === null || clock.now() >= askAgainAt) answer = ask();
    return answer;
  };
}

async function requestWebConfig(
  { endpoint, apiKey }: { endpoint: string; apiKey: string },
  known: KnownConfig | null,
  clock: Clock,
): Promise<KnownConfig> {
  const deadline = clock.now() + TIMEOUT_MS;
  const late = new AbortController();
  const done = new AbortController();
  clock.sleep(TIMEOUT_MS, done.signal).then(
    () => late.abort(new Error('the analytics endpoint took longer than 60 s')),
    () => {},
  );
  const headers = {
    'x-goog-api-key': apiKey,
    accept: 'application/json',
    ...(known?.etag && { 'if-none-match': known.etag }),
  };
  try {
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      const response = await fetch(endpoint, { headers, redirect: 'manual', signal: late.signal });
      if (response.status === 200) return await readResponse(response);
      await response.body?.cancel();
      if (response.status === 304 && known) return known;
      const problem = new Error(`the analytics endpoint answered ${response.status}`);
      if (!WORTH_RETRYING.has(response.status)) throw problem;
      const pause = Math.max(wait * (0.5 + clock.random() / 2), retryAfter(response));
      if (clock.now() + pause >= deadline) throw problem;
      await clock.sleep(pause, late.signal);
    }
  } catch (error) {
    throw late.signal.aborted ? late.signal.reason : toPlainError(error);
  } finally {
    done.abort();
  }
}

/** Names the cause that fetch puts below its own error; the address of the endpoint stays out of it. */
function toPlainError(error: unknown): Error {
  const { code } = ((error as Error).cause ?? {}) as { code?: string };
  return code ? new Error(`the analytics endpoint can't be reached (${code})`) : (error as Error);
}

/** Milliseconds; the header gives seconds or a date. */
function retryAfter(response: Response): number {
  const value = response.headers.get('retry-after');
  if (value === null) return 0;
  const seconds = Number(value);
  const milliseconds = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(milliseconds) ? 0 : Math.max(0, milliseconds);
}

async function readResponse(response: Response): Promise<KnownConfig> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error('the analytics configuration is larger than 64 kB');
    chunks.push(chunk);
  }
  const config = parseJsonOrNull(Buffer.concat(chunks).toString());
  if (typeof config !== 'object' || config === null || Array.isArray(config))
    throw new Error('the analytics configuration is not a JSON object');
  return { etag: response.headers.get('etag'), config: config as WebConfig };
}

function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
