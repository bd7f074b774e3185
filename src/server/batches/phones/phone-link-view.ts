import { sql } from 'kysely';
import { isRunning } from '#domain/batches/states.ts';
import type { App, Db, Phone } from '#server/app.ts';
import type { PhoneLinkRow } from '#server/batches/phones/phone-link-store.ts';

/** Milliseconds after a link's end in which uploads that have begun may finish. */
const FINISH_MS = 10 * 60_000;

/**
 * Links whose account, session and batch are there and which ended ten minutes ago at most. What ends the session (signing out, another
 * password, a suspension, an erasure) leaves no such time.
 */
function selectLinks(db: Db, now: Date) {
  const finishesAfter = new Date(now.getTime() - FINISH_MS);
  return db
    .selectFrom('phone_links as link')
    .innerJoin('users', 'users.id', 'link.user_id')
    .innerJoin('sessions', 'sessions.id', 'link.session_id')
    .innerJoin('batches', 'batches.id', 'link.batch_id')
    .selectAll('link')
    .select(['batches.state as batchState', 'batches.deleted_at as batchDeletedAt'])
    .whereRef('sessions.user_id', '=', 'link.user_id')
    .whereRef('batches.owner_id', '=', 'link.user_id')
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('link.expires_at', '>', finishesAfter)
    .where(({ eb, or }) => or([eb('link.ended_at', 'is', null), eb('link.ended_at', '>', finishesAfter)]));
}

type FoundLink = Awaited<ReturnType<ReturnType<typeof selectLinks>['execute']>>[number];

/** A version of the server that knows no links starts and deletes batches without ending them. */
function isLinkOpen(link: FoundLink, now: Date): boolean {
  const hasEnded = link.ended_at !== null || link.expires_at <= now;
  return !hasEnded && link.batchDeletedAt === null && !isRunning(link.batchState);
}

function asPhone(link: FoundLink, now: Date): Phone {
  return {
    linkId: link.id,
    owner: { id: link.user_id, role: 'user', sessionId: link.session_id },
    batchId: link.batch_id,
    endsAt: link.expires_at,
    freePlaces: link.places - link.used,
    isOpen: isLinkOpen(link, now),
  };
}

/** Returns phones by the hashes of their cookies' tokens. */
export async function phonesByCookies(app: App, hashes: readonly string[]): Promise<Map<string, Phone>> {
  const now = app.now();
  const rows = await selectLinks(app.db, now)
    .where('link.cookie_hash', '=', sql<string>`any(${[...hashes]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.cookie_hash, asPhone(row, now)]));
}

/** Returns the phone that a key makes of its sender, whether its link is open or not; null for none. */
export async function findPhoneByKey(app: App, keyHash: string): Promise<Phone | null> {
  const now = app.now();
  const row = await selectLinks(app.db, now).where('link.key_hash', '=', keyHash).executeTakeFirst();
  return row ? asPhone(row, now) : null;
}

/** False once a phone's uploads may no longer finish. */
export async function mayFinish(app: App, { linkId }: Phone): Promise<boolean> {
  const row = await selectLinks(app.db, app.now()).where('link.id', '=', linkId).executeTakeFirst();
  return row !== undefined;
}

/** Returns the open link of a batch; null for none. */
export async function findLinkOfBatch(
  app: App,
  ownerId: string,
  batchId: string,
): Promise<PhoneLinkRow | null> {
  const now = app.now();
  const rows = await selectLinks(app.db, now)
    .where('link.user_id', '=', ownerId)
    .where('link.batch_id', '=', batchId)
    .execute();
  return rows.find((row) => isLinkOpen(row, now)) ?? null;
}

/** Returns uploads under way by links that let them finish no more, or that are gone. */
export async function uploadsOfEndedLinks(
  app: Pick<App, 'db' | 'now'>,
): Promise<{ id: string; owner_id: string }[]> {
  return app.db
    .selectFrom('photos')
    .select(['photos.id', 'photos.owner_id'])
    .where('photos.state', '=', 'uploading')
    .where('photos.phone_link', 'is not', null)
    .where(({ not, exists }) =>
      not(exists(selectLinks(app.db, app.now()).where('link.id', '=', sql.ref<string>('photos.phone_link')))),
    )
    .execute();
}
