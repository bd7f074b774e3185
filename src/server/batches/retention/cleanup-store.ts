import type { Db } from '#server/app.ts';

/** Old rows of tables that are written by what a batch may not use: the live adapter and account. */

export async function deleteOldEvents(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('live_events').where('created_at', '<', before).execute();
}

/** Ways through Google and identities that waited there, over by an instant. */
export async function deleteOldAttempts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('google_attempts').where('expires_at', '<', now).execute();
}

/** From now on these addresses may have their signup bonus again. */
export async function deleteOldClaims(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('gift_claims').where('created_at', '<', before).execute();
}
