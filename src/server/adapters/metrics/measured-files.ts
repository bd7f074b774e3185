import { AppError } from '#domain/errors.ts';
import type { ListedFile } from '#server/adapters/files/port.ts';
import type { Metrics } from '#server/adapters/metrics/port.ts';

/** Methods of the port that ask nothing of the store. */
const LOCAL = new Set<PropertyKey>(['temporaryPath', 'discard', 'room', 'close', 'scratchBytes', 'store']);

/**
 * The same files or uploads, whose every call is counted and timed under the name of its method. A file that is not there is no error of
 * the store. Of what is streamed the time is the one until its first byte may come, of a list the one until its end.
 */
export function measureCalls<T extends object>(store: T, metrics: Metrics): T {
  return new Proxy(store, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function' || typeof name !== 'string' || LOCAL.has(name)) return method;
      return (...given: readonly unknown[]) => {
        const begun = performance.now();
        const note = (isOk: boolean) => metrics.storage(name, isOk, (performance.now() - begun) / 1000);
        const called: unknown = Reflect.apply(method, target, given);
        if (called instanceof Promise) return timeCall(called, note);
        return name === 'list' ? timeListing(called as AsyncIterable<ListedFile>, note) : called;
      };
    },
  });
}

async function timeCall<R>(call: Promise<R>, note: (isOk: boolean) => void): Promise<R> {
  try {
    const result = await call;
    note(true);
    return result;
  } catch (error) {
    note(error instanceof AppError && error.code === 'photos/file-missing');
    throw error;
  }
}

async function* timeListing<T>(all: AsyncIterable<T>, note: (isOk: boolean) => void): AsyncGenerator<T> {
  try {
    for await (const one of all) yield one;
    note(true);
  } catch (error) {
    note(false);
    throw error;
  }
}
