import type { PaymentsTrial } from '#contract/admin/admin-installation.ts';
import { AppError } from '#domain/errors.ts';
import { formatMoment } from '#domain/language/time.ts';
import type { App, User } from '#server/app.ts';
import { renderEmail } from '#server/mail/mail-layout.ts';
import { recordAudit } from '#server/users/admins/audit-log-store.ts';
import { readUserEmail } from '#server/users/user-store.ts';

/** Sends a mail to the admin's own address past the outbox, so that the answer is the mail server's. */
export async function tryMail(app: App, admin: User): Promise<{ to: string; problem: string | null }> {
  const to = await readUserEmail(app.db, admin.id);
  await app.change(({ tx }) => recordAudit(tx, app, { admin, kind: 'mail-tried' }));
  return { to, problem: await app.mail.trySending({ to, ...renderTrialMail(app) }) };
}

function renderTrialMail(app: App) {
  return renderEmail({
    subject: 'Mail de probă de la Fotolot',
    before: [`Mailurile de la Fotolot ajung la tine. Trimis: ${formatMoment(app.now())}.`],
    action: { label: 'Deschide panoul', url: `${app.publicUrl()}/admin/dashboard?parte=sistem` },
    after: ['L-ai cerut la „Sistem”. Nu ai nimic de făcut.'],
  });
}

/** Asks the card provider whether it takes our keys. Makes no order. Throws payments/closed where payments are off. */
export async function tryPayments(app: App, admin: User): Promise<PaymentsTrial> {
  const { payments } = app;
  if (!payments) throw new AppError('payments/closed');
  await app.change(({ tx }) => recordAudit(tx, app, { admin, kind: 'payments-tried' }));
  return payments.checkKeys();
}
