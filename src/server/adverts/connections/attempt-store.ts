import { createHash, randomBytes } from 'node:crypto';
import type { SiteName } from '#domain/adverts/sites.ts';
import type { App, Db } from '#server/app.ts';

const LIVES_MS = 15 * 60_000;

/** A visit to a site's page of consent. */
export interface ConnectionAttempt {
  readonly userId: string;
  /** The session that it began in. */
  readonly sessionId: string;
  readonly site: SiteName;
  readonly redirectUri: string;
  readonly batchId: string | null;
}

function hashState(state: string): string {
  return createHash('sha256').update(state).digest('hex');
}

/** Keeps a new visit for 15 minutes. Returns its state, which is stored hashed: 256 random bits in base64url. */
export async function keepAttempt(app: App, attempt: ConnectionAttempt): Promise<string> {
  const state = randomBytes(32).toString('base64url');
  await app.db
    .insertInto('advert_attempts')
    .values({
      state_hash: hashState(state),
      user_id: attempt.userId,
      session_id: attempt.sessionId,
      site: attempt.site,
      redirect_uri: attempt.redirectUri,
      batch_id: attempt.batchId,
      expires_at: new Date(app.now().getTime() + LIVES_MS),
    })
    .execute();
  return state;
}

/** Takes the visit to a site with this state in this session; of several callers one gets it, the others get null. */
export async function takeAttempt(
  app: App,
  { state, sessionId, site }: { state: string; sessionId: string; site: SiteName },
): Promise<ConnectionAttempt | null> {
  const row = await app.db
    .deleteFrom('advert_attempts')
    .where('state_hash', '=', hashState(state))
    .where('session_id', '=', sessionId)
    .where('site', '=', site)
    .where('expires_at', '>', app.now())
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  const { user_id: userId, redirect_uri: redirectUri, batch_id: batchId } = row;
  return { userId, sessionId, site, redirectUri, batchId };
}

/** Deletes visits that came to no end. */
export async function deleteOldAttempts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('advert_attempts').where('expires_at', '<', now).execute();
}
