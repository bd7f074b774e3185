import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { downloadUsers, UserGroup } from '#contract/admin/admin-users.ts';
import type { QueryOf } from '#contract/route.ts';
import type { Plan } from '#domain/plans/plan.ts';
import { findUsers, midnightOf } from '#server/admin/search/found-view.ts';
import type { App } from '#server/app.ts';

type UserFilter = QueryOf<typeof downloadUsers>;
type Condition = RawBuilder<SqlBool>;

/** Returns the condition on `users` that admins chose, which no deleted account meets, and whether its search is cut. */
export async function buildUserFilter(
  app: App,
  { search = '', group, plan, from, until }: UserFilter,
): Promise<{ isMeant: Condition; isCut: boolean }> {
  const found = search.trim() === '' ? null : await findUsers(app, search);
  const at = app.now();
  const conditions: Condition[] = [
    sql<SqlBool>`users.deleted_at is null`,
    ...(found ? [sql<SqlBool>`users.id = any(${found.ids}::text[])`] : []),
    ...(group ? [isInGroup(group, at)] : []),
    ...(plan ? [hasPlan(plan, at)] : []),
    ...(from === undefined ? [] : [sql<SqlBool>`users.created_at >= ${midnightOf(from)}`]),
    ...(until === undefined ? [] : [sql<SqlBool>`users.created_at < ${midnightOf(until, 1)}`]),
  ];
  return { isMeant: sql<SqlBool>`${sql.join(conditions, sql` and `)}`, isCut: found?.isCut ?? false };
}

function isInGroup(group: UserGroup, now: Date): Condition {
  if (group === 'admins') return sql`users.role = 'admin'`;
  if (group === 'suspended') return sql`users.suspended_at is not null`;
  return sql`exists (select from credit_purchases p where p.user_id = users.id and p.created_at <= ${now})`;
}

/** SQL for domain/plans/subscription.ts: a plan that has ended is free. */
function hasPlan(plan: Plan, now: Date): Condition {
  const inForce = sql<string>`(select case when p.plan <> 'free' and (p.expires_at is null or p.expires_at > ${now})
    then p.plan else 'free' end from plans_as_read p where p.id = users.id)`;
  return sql`${inForce} = ${plan}`;
}

/** Returns how many accounts are meant. */
export async function countUsers(app: App, filter: UserFilter): Promise<number> {
  const { isMeant } = await buildUserFilter(app, filter);
  const row = await app.db
    .selectFrom('users')
    .select(sql<string>`count(*)`.as('users'))
    .where(isMeant)
    .executeTakeFirstOrThrow();
  return Number(row.users);
}
