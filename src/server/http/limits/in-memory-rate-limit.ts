import { AppError } from '#domain/errors.ts';

export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

export interface Quota {
  readonly hits: number;
  readonly seconds: number;
}

const SWEEP_FROM = 1_000;

/**
 * Rate limit for frequent requests, kept in this process's memory so that no request writes. Each process has its own; a restart forgets
 * it.
 */
export function tokenBuckets({ burst, perSecond }: Rate, now: () => number = () => performance.now()) {
  const buckets = new Map<string, Bucket>();
  let sweepFrom = SWEEP_FROM;
  const filled = ({ tokens, at }: Bucket, time: number) =>
    Math.min(burst, tokens + ((time - at) / 1000) * perSecond);
  /** A full bucket says the same as a missing one. */
  const sweep = (time: number) => {
    for (const [key, bucket] of buckets) if (filled(bucket, time) >= burst) buckets.delete(key);
    sweepFrom = Math.max(SWEEP_FROM, buckets.size * 2);
  };
  return {
    /** Takes a token. Throws `http/too-many-requests` with `retryAfter` in seconds when none is left. */
    take(key: string): void {
      const time = now();
      const found = buckets.get(key);
      const tokens = found ? filled(found, time) : burst;
      if (tokens < 1)
        throw new AppError('http/too-many-requests', { retryAfter: Math.ceil((1 - tokens) / perSecond) });
      buckets.set(key, { tokens: tokens - 1, at: time });
      if (buckets.size > sweepFrom) sweep(time);
    },
    /** Returns the whole tokens that are left, and the seconds until all are there again. */
    look(key: string): { remaining: number; fullIn: number } {
      const found = buckets.get(key);
      const tokens = found ? filled(found, now()) : burst;
      return { remaining: Math.floor(tokens), fullIn: Math.ceil((burst - tokens) / perSecond) };
    },
    size: () => buckets.size,
  };
}

/** Allows `hits` within any `seconds`, kept in memory: for visitors, of whom nothing is stored. */
export function slidingQuota(
  { hits, seconds }: Quota,
  refuse: (retryAfter: number) => AppError,
  now: () => number = () => performance.now(),
) {
  const seen = new Map<string, number[]>();
  let sweepFrom = SWEEP_FROM;
  const within = (times: readonly number[], time: number) => times.filter((at) => time - at < seconds * 1000);
  const sweep = (time: number) => {
    for (const [key, times] of seen) if (within(times, time).length === 0) seen.delete(key);
    sweepFrom = Math.max(SWEEP_FROM, seen.size * 2);
  };
  return {
    /** Counts a hit. Throws what `refuse` makes of the seconds until the next one is allowed. */
    take(key: string): void {
      const time = now();
      const recent = within(seen.get(key) ?? [], time);
      const [first] = recent;
      if (first !== undefined && recent.length >= hits)
        throw refuse(Math.ceil((first + seconds * 1000 - time) / 1000));
      seen.set(key, [...recent, time]);
      if (seen.size > sweepFrom) sweep(time);
    },
    /** Takes the newest hit back. */
    giveBack(key: string): void {
      seen.set(key, (seen.get(key) ?? []).slice(0, -1));
    },
    size: () => seen.size,
  };
}
