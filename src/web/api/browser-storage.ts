/** Runs what reads or writes the browser's storage; returns undefined when the browser refuses (private windows, policies). */
export function tryStorage<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
