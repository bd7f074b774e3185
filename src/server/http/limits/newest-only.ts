/** Runs only the newest work of a key: aborts the one before, which returns null. Other errors of the work pass through. */
export function newestOnly() {
  const inFlight = new Map<string, AbortController>();
  return async <T>(key: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | null> => {
    inFlight.get(key)?.abort();
    const abort = new AbortController();
    inFlight.set(key, abort);
    try {
      return await work(abort.signal);
    } catch (error) {
      if (abort.signal.aborted) return null;
      throw error;
    } finally {
      if (inFlight.get(key) === abort) inFlight.delete(key);
    }
  };
}
