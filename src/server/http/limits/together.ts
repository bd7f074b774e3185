/** Questions under way at a time. Two: a slow one does not hold up those that come after it. */
const LANES = 2;
/** A question without an answer for so long is asked anew, twice at most: its connection may have gone silent, and the next takes another. */
const SILENT_MS = 2_000;
const TIMES = 3;

/**
 * Makes one question of many that come at once: what comes in one turn of the event loop, or while questions are under way, is asked for
 * together. Every question begins after the calls it serves, so a result is never older than its call, and nothing is kept. `ask` must not
 * wait for anything that one of the keys alone could hold up.
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

/** Returns what comes first. */
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
