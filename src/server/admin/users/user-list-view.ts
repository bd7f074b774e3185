import { type RawBuilder, sql } from 'kysely';
import type { ListedUser, UserGroup, UserSort } from '#contract/admin/admin-users.ts';
import { foldDiacritics } from '#domain/language/fold.ts';
import { isActive, readSubscription } from '#domain/plans/subscription.ts';
import { onWire } from '#server/account/user-document-view.ts';
import type { App } from '#server/app.ts';
import { DOCUMENT_COLUMNS, storedFields } from '#server/users/document-fields.ts';

const USERS_PER_PAGE = 50;

/** Names are searched without diacritics, as they are typed. */
const FOLDED_NAME = sql<string>`translate(lower(coalesce(users.display_name, '')), 'ăâîșşțţáéíóöőúüű', 'aaissttaeiooouuu')`;

/** Sort values that may change while pages are turned go into the cursor as a number; the other orders are found again by the account. */
const NUMBERS: Partial<Record<UserSort, RawBuilder<string>>> = {
  seen: sql<string>`coalesce((extract(epoch from users.last_login_at) * 1000000)::bigint, 0)`,
  credits: sql<string>`credit_accounts.balance`,
};
const NO_NUMBER = sql<string>`0::bigint`;

interface Page {
  readonly search?: string | undefined;
  readonly sort?: UserSort | undefined;
  readonly group?: UserGroup | undefined;
  readonly cursor?: string | undefined;
}

/** Accounts that are not deleted, in pages. */
export async function listUsers(
  app: App,
  page: Page,
): Promise<{ users: ListedUser[]; nextCursor: string | null }> {
  const { sort = 'newest' } = page;
  const now = app.now();
  const number = NUMBERS[sort];
  const rows = await selectMatchingUsers(app, page, now)
    .select(['users.id', 'email', 'display_name', 'role', 'created_at', 'last_login_at', 'suspended_at'])
    .select(['balance', 'unlimited_until'])
    .select(DOCUMENT_COLUMNS)
    .select((number ?? NO_NUMBER).as('place'))
    .orderBy(sort === 'email' ? 'email' : (number ?? 'users.created_at'), sort === 'email' ? 'asc' : 'desc')
    .orderBy('users.id', 'desc')
    .limit(USERS_PER_PAGE + 1)
    .execute();
  const shown = rows.slice(0, USERS_PER_PAGE);
  const last = rows.length > USERS_PER_PAGE ? shown.at(-1) : undefined;
  return {
    users: shown.map((row) => {
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
    }),
    nextCursor: last ? (number ? `${last.place}.${last.id}` : last.id) : null,
  };
}

function selectMatchingUsers(app: App, { search = '', sort = 'newest', group, cursor }: Page, now: Date) {
  const typed = search.trim();
  const [id = '', number = '0'] = (cursor ?? '').split('.').reverse();
  return app.db
    .selectFrom('users')
    .innerJoin('credit_accounts', 'credit_accounts.user_id', 'users.id')
    .where('deleted_at', 'is', null)
    .$if(typed !== '', (all) =>
      all.where((eb) =>
        eb.or([
          eb('email', 'like', toLikePattern(typed.toLowerCase())),
          eb('users.id', 'like', toLikePattern(typed.toLowerCase())),
          eb(FOLDED_NAME, 'like', toLikePattern(foldDiacritics(typed))),
        ]),
      ),
    )
    .$if(group === 'admins', (all) => all.where('role', '=', 'admin'))
    .$if(group === 'suspended', (all) => all.where('suspended_at', 'is not', null))
    .$if(group === 'paying', (all) =>
      all.where((eb) =>
        eb.exists(
          eb
            .selectFrom('credit_purchases')
            .select('id')
            .whereRef('credit_purchases.user_id', '=', 'users.id')
            .where('credit_purchases.created_at', '<=', now),
        ),
      ),
    )
    .$if(cursor !== undefined, (all) => all.where(buildCursorFilter(sort, id, number)));
}

function buildCursorFilter(sort: UserSort, id: string, number: string): RawBuilder<boolean> {
  const value = NUMBERS[sort];
  if (value) return sql<boolean>`(${value}, users.id) < (${number}::bigint, ${id})`;
  if (sort === 'email') return sql<boolean>`users.email > (select email from users where id = ${id})`;
  return sql<boolean>`(users.created_at, users.id) < (select created_at, id from users where id = ${id})`;
}

function toLikePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
