import { sql } from 'kysely';
import type { ReplyOf } from '#contract/route.ts';
import type { readSecurity } from '#contract/security.ts';
import { deviceWords } from '#domain/language/device-words.ts';
import { provenUntil } from '#domain/users/proof.ts';
import type { App, User } from '#server/app.ts';
import { findEmailChange } from '#server/users/email/email-change-store.ts';
import { countRecoveryCodes, findFactorSince } from '#server/users/second-factor/second-factor-store.ts';
import { getProvedAt } from '#server/users/sign-in/session-proof-store.ts';
import { isIdle } from '#server/users/sign-in/session-store.ts';

/** Returns the ways into the own account. */
export async function readWaysIn(app: App, user: User): Promise<ReplyOf<typeof readSecurity>> {
  const now = app.now();
  const identity = await app.db
    .selectFrom('identities')
    .select('email')
    .where('user_id', '=', user.id)
    .orderBy('created_at')
    .executeTakeFirst();
  const rows = await app.db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'seen_at'])
    .select(['token_hash', 'proved_at', 'previous_token_hash', 'previous_proved_at'])
    .where('user_id', '=', user.id)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .execute();
  const links = await listOpenLinks(app, user.id);
  const factorSince = await findFactorSince(app.db, user.id);
  const own = rows.find(({ id }) => id === user.sessionId);
  return {
    google: identity ? { email: identity.email } : null,
    pendingEmail: await findEmailChange(app.db, user.id),
    secondFactor: factorSince && {
      since: factorSince.toISOString(),
      codesLeft: await countRecoveryCodes(app.db, user.id),
    },
    sessions: rows
      .filter(({ seen_at }) => !isIdle(seen_at, now))
      .map((row) => ({
        id: row.id,
        device: deviceWords(row.user_agent),
        createdAt: row.created_at.toISOString(),
        seenAt: row.seen_at.toISOString(),
        isThis: row.id === user.sessionId,
      })),
    phoneLinks: links.flatMap(({ used, ...link }) => (used === null ? [] : [{ ...link, photos: used }])),
    resultLinks: links.flatMap(({ used, ...link }) => (used === null ? [link] : [])),
    provenUntil: provenUntil(own ? getProvedAt(own, user) : null, now)?.toISOString() ?? null,
  };
}

/** Returns the links for phones that are good now, newest first. `used`: photos that came by one; null for a link to results. */
async function listOpenLinks({ db, now }: App, userId: string) {
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('phone_links')
        .select(['id', 'user_id', 'session_id', 'batch_id', 'user_agent', 'created_at', 'expires_at'])
        .select(['ended_at', sql<number | null>`used`.as('used')])
        .unionAll(
          from
            .selectFrom('result_links')
            .select(['id', 'user_id', 'session_id', 'batch_id', 'user_agent', 'created_at', 'expires_at'])
            .select(['ended_at', sql<number | null>`null::int`.as('used')]),
        )
        .as('link'),
    )
    .innerJoin('batches', 'batches.id', 'link.batch_id')
    .innerJoin('sessions', 'sessions.id', 'link.session_id')
    .select(['link.id', 'link.user_agent', 'link.created_at', 'link.expires_at', 'link.used', 'name'])
    .where('link.user_id', '=', userId)
    .where('link.expires_at', '>', now())
    .where('sessions.expires_at', '>', now())
    .where('link.ended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('link.created_at', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    batchName: row.name,
    createdAt: row.created_at.toISOString(),
    endsAt: row.expires_at.toISOString(),
    device: row.user_agent === null ? null : deviceWords(row.user_agent),
    used: row.used,
  }));
}
