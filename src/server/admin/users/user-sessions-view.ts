import type { listUserSessions } from '#contract/admin/admin-users.ts';
import type { ReplyOf } from '#contract/route.ts';
import { onWire } from '#server/account/user-document-view.ts';
import type { App } from '#server/app.ts';
import { isIdle } from '#server/users/sign-in/session-store.ts';

/** Returns an account's open sessions, last seen first. */
export async function listSessions(app: App, userId: string): Promise<ReplyOf<typeof listUserSessions>> {
  const rows = await app.db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'seen_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', app.now())
    .orderBy('seen_at', 'desc')
    .execute();
  return {
    sessions: rows
      .filter((row) => !isIdle(row.seen_at, app.now()))
      .map((row) =>
        onWire({
          id: row.id,
          userAgent: row.user_agent,
          createdAt: row.created_at,
          seenAt: row.seen_at,
          expiresAt: row.expires_at,
        }),
      ),
  };
}
