import { sql } from 'kysely';
import type { App, Db, ResultPhone } from '#server/app.ts';
import type { ResultLinkRow } from '#server/batches/phones/phone-link-store.ts';

/**
 * Links that are good now: their account, session and batch are there. A version of the server that knows no such links deletes batches
 * without ending them.
 */
function selectOpenLinks(db: Db, now: Date) {
  return db
    .selectFrom('result_links as link')
    .innerJoin('users', 'users.id', 'link.user_id')
    .innerJoin('sessions', 'sessions.id', 'link.session_id')
    .innerJoin('batches', 'batches.id', 'link.batch_id')
    .selectAll('link')
    .whereRef('sessions.user_id', '=', 'link.user_id')
    .whereRef('batches.owner_id', '=', 'link.user_id')
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('batches.deleted_at', 'is', null)
    .where('link.expires_at', '>', now)
    .where('link.ended_at', 'is', null);
}

function asResultPhone(link: ResultLinkRow): ResultPhone {
  return {
    linkId: link.id,
    owner: { id: link.user_id, role: 'user', sessionId: link.session_id },
    batchId: link.batch_id,
    endsAt: link.expires_at,
  };
}

/** Returns phones by the hashes of their cookies' tokens. */
export async function resultPhonesByCookies(
  app: App,
  hashes: readonly string[],
): Promise<Map<string, ResultPhone>> {
  const rows = await selectOpenLinks(app.db, app.now())
    .where('link.cookie_hash', '=', sql<string>`any(${[...hashes]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.cookie_hash, asResultPhone(row)]));
}

/** Returns the phone that a key makes of its sender; null for a link that is over, or none. */
export async function findResultPhoneByKey(app: App, keyHash: string): Promise<ResultPhone | null> {
  const row = await selectOpenLinks(app.db, app.now())
    .where('link.key_hash', '=', keyHash)
    .executeTakeFirst();
  return row ? asResultPhone(row) : null;
}

/** Returns the open link of a batch; null for none. */
export async function findResultLinkOfBatch(
  app: App,
  ownerId: string,
  batchId: string,
): Promise<ResultLinkRow | null> {
  const row = await selectOpenLinks(app.db, app.now())
    .where('link.user_id', '=', ownerId)
    .where('link.batch_id', '=', batchId)
    .executeTakeFirst();
  return row ?? null;
}
