import { useEffect, useState } from 'react';
import type { Run } from '#contract/batches.ts';
import { looksLong } from '#domain/batches/long-runs.ts';
import { remainingTime } from '#domain/language/time.ts';
import { type Pace, remainingSeconds, withProgress } from '#web/features/batches/run/remaining.ts';

/** Returns the number of photos of a run that are done, failed or cancelled. */
export function passedOf(run: Run): number {
  return run.photoIds.filter((id) => {
    const state = run.photos[id]?.state;
    return state === 'done' || state === 'failed' || state === 'cancelled';
  }).length;
}

interface Remaining {
  /** „încă vreo 40 de secunde”. */
  readonly words: string;
  /** True when the run is too long to watch. */
  readonly isLong: boolean;
}

/** Updates every second. */
export function useRemaining(run: Run): Remaining {
  const passed = passedOf(run);
  const startedAt = Date.parse(run.startedAt ?? run.createdAt);
  const [pace, setPace] = useState<Pace>({ startedAt, seen: [] });
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setPace((known) => withProgress({ ...known, startedAt }, passed, Date.now()));
  }, [passed, startedAt]);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = remainingSeconds(pace, run.photoIds.length, now);
  const isLong = looksLong(now - Date.parse(run.createdAt), seconds === null ? null : seconds * 1000);
  if (run.state === 'queued') return { words: 'e la rând, pornește imediat', isLong };
  return { words: seconds === null ? 'se developează prima' : remainingTime(seconds), isLong };
}
