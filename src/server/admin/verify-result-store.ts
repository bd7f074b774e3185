import type { Overview } from '#contract/admin-overview.ts';
import type { Violation } from '#server/admin/verify.ts';
import type { Db, Tx } from '#server/app.ts';

export async function insertVerify(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.insertInto('verify_results').values({ id, asked_at: now }).execute();
}

/** Asked and not ended; one that never came to its end counts no more after a while. */
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
  db: Db,
  id: string,
  result: { endedAt: Date; violations: readonly Violation[]; problem: string | null },
): Promise<void> {
  await db
    .updateTable('verify_results')
    .set({
      ended_at: result.endedAt,
      violations: JSON.stringify(result.violations),
      problem: result.problem,
    })
    .where('id', '=', id)
    .execute();
}

export async function forgetVerifies(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('verify_results').where('asked_at', '<', before).execute();
}

export async function lastVerify(db: Db): Promise<Overview['verify']> {
  const row = await db
    .selectFrom('verify_results')
    .selectAll()
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  return {
    askedAt: row.asked_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    violations: row.violations.map(({ rule, rows }) => ({ rule, rows: [...rows] })),
    problem: row.problem,
  };
}
