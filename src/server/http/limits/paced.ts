/** Lets so many pass at once, and as many more at each interval: those who come faster wait their turn. */
export function createRateGate({
  concurrency,
  everyMs,
}: {
  concurrency: number;
  everyMs: number;
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
    if (passed >= concurrency || waiting.length > 0) return new Promise<void>((pass) => waiting.push(pass));
    passed += 1;
  };
}
