import { accountDeletedMail } from '#server/account/account-deleted-mail.ts';
import { exportReadyMail } from '#server/account/export-ready-mail.ts';
import { unusedAccountMail } from '#server/account/unused-account-mail.ts';
import { booksBrokenMail } from '#server/admin/books-broken-mail.ts';
import { lotProblemMail } from '#server/batches/lot-problem-mail.ts';
import { lotReadyMail } from '#server/batches/lot-ready-mail.ts';
import { retentionWarningMail } from '#server/batches/retention-warning-mail.ts';
import { expiringCreditsMail } from '#server/credits/expiring-credits-mail.ts';
import { lowBalanceMail } from '#server/credits/low-balance-mail.ts';
import { orderNeedsAdminMail } from '#server/payments/order-needs-admin-mail.ts';
import { paymentProblemMail } from '#server/payments/payment-problem-mail.ts';
import { purchaseReceiptMail } from '#server/payments/purchase-receipt-mail.ts';
import { refundOutcomeMail } from '#server/payments/refund-outcome-mail.ts';
import { withdrawalReceiptMail } from '#server/payments/withdrawal-receipt-mail.ts';
import { planReminderMail } from '#server/plans/plan-reminder-mail.ts';
import { changeEmailMail } from '#server/users/change-email-mail.ts';
import { emailChangeAskedMail } from '#server/users/email-change-asked-mail.ts';
import { emailChangeUndoneMail } from '#server/users/email-change-undone-mail.ts';
import { emailChangedMail } from '#server/users/email-changed-mail.ts';
import { googleTookOverMail } from '#server/users/google-took-over-mail.ts';
import type { Compose, MailKind } from '#server/users/mail-outbox.ts';
import { resetPasswordMail } from '#server/users/reset-password-mail.ts';
import { signInChangedMail } from '#server/users/sign-in-changed-mail.ts';
import { accountRestoredMail, accountSuspendedMail } from '#server/users/suspension-mails.ts';
import { verifyEmailMail } from '#server/users/verify-email-mail.ts';

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
