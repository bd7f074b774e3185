import { AppError } from '#domain/errors.ts';
import { ORDER_BLOCKS_MINUTES } from '#domain/users/deleted.ts';
import { rememberSignupBonus } from '#server/account/signup-bonus-store.ts';
import { eraseConnections } from '#server/adverts/connections/connection-store.ts';
import { erasePages } from '#server/adverts/pages/page-store.ts';
import { erasePictures } from '#server/adverts/pictures/end-pictures.ts';
import { eraseSendings } from '#server/adverts/sendings/sending-store.ts';
import type { App, Tx, Unit, User } from '#server/app.ts';
import { forgetTestImages } from '#server/batches/previews/test-images.ts';
import { eraseBatches, lockOwnBatches } from '#server/batches/retention/erase-store.ts';
import { cancelAllRuns } from '#server/batches/runs/cancel-run.ts';
import { lockCreditAccount } from '#server/credits/account-store.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';
import { eraseBilling, lockOpenOrders } from '#server/payments/erase-store.ts';
import { fillBuyerKeys } from '#server/payments/store/buyer-key-store.ts';
import { erasePhotos, lockOwnPhotos } from '#server/photos/erase-store.ts';
import { scheduleFileDeletion } from '#server/photos/removal-store.ts';
import { REMOVE_FILES } from '#server/photos/remove-files.ts';
import { lockPlan, stopPlanClock } from '#server/plans/plan-store.ts';
import { eraseRetention } from '#server/plans/retention-store.ts';
import { eraseRecipes } from '#server/recipes/recipe-store.ts';
import { lockAdmins } from '#server/users/admins/role-store.ts';
import { reservedUntil } from '#server/users/email/previous-email-store.ts';
import { eraseUser } from '#server/users/erase-store.ts';
import { deleteExports } from '#server/users/export-store.ts';
import { findAvatarKey } from '#server/users/profile/profile-store.ts';
import { endAllSessions } from '#server/users/sign-in/session-store.ts';
import { isDeleted, lockUser } from '#server/users/user-store.ts';

/**
 * „Șterge contul”: deletes the account of a user who has just shown who they are. Throws auth/last-admin, users/order-pending and
 * users/address-changed with `until`, auth/session-required for a deleted account.
 */
export async function deleteAccount(app: App, user: User): Promise<void> {
  // The user's tabs are signed out first: their writes would keep the deletion waiting, and it them.
  await app.change(async (unit) => {
    await refuseDeletion(unit.tx, app, user.id);
    await endAllSessions(unit, app, user.id);
  });
  const isDone = await app.change((unit) => eraseAccount(unit, app, user.id));
  if (!isDone) throw new AppError('auth/session-required');
}

/**
 * Throws auth/last-admin, users/order-pending while an order may still be paid, users/address-changed while an owner whose address was
 * changed may still take the account back. Locks the admins and the open orders.
 */
async function refuseDeletion(tx: Tx, app: App, userId: string): Promise<void> {
  const now = app.now();
  const admins = await lockAdmins(tx);
  if (admins.has(userId) && admins.size === 1) throw new AppError('auth/last-admin');
  for (const { created_at } of await lockOpenOrders(tx, userId)) {
    const until = new Date(created_at.getTime() + ORDER_BLOCKS_MINUTES * 60_000);
    if (until > now) throw new AppError('users/order-pending', { until: until.toISOString() });
  }
  const until = await reservedUntil(tx, userId, now);
  if (until) throw new AppError('users/address-changed', { until: until.toISOString() });
}

/**
 * Erases an account, which has no owner from the commit on. Photos, texts and choices go; ledger, orders and runs stay under an anonymous
 * id. Returns false when it was deleted already. Throws auth/last-admin, users/order-pending, users/address-changed.
 */
export async function eraseAccount(unit: Unit, app: App, userId: string): Promise<boolean> {
  const { tx } = unit;
  const now = app.now();
  if (await isDeleted(tx, userId)) return false;
  await refuseDeletion(tx, app, userId);
  await lockPlan(tx, userId);
  await lockCreditAccount(tx, userId, now);
  await cancelAllRuns(unit, app, userId);
  await lockOwnBatches(tx, userId);
  await lockOwnPhotos(tx, userId);
  // Locked before anything is erased: transactions that add to the account have ended by now, or wait for this row and find it deleted.
  const user = await lockUser(tx, userId);
  if (!user) return false;
  await eraseBatches(tx, userId, now);
  await erasePhotos(tx, userId, now);
  await erasePages(tx, userId, now);
  await eraseSendings(tx, userId);
  await eraseConnections(tx, userId);
  await erasePictures(tx, userId);
  await eraseRecipes(tx, userId);
  await eraseBilling(tx, userId);
  // A process of the version before may have seen an order paid: its buyer may withdraw without the account.
  await fillBuyerKeys(tx, app, { of: userId });
  await stopPlanClock(tx, userId);
  await eraseRetention(tx, userId);
  await rememberSignupBonus(tx, app, { userId, email: user.email });
  await forgetTestImages(unit, app, { of: userId });
  const avatar = await findAvatarKey(tx, userId);
  await scheduleFileDeletion(tx, [
    ...(avatar === null ? [] : [avatar]),
    ...(await deleteExports(tx, { of: userId })),
  ]);
  await eraseUser(tx, app, { userId, email: user.email });
  await endAllSessions(unit, app, userId);
  await app.queue.send(tx, REMOVE_FILES, {});
  await queueMail(tx, app, { kind: 'account-deleted', ref: userId, userId: null, address: user.email });
  return true;
}
