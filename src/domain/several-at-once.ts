/** Does `work` for each item, at most `most` at the same time. Throws the first failure once the work under way has ended. */
export async function severalAtOnce<T>(
  items: AsyncIterable<T> | Iterable<T>,
  most: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const failures: unknown[] = [];
  const hand = async () => {
    while (failures.length === 0) {
      const { done, value } = await waiting.next();
      if (done) return;
      await work(value);
    }
  };
  const guarded = () => hand().catch((error: unknown) => failures.push(error));
  await Promise.all(Array.from({ length: most }, guarded));
  if (failures.length === 0) return;
  await waiting.return?.();
  throw failures[0];
}
