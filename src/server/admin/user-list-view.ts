import { sql } from 'kysely';
import type { UserLine } from '#contract/admin.ts';
import { fold } from '#domain/language/fold.ts';
import { isActive, readSubscription } from '#domain/plans/subscription.ts';
import { onWire } from '#server/account/user-document-view.ts';
import type { App } from '#server/app.ts';
import { DOCUMENT_COLUMNS, storedFields } from '#server/users/document-fields.ts';

export const USERS_PER_PAGE = 50;

/** Names are searched without diacritics, as they are typed. */
const FOLDED_NAME = sql<string>`translate(lower(coalesce(users.display_name, '')), 'ăâîșşțţáéíóöőúüű', 'aaissttaeiooouuu')`;

/** Accounts that are not deleted, newest first. */
export async function listUsers(
  app: App,
  page: { search?: string | undefined; cursor?: string | undefined },
): Promise<{ users: UserLine[]; nextCursor: string | null }> {
  const typed = (page.search ?? '').trim();
  let query = app.db
    .selectFrom('users')
    .select(['id', 'email', 'display_name', 'role', 'created_at', 'last_login_at'])
    .select(DOCUMENT_COLUMNS)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(USERS_PER_PAGE + 1);
  if (typed)
    query = query.where((eb) =>
      eb.or([
        eb('email', 'like', containing(typed.toLowerCase())),
        eb('id', 'like', containing(typed.toLowerCase())),
        eb(FOLDED_NAME, 'like', containing(fold(typed))),
      ]),
    );
  if (page.cursor)
    query = query.where(
      sql<boolean>`(users.created_at, users.id) < (select created_at, id from users where id = ${page.cursor})`,
    );
  const rows = await query.execute();
  const shown = rows.slice(0, USERS_PER_PAGE);
  return {
    users: shown.map((row) => {
      const subscription = readSubscription(storedFields(row));
      return onWire({
        uid: row.id,
        email: row.email,
        displayName: row.display_name,
        role: row.role,
        plan: isActive(subscription, app.now()) ? subscription.plan : 'free',
        createdAt: row.created_at,
        lastLoginAt: row.last_login_at,
      });
    }),
    nextCursor: rows.length > USERS_PER_PAGE ? (shown.at(-1)?.id ?? null) : null,
  };
}

function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
