export interface Timers {
  now(): number;
  after(ms: number, run: () => void): void;
}

const browserTimers: Timers = {
  now: () => Date.now(),
  after: (ms, run) => {
    setTimeout(run, ms);
  },
};

/** Runs at once for a key that was quiet, then at most once per `ms` for it; the last call is never lost. */
export function throttleByKey(
  ms: number,
  run: (key: string) => void,
  timers: Timers = browserTimers,
): (key: string) => void {
  const lastRun = new Map<string, number>();
  const waiting = new Set<string>();
  const fire = (key: string) => {
    waiting.delete(key);
    lastRun.set(key, timers.now());
    run(key);
  };
  return (key) => {
    if (waiting.has(key)) return;
    const rest = (lastRun.get(key) ?? Number.NEGATIVE_INFINITY) + ms - timers.now();
    if (rest <= 0) return fire(key);
    waiting.add(key);
    timers.after(rest, () => fire(key));
  };
}
