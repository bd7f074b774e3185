import { accountDeletedMail, exportReadyMail, unusedAccountMail } from '#server/account/mails.ts';
import { serverTroubleMail } from '#server/admin/server-trouble-mail.ts';
import { integrityAlertMail } from '#server/admin/verify/integrity-alert-mail.ts';
import { batchProblemMail, batchReadyMail, retentionWarningMail } from '#server/batches/mails.ts';
import { expiringCreditsMail, lowBalanceMail } from '#server/credits/mails.ts';
import type { Compose, MailKind } from '#server/mail/mail-outbox.ts';
import {
  orderNeedsAdminMail,
  paymentProblemMail,
  purchaseReceiptMail,
  refundOutcomeMail,
  withdrawalReceiptMail,
} from '#server/payments/mails/mails.ts';
import { planReminderMail } from '#server/plans/plan-reminder-mail.ts';
import {
  accountRestoredMail,
  accountSuspendedMail,
  changeEmailMail,
  emailChangeAskedMail,
  emailChangedMail,
  emailChangeUndoneMail,
  googleTookOverMail,
  resetPasswordMail,
  signInChangedMail,
  verifyEmailMail,
} from '#server/users/mails.ts';

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
  'books-broken': integrityAlertMail,
  'server-trouble': serverTroubleMail,
  'withdrawal-receipt': withdrawalReceiptMail,
  'refund-outcome': refundOutcomeMail,
  'low-balance': lowBalanceMail,
  'expiring-credits': expiringCreditsMail,
  'plan-reminder': planReminderMail,
  'retention-warning': retentionWarningMail,
  'account-suspended': accountSuspendedMail,
  'account-restored': accountRestoredMail,
  'lot-problem': batchProblemMail,
  'lot-ready': batchReadyMail,
};
