/** Queries under way at a time; with two, a slow one does not hold up later ones. */
const LANES = 2;
/** Silence after which a query is repeated, twice at most: its connection may be dead, and the next try takes another. */
const SILENT_MS = 2_000;
const TIMES = 3;

/**
 * Batches look-ups: keys of one turn of the event loop, or that come while queries are under way, go into one query. Every query begins
 * after the calls it serves, so a result is never older than its call, and nothing is cached. `ask` must not wait for anything that one key
 * alone could hold up. Errors of `ask` pass to all its callers.
 */
export function createBatchLoader<K, V>(
  ask: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): (key: K) => Promise<V | undefined> {
  let underWay = 0;
  let gathering: { keys: Set<K>; answers: PromiseWithResolvers<ReadonlyMap<K, V>> } | null = null;
  const go = () => {
    if (gathering === null || underWay === LANES) return;
    const { keys, answers } = gathering;
    gathering = null;
    underWay += 1;
    hedgeRequest(() => ask([...keys]))
      .then(answers.resolve, answers.reject)
      .finally(() => {
        underWay -= 1;
        go();
      });
  };
  return async (key) => {
    if (gathering === null) {
      gathering = { keys: new Set(), answers: Promise.withResolvers() };
      setImmediate(go);
    }
    const { keys, answers } = gathering;
    keys.add(key);
    return (await answers.promise).get(key);
  };
}

/** Returns the first reply, or throws the first error, of up to TIMES tries. */
function hedgeRequest<T>(ask: () => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  let timer: NodeJS.Timeout | undefined;
  const again = (times: number) => {
    ask().then(resolve, reject);
    if (times < TIMES) timer = setTimeout(again, SILENT_MS, times + 1);
  };
  again(1);
  return promise.finally(() => clearTimeout(timer));
}
