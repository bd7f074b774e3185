import type * as contract from '#contract/phones/phone-links.ts';
import type { ReplyOf } from '#contract/route.ts';
import { isRunning, MOST_IN_BATCH } from '#domain/batches/states.ts';
import { AppError } from '#domain/errors.ts';
import { deviceWords } from '#domain/language/device-words.ts';
import type { App, Phone, User } from '#server/app.ts';
import {
  createKey,
  deriveToken,
  hashKey,
  hashSecret,
  LINK_MS,
  MADE,
  OPENED,
} from '#server/batches/phones/link-secret.ts';
import {
  endLinks,
  endOneLink,
  insertPhoneLink,
  noteOpened,
  type PhoneLinkRow,
} from '#server/batches/phones/phone-link-store.ts';
import { findLinkOfBatch, findPhoneByKey, phonesByCookies } from '#server/batches/phones/phone-link-view.ts';
import { findBatch, lockBatch } from '#server/batches/store/batch-store.ts';
import { countMembers } from '#server/batches/store/member-store.ts';
import { consumeIpRateLimit, consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { createBatchLoader } from '#server/http/limits/together.ts';
import type { Visitor } from '#server/http/security/visitor.ts';

type PhoneLink = NonNullable<ReplyOf<typeof contract.readPhoneLink>['link']>;

function asPhoneLink(row: PhoneLinkRow): PhoneLink {
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    endsAt: row.expires_at.toISOString(),
    device: row.user_agent === null ? null : deviceWords(row.user_agent),
    photos: row.used,
  };
}

/** Throws `batches/not-found`. */
export async function readPhoneLink(app: App, user: User, batchId: string): Promise<PhoneLink | null> {
  await findBatch(app.db, user.id, batchId);
  const row = await findLinkOfBatch(app, user.id, batchId);
  return row && asPhoneLink(row);
}

/**
 * Makes the batch's link in place of the one before; returns its key, which is stored nowhere. Throws `batches/not-found`,
 * `batches/already-running`, `batches/too-many-photos`, `http/too-many-requests`.
 */
export async function makePhoneLink(
  app: App,
  user: User,
  batchId: string,
): Promise<{ key: string; link: PhoneLink }> {
  await consumeRateLimit(app, `phone-links:${user.id}`, { limit: MADE, code: 'http/too-many-requests' });
  const key = createKey();
  const row = await app.change(async ({ tx }) => {
    const batch = await lockBatch(tx, user.id, batchId);
    if (isRunning(batch.state)) throw new AppError('batches/already-running');
    const places = MOST_IN_BATCH - (await countMembers(tx, batchId));
    if (places <= 0) throw new AppError('batches/too-many-photos', { limit: MOST_IN_BATCH });
    const now = app.now();
    await endLinks(tx, 'phone_links', { batchId, now });
    return insertPhoneLink(tx, {
      id: app.newId('phl'),
      ...hashKey(app, 'phone-link', key),
      user_id: user.id,
      session_id: user.sessionId,
      batch_id: batchId,
      places,
      created_at: now,
      expires_at: new Date(now.getTime() + LINK_MS),
    });
  });
  return { key, link: asPhoneLink(row) };
}

/** Throws `http/not-found`. */
export async function endPhoneLink(app: App, user: User, linkId: string): Promise<void> {
  if (!(await endOneLink(app.db, 'phone_links', { userId: user.id, linkId, now: app.now() })))
    throw new AppError('http/not-found');
}

/** Exchanges a link's key for the phone's cookie. Throws `batches/phone-link-over`, `http/too-many-requests`. */
export async function openPhoneLink(
  app: App,
  { ip, userAgent }: Visitor,
  key: string,
): Promise<{ phone: Phone; token: string }> {
  await consumeIpRateLimit(
    app,
    { name: 'phone-open:address', ip },
    { limit: OPENED, code: 'http/too-many-requests' },
  );
  const phone = await findPhoneByKey(app, hashSecret(key));
  if (!phone?.isOpen) throw new AppError('batches/phone-link-over');
  await noteOpened(app.db, 'phone_links', { linkId: phone.linkId, userAgent });
  return { phone, token: deriveToken(app, 'phone-link', key) };
}

/** Returns a look-up of phones by their cookies' tokens. Look-ups at the same time share one query. */
export function phoneFinder(app: App): (token: string) => Promise<Phone | null> {
  const find = createBatchLoader((hashes: readonly string[]) => phonesByCookies(app, hashes));
  return async (token) => (await find(hashSecret(token))) ?? null;
}
