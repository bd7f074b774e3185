import { sql } from 'kysely';
import type { AdminActLine } from '#contract/admin/admin-acts.ts';
import type { App } from '#server/app.ts';

const ACTS_PER_PAGE = 50;

/** Returns the admins' acts, newest first; all of them, or those about one account. */
export async function listActs(
  app: App,
  { userId, cursor }: { userId?: string | undefined; cursor?: string | undefined },
): Promise<{ acts: AdminActLine[]; nextCursor: string | null }> {
  const rows = await app.db
    .selectFrom('admin_acts as act')
    .leftJoin('users as by', 'by.id', 'act.admin_id')
    .leftJoin('users as about', 'about.id', 'act.user_id')
    .selectAll('act')
    .select(['by.email as byEmail', 'about.email as aboutEmail'])
    .$if(userId !== undefined, (all) => all.where('act.user_id', '=', userId ?? ''))
    .$if(cursor !== undefined, (all) =>
      all.where(
        sql<boolean>`(act.created_at, act.id) < (select created_at, id from admin_acts where id = ${cursor})`,
      ),
    )
    .orderBy('act.created_at', 'desc')
    .orderBy('act.id', 'desc')
    .limit(ACTS_PER_PAGE + 1)
    .execute();
  const acts = rows.slice(0, ACTS_PER_PAGE).map(
    (row): AdminActLine => ({
      id: row.id,
      kind: row.kind,
      by: row.byEmail,
      user: row.user_id === null ? null : { uid: row.user_id, email: row.aboutEmail ?? '' },
      subject: row.subject,
      reason: row.reason,
      details: row.details,
      createdAt: row.created_at.toISOString(),
    }),
  );
  return { acts, nextCursor: rows.length > ACTS_PER_PAGE ? (acts.at(-1)?.id ?? null) : null };
}
