import { useEffect, useState } from 'react';
import type { Run } from '#contract/batches.ts';
import { remainingTime } from '#domain/language/time.ts';
import { type Pace, remainingSeconds, withProgress } from '#web/features/batches/remaining.ts';

/** How many photos of a run are through, done or failed. */
export function passedOf(run: Run): number {
  return run.photoIds.filter((id) => {
    const state = run.photos[id]?.state;
    return state === 'done' || state === 'failed' || state === 'cancelled';
  }).length;
}

/** „încă vreo 40 de secunde”, told again every second. */
export function useRemainingWords(run: Run): string {
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
  if (run.state === 'queued') return 'e la rând, pornește imediat';
  const seconds = remainingSeconds(pace, run.photoIds.length, now);
  return seconds === null ? 'se developează prima' : remainingTime(seconds);
}
