import { useEffect, useState } from 'react';
import type { Run } from '#contract/batches.ts';
import { looksLong } from '#domain/batches/long-runs.ts';
import { remainingTime } from '#domain/language/time.ts';
import { serverNow } from '#web/api/server-clock.ts';

/** The pace of a run, from the moments its photos were seen to be done. */
export interface Pace {
  readonly startedAt: number;
  /** Counts of done photos with the moment the page saw them, newest last. */
  readonly seen: readonly { readonly at: number; readonly done: number }[];
}

const REMEMBERED = 8;

/** Returns the number of photos of a run that are done, failed or cancelled. */
export function countPassedPhotos(run: Run): number {
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
  const passed = countPassedPhotos(run);
  const startedAt = Date.parse(run.startedAt ?? run.createdAt);
  const [pace, setPace] = useState<Pace>({ startedAt, seen: [] });
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    setPace((known) => withProgress({ ...known, startedAt }, passed, serverNow()));
  }, [passed, startedAt]);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = remainingSeconds(pace, run.photoIds.length, now);
  const isLong = looksLong(now - Date.parse(run.createdAt), seconds === null ? null : seconds * 1000);
  if (run.state === 'queued') return { words: 'e la rând, pornește imediat', isLong };
  return { words: seconds === null ? 'se developează prima' : remainingTime(seconds), isLong };
}

export function withProgress(pace: Pace, done: number, at: number): Pace {
  const last = pace.seen.at(-1);
  if (last !== undefined && last.done === done) return pace;
  const kept = last !== undefined && done < last.done ? [] : pace.seen.slice(1 - REMEMBERED);
  return { ...pace, seen: [...kept, { at, done }] };
}

/** Seconds left; null until the first photo is done. Falls between photos, as time passes. */
export function remainingSeconds(pace: Pace, total: number, now: number): number | null {
  const last = pace.seen.at(-1);
  if (last === undefined || last.done === 0) return null;
  const perPhoto = pacePerPhoto(pace, last);
  if (perPhoto === null) return null;
  const left = (total - last.done) * perPhoto - Math.max(0, now - last.at);
  return Math.max(0, left) / 1000;
}

/** Milliseconds per photo: the recent pace once two photos were watched, else the mean since the start (after a reload). */
function pacePerPhoto({ startedAt, seen }: Pace, last: { at: number; done: number }): number | null {
  const first = seen[0];
  if (first !== undefined && last.done - first.done >= 2)
    return (last.at - first.at) / (last.done - first.done);
  const elapsed = last.at - startedAt;
  return elapsed > 0 ? elapsed / last.done : null;
}
