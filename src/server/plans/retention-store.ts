import { plusDays } from '#domain/days.ts';
import type { Fall } from '#domain/photos/keep-until.ts';
import type { Db, Tx } from '#server/app.ts';

export interface SeenDays {
  readonly days: number;
  readonly seenAt: Date;
  readonly warnedAt: Date | null;
}

/** The days in force as they were seen last, and the falls (oldest first); without seen days there are no falls. */
export async function seenWithFalls(
  db: Db | Tx,
  userId: string,
): Promise<{ seen: SeenDays | null; falls: Fall[] }> {
  const rows = await db
    .selectFrom('retention_days as d')
    .leftJoin('retention_falls as f', 'f.user_id', 'd.user_id')
    .select(['d.days', 'd.seen_at', 'd.warned_at', 'f.at', 'f.seen_at as fall_seen_at', 'f.days_before'])
    .where('d.user_id', '=', userId)
    .orderBy('f.at')
    .execute();
  const [row] = rows;
  const seen = row ? { days: row.days, seenAt: row.seen_at, warnedAt: row.warned_at } : null;
  const falls = rows.flatMap(({ at, fall_seen_at: seenAt, days_before: before }) =>
    at === null || seenAt === null || before === null ? [] : [{ at, seenAt, before }],
  );
  return { seen, falls };
}

/** Users whose trial has ended since their days in force were seen last. The daily look at all users finds those of longer ago. */
export async function usersWithEndedTrials(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('users as u')
    .innerJoin('plans_as_read as p', 'p.id', 'u.id')
    .leftJoin('retention_days as d', 'd.user_id', 'u.id')
    .select('u.id')
    .where('p.trial_expires_at', '<=', now)
    .where('p.trial_expires_at', '>', plusDays(now, -2))
    .where(({ eb, or, ref }) =>
      or([eb('d.seen_at', 'is', null), eb('d.seen_at', '<', ref('p.trial_expires_at'))]),
    )
    .where('u.deleted_at', 'is', null)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The same with its row locked; `days` are noted if there was none. */
export async function lockSeenDays(
  tx: Tx,
  userId: string,
  { days, now }: { days: number; now: Date },
): Promise<SeenDays> {
  await tx
    .insertInto('retention_days')
    .values({ user_id: userId, days, seen_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await tx
    .selectFrom('retention_days')
    .selectAll()
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { days: row.days, seenAt: row.seen_at, warnedAt: row.warned_at };
}

export async function saveSeenDays(
  tx: Tx,
  userId: string,
  { days, now }: { days: number; now: Date },
): Promise<void> {
  await tx.updateTable('retention_days').set({ days, seen_at: now }).where('user_id', '=', userId).execute();
}

export async function noteWarned(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.updateTable('retention_days').set({ warned_at: now }).where('user_id', '=', userId).execute();
}

export async function insertFall(tx: Tx, userId: string, fall: Fall): Promise<void> {
  await tx
    .insertInto('retention_falls')
    .values({ user_id: userId, at: fall.at, seen_at: fall.seenAt, days_before: fall.before })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Oldest first. */
export async function listFalls(db: Db | Tx, userId: string): Promise<Fall[]> {
  const rows = await db
    .selectFrom('retention_falls')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('at')
    .execute();
  return rows.map((row) => ({ at: row.at, seenAt: row.seen_at, before: row.days_before }));
}

export async function eraseRetention(tx: Tx, userId: string): Promise<void> {
  for (const table of ['retention_days', 'retention_falls'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
}
