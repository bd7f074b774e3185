import { type RawBuilder, sql } from 'kysely';
import type { listUsers as contract, ListedUser, UserSort } from '#contract/admin/admin-users.ts';
import type { QueryOf, ReplyOf } from '#contract/route.ts';
import { isActive, readSubscription } from '#domain/plans/subscription.ts';
import { onWire } from '#server/account/user-document-view.ts';
import { buildUserFilter } from '#server/admin/search/user-filter-view.ts';
import type { App, Db } from '#server/app.ts';
import { DOCUMENT_COLUMNS, storedFields } from '#server/users/document-fields.ts';

const USERS_PER_PAGE = 50;

/** Sort values that may change between two pages go into the cursor as a number; the account's row gives the others. */
const NUMBERS: Partial<Record<UserSort, RawBuilder<string>>> = {
  seen: sql<string>`coalesce((extract(epoch from users.last_login_at) * 1000000)::bigint, 0)`,
  credits: sql<string>`credit_accounts.balance`,
};
const NO_NUMBER = sql<string>`0::bigint`;

type Page = QueryOf<typeof contract>;

/** Returns accounts that are not deleted, in pages. */
export async function listUsers(
  app: App,
  { sort = 'newest', cursor, ...filter }: Page,
): Promise<ReplyOf<typeof contract>> {
  const { isMeant, isCut } = await buildUserFilter(app, filter);
  const [id = '', last = '0'] = (cursor ?? '').split('.').reverse();
  const number = NUMBERS[sort];
  const rows = await selectListedUsers(app.db)
    .select((number ?? NO_NUMBER).as('place'))
    .where(isMeant)
    .$if(cursor !== undefined, (all) => all.where(buildCursorFilter(sort, id, last)))
    .orderBy(sort === 'email' ? 'email' : (number ?? 'users.created_at'), sort === 'email' ? 'asc' : 'desc')
    .orderBy('users.id', 'desc')
    .limit(USERS_PER_PAGE + 1)
    .execute();
  const shown = rows.slice(0, USERS_PER_PAGE);
  const end = rows.length > USERS_PER_PAGE ? shown.at(-1) : undefined;
  return {
    users: shown.map((row) => asListedUser(row, app.now())),
    nextCursor: end ? (number ? `${end.place}.${end.id}` : end.id) : null,
    isCut,
  };
}

/** Selects accounts as the list shows them, deleted ones too. */
export function selectListedUsers(db: Db) {
  return db
    .selectFrom('users')
    .innerJoin('credit_accounts', 'credit_accounts.user_id', 'users.id')
    .select(['users.id', 'email', 'display_name', 'role', 'created_at', 'last_login_at', 'suspended_at'])
    .select(['balance', 'unlimited_until'])
    .select(DOCUMENT_COLUMNS);
}

export type ListedUserRow = Awaited<ReturnType<ReturnType<typeof selectListedUsers>['execute']>>[number];

/** Turns a row into a listed account, with the plan in force. */
export function asListedUser(row: ListedUserRow, now: Date): ListedUser {
  const subscription = readSubscription(storedFields(row));
  return onWire({
    uid: row.id,
    email: row.email,
    displayName: row.display_name,
    role: row.role,
    plan: isActive(subscription, now) ? subscription.plan : 'free',
    credits: row.unlimited_until && row.unlimited_until > now ? -1 : row.balance,
    suspendedAt: row.suspended_at,
    createdAt: row.created_at,
    lastLoginAt: row.last_login_at,
  });
}

function buildCursorFilter(sort: UserSort, id: string, number: string): RawBuilder<boolean> {
  const value = NUMBERS[sort];
  if (value) return sql<boolean>`(${value}, users.id) < (${number}::bigint, ${id})`;
  if (sort === 'email') return sql<boolean>`users.email > (select email from users where id = ${id})`;
  return sql<boolean>`(users.created_at, users.id) < (select created_at, id from users where id = ${id})`;
}
