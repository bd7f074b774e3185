import type * as contract from '#contract/phones/result-links.ts';
import type { ReplyOf } from '#contract/route.ts';
import { AppError } from '#domain/errors.ts';
import { groupBy } from '#domain/group-by.ts';
import { deviceWords } from '#domain/language/device-words.ts';
import type { App, ResultPhone, User } from '#server/app.ts';
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
  insertResultLink,
  noteOpened,
  type ResultLinkRow,
} from '#server/batches/phones/phone-link-store.ts';
import {
  findResultLinkOfBatch,
  findResultPhoneByKey,
  resultPhonesByCookies,
} from '#server/batches/phones/result-link-view.ts';
import { findBatch, lockBatch } from '#server/batches/store/batch-store.ts';
import { readBatch } from '#server/batches/store/batch-view.ts';
import { consumeIpRateLimit, consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { createBatchLoader } from '#server/http/limits/together.ts';
import type { Visitor } from '#server/http/security/visitor.ts';

type ResultLink = NonNullable<ReplyOf<typeof contract.readResultLink>['link']>;
type PhoneResults = ReplyOf<typeof contract.readPhoneResults>;

function asResultLink(row: ResultLinkRow): ResultLink {
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    endsAt: row.expires_at.toISOString(),
    device: row.user_agent === null ? null : deviceWords(row.user_agent),
  };
}

/** Throws `batches/not-found`. */
export async function readResultLink(app: App, user: User, batchId: string): Promise<ResultLink | null> {
  await findBatch(app.db, user.id, batchId);
  const row = await findResultLinkOfBatch(app, user.id, batchId);
  return row && asResultLink(row);
}

/**
 * Makes the batch's link in place of the one before; returns its key, which is stored nowhere. Throws `batches/not-found`,
 * `http/too-many-requests`.
 */
export async function makeResultLink(
  app: App,
  user: User,
  batchId: string,
): Promise<{ key: string; link: ResultLink }> {
  await consumeRateLimit(app, `result-links:${user.id}`, { limit: MADE, code: 'http/too-many-requests' });
  const key = createKey();
  const row = await app.change(async ({ tx }) => {
    await lockBatch(tx, user.id, batchId);
    const now = app.now();
    await endLinks(tx, 'result_links', { batchId, now });
    return insertResultLink(tx, {
      id: app.newId('rlk'),
      ...hashKey(app, 'result-link', key),
      user_id: user.id,
      session_id: user.sessionId,
      batch_id: batchId,
      created_at: now,
      expires_at: new Date(now.getTime() + LINK_MS),
    });
  });
  return { key, link: asResultLink(row) };
}

/** Throws `http/not-found`. */
export async function endResultLink(app: App, user: User, linkId: string): Promise<void> {
  if (!(await endOneLink(app.db, 'result_links', { userId: user.id, linkId, now: app.now() })))
    throw new AppError('http/not-found');
}

/** Exchanges a link's key for the cookie of its results. Throws `batches/phone-link-over`, `http/too-many-requests`. */
export async function openResultLink(
  app: App,
  { ip, userAgent }: Visitor,
  key: string,
): Promise<{ phone: ResultPhone; token: string }> {
  await consumeIpRateLimit(
    app,
    { name: 'result-open:address', ip },
    { limit: OPENED, code: 'http/too-many-requests' },
  );
  const phone = await findResultPhoneByKey(app, hashSecret(key));
  if (!phone) throw new AppError('batches/phone-link-over');
  await noteOpened(app.db, 'result_links', { linkId: phone.linkId, userAgent });
  return { phone, token: deriveToken(app, 'result-link', key) };
}

/** Returns a look-up of phones by their cookies' tokens. Look-ups at the same time share one query. */
export function resultPhoneFinder(app: App): (token: string) => Promise<ResultPhone | null> {
  const find = createBatchLoader((hashes: readonly string[]) => resultPhonesByCookies(app, hashes));
  return async (token) => (await find(hashSecret(token))) ?? null;
}

/** Returns all that a phone hears of the batch: its finished files as the owner's ZIP has them, and what is on its way. */
export async function listPhoneResults(
  app: App,
  { owner, batchId, endsAt }: ResultPhone,
): Promise<PhoneResults> {
  const { results, outputLabels, photoIds, run } = await readBatch(app, owner.id, batchId);
  const place = new Map(photoIds.map((id, at) => [id, at]));
  const variants = [...groupBy(Object.values(results), ({ outputKey }) => outputKey)];
  const states = Object.values(run?.photos ?? {});
  return {
    endsAt: endsAt.toISOString(),
    waiting: states.filter(({ state }) => state === 'waiting' || state === 'working').length,
    variants: variants.map(([key, files]) => ({
      label: outputLabels[key] ?? key,
      files: files
        .toSorted((a, b) => (place.get(a.photoId) ?? 0) - (place.get(b.photoId) ?? 0))
        .map(({ id, fileName, bytes }) => ({ id, fileName, bytes })),
    })),
  };
}
