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
 * A limit for what is asked many times a second: kept in this process's memory, so nothing is written per request. With several
 * processes each has its own; a restart forgets it.
 */
export function tokenBuckets({ burst, perSecond }: Rate, now: () => number = () => performance.now()) {
  const buckets = new Map<string, Bucket>();
  let sweepFrom = SWEEP_FROM;
  const filled = ({ tokens, at }: Bucket, time: number) =>
    Math.min(burst, tokens + ((time - at) / 1000) * perSecond);
  /** Full buckets say nothing that a missing one does not. */
  const sweep = (time: number) => {
    for (const [key, bucket] of buckets) if (filled(bucket, time) >= burst) buckets.delete(key);
    sweepFrom = Math.max(SWEEP_FROM, buckets.size * 2);
  };
  return {
    /** Takes one, or refuses. */
    take(key: string): void {
      const time = now();
      const found = buckets.get(key);
      const tokens = found ? filled(found, time) : burst;
      if (tokens < 1)
        throw new AppError('http/too-many-requests', { retryAfter: Math.ceil((1 - tokens) / perSecond) });
      buckets.set(key, { tokens: tokens - 1, at: time });
      if (buckets.size > sweepFrom) sweep(time);
    },
    size: () => buckets.size,
  };
}

/** So many hits within any stretch of so many seconds, kept like the buckets: for visitors of whom nothing is written. */
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
    /** Takes one, or refuses. */
    take(key: string): void {
      const time = now();
      const recent = within(seen.get(key) ?? [], time);
      const [first] = recent;
      if (first !== undefined && recent.length >= hits)
        throw refuse(Math.ceil((first + seconds * 1000 - time) / 1000));
      seen.set(key, [...recent, time]);
      if (seen.size > sweepFrom) sweep(time);
    },
    /** The newest one did not count. */
    giveBack(key: string): void {
      seen.set(key, (seen.get(key) ?? []).slice(0, -1));
    },
    size: () => seen.size,
  };
}
