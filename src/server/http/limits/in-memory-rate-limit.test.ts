import { equal, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { tokenBuckets } from '#server/http/limits/in-memory-rate-limit.ts';

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
