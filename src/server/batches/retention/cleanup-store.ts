import type { Db } from '#server/app.ts';

/** Deletes old rows of tables that the live adapter and account write, which a batch may not import. */

export async function deleteOldEvents(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('live_events').where('created_at', '<', before).execute();
}

/** Deletes Google sign-ins that expired, with the identities that waited in them. */
export async function deleteOldAttempts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('google_attempts').where('expires_at', '<', now).execute();
}

/** Frees these addresses for another signup bonus. */
export async function deleteOldClaims(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('gift_claims').where('created_at', '<', before).execute();
}
