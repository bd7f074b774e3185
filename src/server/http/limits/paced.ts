import { AppError } from '#domain/errors.ts';

/**
 * Returns a gate that lets `concurrency` callers pass per interval; faster ones wait their turn. Past `mostWaiting` it throws
 * http/too-many-requests.
 */
export function createRateGate({
  concurrency,
  everyMs,
  mostWaiting = Number.POSITIVE_INFINITY,
}: {
  concurrency: number;
  everyMs: number;
  mostWaiting?: number;
}): () => Promise<void> {
  const waiting: (() => void)[] = [];
  let passed = 0;
  let isTicking = false;
  const next = () => {
    const some = waiting.splice(0, concurrency);
    for (const pass of some) pass();
    passed = some.length;
    isTicking = passed > 0;
    if (isTicking) setTimeout(next, everyMs);
  };
  return async () => {
    if (!isTicking) setTimeout(next, everyMs);
    isTicking = true;
    if (waiting.length >= mostWaiting) {
      const retryAfter = Math.ceil((mostWaiting / concurrency) * (everyMs / 1000));
      throw new AppError('http/too-many-requests', { retryAfter });
    }
    if (passed >= concurrency || waiting.length > 0) return new Promise<void>((pass) => waiting.push(pass));
    passed += 1;
  };
}
