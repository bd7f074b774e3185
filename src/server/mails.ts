import { termsChangedMail } from '#server/account/legal/tell-of-terms.ts';
import { accountDeletedMail, exportReadyMail, unusedAccountMail } from '#server/account/mails.ts';
import { serverTroubleMail } from '#server/admin/server-trouble-mail.ts';
import { integrityAlertMail } from '#server/admin/verify/integrity-alert-mail.ts';
import { siteRefusalMail } from '#server/adverts/connections/site-refusal-mail.ts';
import {
  pageReportedMail,
  pageTakenDownMail,
  reportDecidedMail,
  reportReceivedMail,
} from '#server/adverts/pages/page-mails.ts';
import {
  batchProblemMail,
  batchReadyMail,
  notStartedMail,
  retentionWarningMail,
} from '#server/batches/mails.ts';
import { expiringCreditsMail, lowBalanceMail } from '#server/credits/mails.ts';
import type { Compose, MailKind } from '#server/mail/mail-outbox.ts';
import { anafTroubleMail } from '#server/payments/anaf/anaf-mails.ts';
import { handInsDueMail, holidaysUnknownMail } from '#server/payments/hand-in/hand-in-mails.ts';
import { missingFilesMail } from '#server/payments/invoices/missing-files-mail.ts';
import { stornoDueMail } from '#server/payments/invoices/remind-of-stornos.ts';
import { goodwillGivenMail, goodwillPaidMail } from '#server/payments/mails/goodwill-mails.ts';
import { invoiceReissuedMail } from '#server/payments/mails/invoice-reissued-mail.ts';
import {
  orderNeedsAdminMail,
  paymentProblemMail,
  purchaseReceiptMail,
} from '#server/payments/mails/mails.ts';
import { anafDocumentsMail } from '#server/payments/sending/tell-of-sendings.ts';
import { withdrawalLinkMail } from '#server/payments/withdrawals/withdrawal-link-mail.ts';
import {
  refundOutcomeMail,
  withdrawalOwedMail,
  withdrawalPaidMail,
  withdrawalReceiptMail,
  withdrawalReminderMail,
} from '#server/payments/withdrawals/withdrawal-mails.ts';
import { planReminderMail } from '#server/plans/plan-reminder-mail.ts';
import { adminGrantedMail } from '#server/users/admins/admin-granted-mail.ts';
import {
  accountRestoredMail,
  accountSuspendedMail,
  changeEmailMail,
  emailChangeAskedMail,
  emailChangedMail,
  emailChangeUndoneMail,
  googleTookOverMail,
  resetPasswordMail,
  rightGivenMail,
  rightTakenMail,
  signInChangedMail,
  verifyEmailMail,
} from '#server/users/mails.ts';
import { webhookPutOffMail } from '#server/webhooks/put-off-mail.ts';

/** Every kind of mail with the function that writes its text. */
export const mails: Readonly<Record<MailKind, Compose>> = {
  'reset-password': resetPasswordMail,
  'verify-email': verifyEmailMail,
  'google-took-over': googleTookOverMail,
  'change-email': changeEmailMail,
  'email-change-asked': emailChangeAskedMail,
  'email-changed': emailChangedMail,
  'email-change-undone': emailChangeUndoneMail,
  'sign-in-changed': signInChangedMail,
  'admin-granted': adminGrantedMail,
  'account-deleted': accountDeletedMail,
  'unused-account': unusedAccountMail,
  'export-ready': exportReadyMail,
  'terms-changed': termsChangedMail,
  'purchase-receipt': purchaseReceiptMail,
  'invoice-reissued': invoiceReissuedMail,
  'payment-problem': paymentProblemMail,
  'order-needs-admin': orderNeedsAdminMail,
  'storno-due': stornoDueMail,
  'invoice-files': missingFilesMail,
  'hand-ins-due': handInsDueMail,
  'anaf-documents': anafDocumentsMail,
  'holidays-unknown': holidaysUnknownMail,
  'anaf-trouble': anafTroubleMail,
  'books-broken': integrityAlertMail,
  'server-trouble': serverTroubleMail,
  'site-refusal': siteRefusalMail,
  'withdrawal-link': withdrawalLinkMail,
  'withdrawal-receipt': withdrawalReceiptMail,
  'refund-outcome': refundOutcomeMail,
  'withdrawal-paid': withdrawalPaidMail,
  'withdrawal-owed': withdrawalOwedMail,
  'withdrawal-reminder': withdrawalReminderMail,
  'goodwill-given': goodwillGivenMail,
  'goodwill-paid': goodwillPaidMail,
  'low-balance': lowBalanceMail,
  'expiring-credits': expiringCreditsMail,
  'plan-reminder': planReminderMail,
  'retention-warning': retentionWarningMail,
  'account-suspended': accountSuspendedMail,
  'account-restored': accountRestoredMail,
  'right-given': rightGivenMail,
  'right-taken': rightTakenMail,
  'page-reported': pageReportedMail,
  'page-report-received': reportReceivedMail,
  'page-report-decided': reportDecidedMail,
  'page-taken-down': pageTakenDownMail,
  'webhook-put-off': webhookPutOffMail,
  'lot-problem': batchProblemMail,
  'lot-ready': batchReadyMail,
  'lot-not-started': notStartedMail,
};
