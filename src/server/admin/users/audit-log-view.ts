import { sql } from 'kysely';
import type { AuditEntry } from '#contract/admin/admin-actions.ts';
import type { App } from '#server/app.ts';

const AUDIT_PER_PAGE = 50;

/** Returns the audit log, newest first; all entries, or those about one account. */
export async function listAuditLog(
  app: App,
  { userId, cursor }: { userId?: string | undefined; cursor?: string | undefined },
): Promise<{ acts: AuditEntry[]; nextCursor: string | null }> {
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
    .limit(AUDIT_PER_PAGE + 1)
    .execute();
  const entries = rows.slice(0, AUDIT_PER_PAGE).map(
    (row): AuditEntry => ({
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
  return { acts: entries, nextCursor: rows.length > AUDIT_PER_PAGE ? (entries.at(-1)?.id ?? null) : null };
}
