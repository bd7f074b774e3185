import type { Selectable } from 'kysely';
import type { Overview } from '#contract/admin/admin-overview.ts';
import type { DB } from '#server/adapters/database/schema.ts';
import type { Violation } from '#server/admin/verify/verify.ts';
import type { Db, Tx } from '#server/app.ts';

export async function insertVerify(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.insertInto('verify_results').values({ id, asked_at: now }).execute();
}

/** Returns a check that was begun since an instant and has not ended; an older one counts as lost. */
export async function openVerify(tx: Tx, since: Date): Promise<string | null> {
  const row = await tx
    .selectFrom('verify_results')
    .select('id')
    .where('ended_at', 'is', null)
    .where('asked_at', '>', since)
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function endVerify(
  tx: Tx,
  id: string,
  result: { endedAt: Date; violations: readonly Violation[]; problem: string | null },
): Promise<void> {
  await tx
    .updateTable('verify_results')
    .set({
      ended_at: result.endedAt,
      violations: JSON.stringify(result.violations),
      problem: result.problem,
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteOldVerifies(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('verify_results').where('asked_at', '<', before).execute();
}

/** Returns the check that was begun last, ended or not; null before the first. */
export async function lastVerify(db: Db): Promise<Overview['verify']> {
  const row = await db
    .selectFrom('verify_results')
    .selectAll()
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? asVerify(row) : null;
}

export async function findVerify(db: Db, id: string): Promise<Overview['verify']> {
  const row = await db.selectFrom('verify_results').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? asVerify(row) : null;
}

/** Returns the rules that were broken at the last completed check before this one, and whether the last check of all failed. */
export async function foundBefore(tx: Tx, id: string): Promise<{ rules: string[]; hasFailed: boolean }> {
  const ended = tx
    .selectFrom('verify_results')
    .select(['violations', 'problem'])
    .where('ended_at', 'is not', null)
    .where('id', '<>', id)
    .orderBy('ended_at', 'desc')
    .limit(1);
  const made = await ended.where('problem', 'is', null).executeTakeFirst();
  const last = await ended.executeTakeFirst();
  return {
    rules: made?.violations.map(({ rule }) => rule) ?? [],
    hasFailed: last !== undefined && last.problem !== null,
  };
}

function asVerify(row: Selectable<DB['verify_results']>): NonNullable<Overview['verify']> {
  return {
    askedAt: row.asked_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    violations: row.violations.map(({ rule, rows }) => ({ rule, rows: [...rows] })),
    problem: row.problem,
  };
}
