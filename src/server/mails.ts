import { accountDeletedMail } from '#server/account/deletion/account-deleted-mail.ts';
import { unusedAccountMail } from '#server/account/deletion/unused-account-mail.ts';
import { exportReadyMail } from '#server/account/export/export-ready-mail.ts';
import { serverTroubleMail } from '#server/admin/server-trouble-mail.ts';
import { booksBrokenMail } from '#server/admin/verify/books-broken-mail.ts';
import { lotProblemMail } from '#server/batches/problems/lot-problem-mail.ts';
import { retentionWarningMail } from '#server/batches/retention/retention-warning-mail.ts';
import { lotReadyMail } from '#server/batches/runs/lot-ready-mail.ts';
import { expiringCreditsMail } from '#server/credits/expiring-credits-mail.ts';
import { lowBalanceMail } from '#server/credits/low-balance-mail.ts';
import type { Compose, MailKind } from '#server/mail/mail-outbox.ts';
import { orderNeedsAdminMail } from '#server/payments/mails/order-needs-admin-mail.ts';
import { paymentProblemMail } from '#server/payments/mails/payment-problem-mail.ts';
import { purchaseReceiptMail } from '#server/payments/mails/purchase-receipt-mail.ts';
import { refundOutcomeMail } from '#server/payments/mails/refund-outcome-mail.ts';
import { withdrawalReceiptMail } from '#server/payments/mails/withdrawal-receipt-mail.ts';
import { planReminderMail } from '#server/plans/plan-reminder-mail.ts';
import { changeEmailMail } from '#server/users/email/change-email-mail.ts';
import { emailChangeAskedMail } from '#server/users/email/email-change-asked-mail.ts';
import { emailChangeUndoneMail } from '#server/users/email/email-change-undone-mail.ts';
import { emailChangedMail } from '#server/users/email/email-changed-mail.ts';
import { verifyEmailMail } from '#server/users/email/verify-email-mail.ts';
import { resetPasswordMail } from '#server/users/passwords/reset-password-mail.ts';
import { googleTookOverMail } from '#server/users/sign-in/google-took-over-mail.ts';
import { signInChangedMail } from '#server/users/sign-in/sign-in-changed-mail.ts';
import { accountRestoredMail, accountSuspendedMail } from '#server/users/suspension/suspension-mails.ts';

/** Every kind of mail and who writes its text. */
export const mails: Readonly<Record<MailKind, Compose>> = {
  'reset-password': resetPasswordMail,
  'verify-email': verifyEmailMail,
  'google-took-over': googleTookOverMail,
  'change-email': changeEmailMail,
  'email-change-asked': emailChangeAskedMail,
  'email-changed': emailChangedMail,
  'email-change-undone': emailChangeUndoneMail,
  'sign-in-changed': signInChangedMail,
  'account-deleted': accountDeletedMail,
  'unused-account': unusedAccountMail,
  'export-ready': exportReadyMail,
  'purchase-receipt': purchaseReceiptMail,
  'payment-problem': paymentProblemMail,
  'order-needs-admin': orderNeedsAdminMail,
  'books-broken': booksBrokenMail,
  'server-trouble': serverTroubleMail,
  'withdrawal-receipt': withdrawalReceiptMail,
  'refund-outcome': refundOutcomeMail,
  'low-balance': lowBalanceMail,
  'expiring-credits': expiringCreditsMail,
  'plan-reminder': planReminderMail,
  'retention-warning': retentionWarningMail,
  'account-suspended': accountSuspendedMail,
  'account-restored': accountRestoredMail,
  'lot-problem': lotProblemMail,
  'lot-ready': lotReadyMail,
};
