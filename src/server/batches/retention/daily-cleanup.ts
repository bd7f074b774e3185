import * as z from 'zod';
import { plusDays } from '#domain/days.ts';
import { brandPictures } from '#domain/recipes/brand-kit.ts';
import { DELIVERY_DAYS } from '#domain/users/webhooks.ts';
import type { Uploads } from '#server/adapters/files/port.ts';
import type { App } from '#server/app.ts';
import { deleteOldZips } from '#server/batches/downloads/zip-store.ts';
import { deleteOldPhoneLinks } from '#server/batches/phones/phone-link-store.ts';
import {
  deleteOldAttempts,
  deleteOldClaims,
  deleteOldEvents,
} from '#server/batches/retention/cleanup-store.ts';
import { warnRetention } from '#server/batches/retention/warn-retention.ts';
import { deleteOldStarts } from '#server/batches/runs/idempotency-store.ts';
import { purgeDue, purgeTrash } from '#server/batches/trash/purge-photos.ts';
import { giveUpUpload } from '#server/batches/uploads/give-up-uploads.ts';
import { completeIfWhole } from '#server/batches/uploads/receive-upload.ts';
import { deleteOldHits } from '#server/http/limits/rate-limit-store.ts';
import { deleteOldMails } from '#server/mail/mail-outbox.ts';
import { deleteOldFirms } from '#server/payments/firms/firm-store.ts';
import { deleteReplacedCutouts } from '#server/photos/cutout-store.ts';
import { maskKey } from '#server/photos/file-keys.ts';
import { type HeldFolder, removeOrphanFiles } from '#server/photos/orphan-files.ts';
import { markUsed } from '#server/photos/photo-store.ts';
import { scheduleFileDeletion } from '#server/photos/removal-store.ts';
import { removeFiles } from '#server/photos/remove-files.ts';
import { photoOwners } from '#server/photos/retention-view.ts';
import { deleteOldBuilds } from '#server/photos/stored-files/web-build-store.ts';
import { unfinishedUploads } from '#server/photos/upload-store.ts';
import { findBrand } from '#server/recipes/brand-store.ts';
import { deleteOldLooks } from '#server/users/admins/right-store.ts';
import { deleteOldLinks } from '#server/users/email/mail-link-store.ts';
import { deleteOldReservations } from '#server/users/email/previous-email-store.ts';
import { deleteExports } from '#server/users/export-store.ts';
import { deleteOldChallenges } from '#server/users/second-factor/passkey-store.ts';
import { deleteOldPendingSignIns } from '#server/users/sign-in/pending-sign-in-store.ts';
import { deleteOldSessions } from '#server/users/sign-in/session-store.ts';
import { deleteOldDeliveries } from '#server/webhooks/delivery-store.ts';

const UPLOAD_DAYS = 7;
const MAIL_DAYS = 7;
/** 24 months: how long the signup bonus of an address is remembered. */
const SIGNUP_BONUS_CLAIM_DAYS = 731;
/** How long it is known what holders of narrow rights looked at. */
const LOOK_DAYS = 366;
const OWNERS_PER_CHUNK = 500;
const DAY_MS = 86_400_000;
/** A tab open for longer loads the page anew when it opens another part of it. */
const WEB_BUILD_DAYS = 60;
const HOUR_MS = 3_600_000;

/** Job for uploads whose last byte came but whose end was not recorded. */
export const FINISH_UPLOADS = { name: 'finish-uploads', payload: z.object({}) } as const;
/** Processes that start together ask for one job, or for one now and one more. */
const ASKED_TOGETHER_SECONDS = 10;

/** Queues the job at the start of each process, since the last one may have been interrupted. */
export async function askToFinishUploads(app: App): Promise<void> {
  const merged = { key: 'all', seconds: ASKED_TOGETHER_SECONDS };
  await app.change(({ tx }) => app.queue.send(tx, { ...FINISH_UPLOADS, merged }, {}));
}

/** Job: asks the store once about each unfinished upload. */
export async function finishInterruptedUploads(app: App, uploads: Uploads): Promise<void> {
  for (const photo of await unfinishedUploads(app.db)) await completeIfWhole(app, photo, uploads);
}

/**
 * Job, daily: removes uploads given up for a week, the trash after 30 days, photos past their days, old events and keys. Returns the
 * orphans that it left because there were too many.
 */
export async function dailyCleanup(app: App, uploads: Uploads): Promise<readonly HeldFolder[]> {
  const now = app.now();
  await deleteAbandonedUploads(app, now);
  await purgeTrash(app, now);
  await keepRetention(app, now);
  const dayAgo = new Date(now.getTime() - DAY_MS);
  await app.change(async ({ tx }) => {
    await scheduleFileDeletion(tx, await deleteExports(tx, { over: now }));
    await scheduleFileDeletion(tx, (await deleteReplacedCutouts(tx, dayAgo)).map(maskKey));
    const webFiles = await deleteOldBuilds(tx, new Date(now.getTime() - WEB_BUILD_DAYS * DAY_MS));
    await scheduleFileDeletion(tx, webFiles);
  });
  await removeFiles(app, uploads);
  const { held } = await removeOrphanFiles(app, uploads, { before: new Date(now.getTime() - HOUR_MS) });
  await deleteOldLooks(app.db, plusDays(now, -LOOK_DAYS));
  await deleteOldEvents(app.db, dayAgo);
  await deleteOldHits(app.db, now);
  await deleteOldStarts(app.db, new Date(now.getTime() - 2 * DAY_MS));
  await deleteOldZips(app.db, dayAgo);
  await deleteOldMails(app.db, new Date(now.getTime() - MAIL_DAYS * DAY_MS));
  await deleteOldLinks(app.db, now);
  await deleteOldReservations(app.db, now);
  await deleteOldAttempts(app.db, now);
  await deleteOldClaims(app.db, plusDays(now, -SIGNUP_BONUS_CLAIM_DAYS));
  await deleteOldSessions(app.db, now);
  await deleteOldPendingSignIns(app.db, now);
  await deleteOldChallenges(app.db, now);
  await deleteOldPhoneLinks(app.db, dayAgo);
  await deleteOldFirms(app.db, dayAgo);
  await deleteOldDeliveries(app.db, plusDays(now, -DELIVERY_DAYS));
  return held;
}

/**
 * Photos in a brand kit count as used. Each user has transactions of their own: what is interrupted goes on with the next daily cleanup.
 */
async function keepRetention(app: App, now: Date): Promise<void> {
  let after = '';
  for (;;) {
    const owners = await photoOwners(app.db, after, OWNERS_PER_CHUNK);
    for (const userId of owners) {
      await app.change(async ({ tx }) => markUsed(tx, brandPictures(await findBrand(tx, userId)), now));
      await purgeDue(app, userId, now);
      await warnRetention(app, userId, now);
    }
    const last = owners.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

async function deleteAbandonedUploads(app: App, now: Date): Promise<void> {
  const before = new Date(now.getTime() - UPLOAD_DAYS * DAY_MS);
  for (const photo of await unfinishedUploads(app.db)) {
    if (photo.created_at > before) continue;
    await app.change(({ tx }) => giveUpUpload(tx, photo.id));
  }
}
