import { AppError } from '#domain/errors.ts';
import type { App, User } from '#server/app.ts';
import { consumeRateLimit } from '#server/http/limits/rate-limit.ts';
import { queueMail } from '#server/mail/mail-outbox.ts';
import { findOrder } from '#server/payments/store/order-store.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';
import { sendVerification } from '#server/users/email/verification.ts';
import { lockAccountRow } from '#server/users/suspension-store.ts';
import { isDeleted, readEmail } from '#server/users/user-store.ts';

/** Of all admins together: no mailbox is flooded. */
const PER_ORDER = { hits: 5, seconds: 3600 };

/**
 * Mails an order's receipt again, as it is composed today: with the newest invoice, to the account's address of today. Throws
 * payments/order-not-found for an order that brought no money or whose account is gone, and http/too-many-requests.
 */
export async function resendReceipt(app: App, admin: User, { orderId }: { orderId: string }): Promise<void> {
  const order = await findOrder(app.db, orderId);
  if (!order?.paid_at || order.mode === 'imported') throw new AppError('payments/order-not-found');
  await consumeRateLimit(app, `resend-receipt:${order.id}`, {
    limit: PER_ORDER,
    code: 'http/too-many-requests',
  });
  const userId = order.user_id;
  await app.change(async ({ tx }) => {
    const { email: address } = await lockAccountRow(tx, userId);
    const ref = await recordAudit(tx, app, { admin, kind: 'receipt-resent', userId, subject: order.id });
    await queueMail(tx, app, { kind: 'purchase-receipt', ref, userId, address, data: { orderId: order.id } });
  });
}

/**
 * Mails another link that confirms an account's address, within the limit that its owner has too. Does nothing where it is confirmed. Throws
 * users/not-found, auth/too-many-requests.
 */
export async function resendVerification(
  app: App,
  admin: User,
  { userId }: { userId: string },
): Promise<void> {
  if (await isDeleted(app.db, userId)) throw new AppError('users/not-found');
  if ((await readEmail(app.db, userId)).isVerified) return;
  await sendVerification(app, { id: userId });
  await app.change(({ tx }) => recordAudit(tx, app, { admin, kind: 'verification-resent', userId }));
}
