import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '#domain/errors.ts';
import { slidingQuota, tokenBuckets } from '#server/http/limits/in-memory-rate-limit.ts';

function at(rate: { burst: number; perSecond: number }) {
  let ms = 0;
  const buckets = tokenBuckets(rate, () => ms);
  return {
    buckets,
    wait: (more: number) => {
      ms += more;
    },
  };
}

test('a burst is let through, then so many a second, for each key by itself', () => {
  const { buckets, wait } = at({ burst: 3, perSecond: 2 });
  for (let n = 0; n < 3; n++) buckets.take('ana');
  const refusal = { code: 'http/too-many-requests', details: { retryAfter: 1 } };
  throws(() => buckets.take('ana'), refusal);
  buckets.take('ion');
  wait(500);
  buckets.take('ana');
  throws(() => buckets.take('ana'), refusal);
});

test('a caller can be told how many are left, and in how many seconds all are there again', () => {
  const { buckets, wait } = at({ burst: 4, perSecond: 2 });
  deepEqual(buckets.look('ana'), { remaining: 4, fullIn: 0 });
  for (let n = 0; n < 4; n++) buckets.take('ana');
  deepEqual(buckets.look('ana'), { remaining: 0, fullIn: 2 });
  wait(750);
  deepEqual(buckets.look('ana'), { remaining: 1, fullIn: 2 });
});

test('a caller below the rate is never refused, and only callers of late are kept', () => {
  const { buckets, wait } = at({ burst: 5, perSecond: 10 });
  for (let n = 0; n < 3_000; n++) {
    buckets.take('ana');
    wait(100);
  }
  for (let n = 0; n < 20_000; n++) {
    buckets.take(`om${n}`);
    wait(1);
  }
  equal(buckets.size() < 2_500, true, String(buckets.size()));
});

test('a quota lets so many through within any hour, and as many again as have become old', () => {
  let now = 0;
  const quota = slidingQuota(
    { hits: 2, seconds: 3600 },
    (retryAfter) => new AppError('photos/try-limit', { retryAfter }),
    () => now,
  );
  quota.take('a');
  now = 3_000_000;
  quota.take('a');
  quota.take('b');
  throws(() => quota.take('a'), { code: 'photos/try-limit', details: { retryAfter: 600 } });
  now = 3_600_000;
  quota.take('a');
  throws(() => quota.take('a'), { details: { retryAfter: 3000 } });
  quota.giveBack('a');
  quota.take('a');
  throws(() => quota.take('a'), { details: { retryAfter: 3000 } }, 'one was given back, and no more');
  now = 20_000_000;
  for (let n = 0; n < 1_500; n++) quota.take(`other ${n}`);
  ok(quota.size() <= 1_500, 'who has not come for an hour is forgotten');
});
