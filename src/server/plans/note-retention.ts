import type { Fall } from '#domain/photos/keep-until.ts';
import type { Db, Tx } from '#server/app.ts';
import { limitsInForce } from '#server/plans/limits-view.ts';
import {
  insertFall,
  listFalls,
  lockSeenDays,
  type SeenDays,
  saveSeenDays,
  seenWithFalls,
} from '#server/plans/retention-store.ts';

export interface Retention {
  readonly days: number;
  /** Oldest first. */
  readonly falls: readonly Fall[];
}

/** The days in force with their falls; one that is not noted yet counts as noted now. */
export async function readRetention(
  db: Db | Tx,
  userId: string,
  { days, now }: { days: number; now: Date },
): Promise<Retention> {
  const { seen, falls } = await seenWithFalls(db, userId);
  const fall = seen && detectFall(seen, days, now);
  return { days, falls: fall ? [...falls, fall] : falls };
}

/** Called after whatever may raise the days in force, and daily: limits end by themselves, so a fall is dated by when it is seen. */
export async function noteRetention(tx: Tx, userId: string, now: Date): Promise<Retention & SeenDays> {
  const { retentionDays: days } = await limitsInForce(tx, userId, now);
  const seen = await lockSeenDays(tx, userId, { days, now });
  const fall = detectFall(seen, days, now);
  if (fall) await insertFall(tx, userId, fall);
  await saveSeenDays(tx, userId, { days, now });
  return { ...seen, days, falls: await listFalls(tx, userId) };
}

function detectFall(seen: SeenDays, days: number, now: Date): Fall | null {
  return days < seen.days ? { at: now, seenAt: seen.seenAt, before: seen.days } : null;
}
