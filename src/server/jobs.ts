import { deleteUnusedAccounts } from '#server/account/deletion/delete-unused-accounts.ts';
import { MAKE_EXPORT } from '#server/account/export/ask-export.ts';
import { makeExport } from '#server/account/export/make-export.ts';
import { keepTexts } from '#server/account/legal/keep-texts.ts';
import { tellOfTerms } from '#server/account/legal/tell-of-terms.ts';
import type { Uploads } from '#server/adapters/files/port.ts';
import type { JobKind } from '#server/adapters/queue/port.ts';
import { sumUpDays } from '#server/admin/analytics/sum-up-days.ts';
import { askVerify, VERIFY, verifyNow } from '#server/admin/verify/verify-now.ts';
import { renewConnections } from '#server/adverts/connections/renew-connections.ts';
import { copyPage, tidyPages } from '#server/adverts/pages/copy-page.ts';
import { COPY_PAGE } from '#server/adverts/pages/lot-page-job.ts';
import { removeExpiredPictures } from '#server/adverts/pictures/end-pictures.ts';
import { sendIntoAdverts } from '#server/adverts/sendings/send-into-adverts.ts';
import { SEND_INTO_ADVERTS } from '#server/adverts/sendings/sending-job.ts';
import type { App, Job } from '#server/app.ts';
import {
  CUT_OUT,
  CUT_OUT_FAILED,
  cutOutPhoto,
  noteFailedCutout,
} from '#server/batches/photos/make-cutout.ts';
import { forgetUnusedTestImages } from '#server/batches/previews/test-images.ts';
import {
  dailyCleanup,
  FINISH_UPLOADS,
  finishInterruptedUploads,
} from '#server/batches/retention/daily-cleanup.ts';
import { notifyOfRunEnds, notifyOfStoppedStarts } from '#server/batches/runs/notify-of-run-ends.ts';
import { START_ARRIVED, startAllArrived, startWhenArrived } from '#server/batches/runs/start-when-arrived.ts';
import { giveUpPhoneUploads } from '#server/batches/uploads/give-up-uploads.ts';
import { prepareAgain, preparePhoto } from '#server/batches/uploads/prepare-photo.ts';
import { PREPARE_PHOTO } from '#server/batches/uploads/receive-upload.ts';
import { expireCredits } from '#server/credits/expire-credits.ts';
import { notifyOfCredits } from '#server/credits/notify-of-credits.ts';
import { SEND_MAIL, sendMail } from '#server/mail/mail-outbox.ts';
import { mails } from '#server/mails.ts';
import { keepAnafAccess } from '#server/payments/anaf/keep-anaf-access.ts';
import { deleteOldBilling } from '#server/payments/checkout/delete-old-billing.ts';
import { remindOfHandIns } from '#server/payments/hand-in/remind-of-hand-ins.ts';
import { issueMissing } from '#server/payments/invoices/issue-missing.ts';
import { MAKE_INVOICE_FILES, makeInvoiceFiles } from '#server/payments/invoices/make-invoice-files.ts';
import { remindOfStornos } from '#server/payments/invoices/remind-of-stornos.ts';
import { NOTIFY_BUYERS, notifyBuyers } from '#server/payments/mails/notify-buyers.ts';
import { checkOrders } from '#server/payments/provider/check-order.ts';
import { CHECK_ORDER, runStatusCheck } from '#server/payments/provider/handle-payment-return.ts';
import { sendDocuments } from '#server/payments/sending/send-documents.ts';
import { keepBuyerKeys } from '#server/payments/withdrawals/keep-buyer-keys.ts';
import { remindOfDebts } from '#server/payments/withdrawals/remind-of-debts.ts';
import { REMOVE_FILES, removeAllFiles } from '#server/photos/remove-files.ts';
import { endTrials } from '#server/plans/end-trials.ts';
import { remindOfPlans } from '#server/plans/remind-of-plans.ts';
import { startPeriods } from '#server/plans/start-periods.ts';
import { tellOfActs } from '#server/users/admins/tell-of-acts.ts';
import { KEEP_AVATAR, keepAvatar } from '#server/users/profile/avatar.ts';
import { KEEP_IMPORTED_PHOTO, keepImportedPhoto } from '#server/users/profile/keep-imported-photo.ts';
import { deliverWebhooks } from '#server/webhooks/deliver-webhooks.ts';
import { PLACES } from '#server/webhooks/delivery-store.ts';
import { DELIVER_WEBHOOKS } from '#server/webhooks/note-lot-end.ts';

export const JOB_NAMES = [
  PREPARE_PHOTO.name,
  'prepare-again',
  START_ARRIVED.name,
  'start-all-arrived',
  FINISH_UPLOADS.name,
  CUT_OUT.name,
  CUT_OUT_FAILED.name,
  SEND_MAIL.name,
  KEEP_AVATAR.name,
  KEEP_IMPORTED_PHOTO.name,
  REMOVE_FILES.name,
  MAKE_EXPORT.name,
  CHECK_ORDER.name,
  'check-orders',
  MAKE_INVOICE_FILES.name,
  'issue-missing-invoices',
  'end-trials',
  'start-periods',
  'expire-credits',
  NOTIFY_BUYERS.name,
  'keep-buyer-keys',
  'remind-of-debts',
  'tell-of-credits',
  'tell-of-lots',
  'remind-of-plans',
  'tell-of-acts',
  'tell-of-terms',
  'keep-texts',
  'forget-unused',
  'forget-test-images',
  'remove-expired-pictures',
  'give-up-phone-uploads',
  'remind-of-stornos',
  'remind-of-hand-ins',
  'keep-anaf-access',
  'send-to-anaf',
  'forget-billing',
  VERIFY.name,
  'verify-nightly',
  'sum-up-days',
  'renew-connections',
  SEND_INTO_ADVERTS.name,
  COPY_PAGE.name,
  'tidy-pages',
  DELIVER_WEBHOOKS.name,
  'sweep',
] as const;
type JobName = (typeof JOB_NAMES)[number];

/** How a kind's jobs run, with a payload that fits the schema. */
interface JobWork<Payload> extends Omit<Job, 'run'> {
  readonly run: (payload: Payload) => Promise<void>;
}

/** Checks payloads: one that does not fit never reaches the work, and the job is tried and given up like any that fails. */
function buildJob<Payload extends object>(kind: JobKind<Payload>, work: JobWork<Payload>): Job {
  return { ...work, run: async (payload) => work.run(parsePayload(kind, payload)) };
}

function parsePayload<Payload extends object>({ name, payload }: JobKind<Payload>, stored: unknown): Payload {
  const { success, data, error } = payload.safeParse(stored);
  if (success) return data;
  const problems = error.issues.map(({ path, message }) => [...path, message].join(': '));
  throw new Error(`a payload does not fit ${name}: ${problems.join('; ')}`);
}

/** Scheduled jobs have an empty payload. */
function byClock(work: Pick<Job, 'retries' | 'cron'> & { readonly run: () => Promise<void> }): Job {
  return { ...work, concurrency: 1 };
}

/** Tries for about a quarter of an hour: a store is seldom away for longer. */
const PATIENT = { concurrency: 1, retries: 20, longestPause: 60 };
/** A check lists some millions of files twice. */
const LONG_CHECK = { concurrency: 1, retries: 0, minutes: 120 };

/** Jobs about money and credits that run by the clock. */
function moneyByClock(app: App) {
  return {
    [MAKE_INVOICE_FILES.name]: buildJob(MAKE_INVOICE_FILES, {
      run: (payload) => makeInvoiceFiles(app, payload),
      concurrency: 1,
      retries: 2,
      cron: '* * * * *',
    }),
    'check-orders': byClock({ run: () => checkOrders(app), retries: 0, cron: '* * * * *' }),
    'issue-missing-invoices': byClock({ run: () => issueMissing(app), retries: 0, cron: '*/10 * * * *' }),
    'end-trials': byClock({ run: () => endTrials(app), retries: 0, cron: '* * * * *' }),
    'start-periods': byClock({ run: () => startPeriods(app), retries: 0, cron: '* * * * *' }),
    'expire-credits': byClock({ run: () => expireCredits(app), retries: 0, cron: '* * * * *' }),
    [NOTIFY_BUYERS.name]: byClock({ run: () => notifyBuyers(app), retries: 2, cron: '* * * * *' }),
    'keep-buyer-keys': byClock({ run: () => keepBuyerKeys(app), retries: 0, cron: '* * * * *' }),
    'remind-of-debts': byClock({ run: () => remindOfDebts(app), retries: 2, cron: '7 8 * * *' }),
    'tell-of-terms': byClock({ run: () => tellOfTerms(app), retries: 0, cron: '*/10 * * * *' }),
    // Runs at the change of day: a VAT registration may begin with it.
    'keep-texts': byClock({ run: () => keepTexts(app), retries: 2, cron: '0 0 * * *' }),
    'tell-of-credits': byClock({ run: () => notifyOfCredits(app), retries: 0, cron: '*/10 * * * *' }),
    'remind-of-plans': byClock({ run: () => remindOfPlans(app), retries: 0, cron: '*/10 * * * *' }),
    'remind-of-stornos': byClock({ run: () => remindOfStornos(app), retries: 2, cron: '7 9 * * *' }),
    'remind-of-hand-ins': byClock({ run: () => remindOfHandIns(app), retries: 2, cron: '17 9 * * *' }),
    'keep-anaf-access': byClock({ run: () => keepAnafAccess(app), retries: 0, cron: '47 * * * *' }),
    'send-to-anaf': byClock({ run: () => sendDocuments(app), retries: 0, cron: '* * * * *' }),
    'forget-billing': byClock({ run: () => deleteOldBilling(app), retries: 2, cron: '51 4 * * *' }),
  };
}

/** Jobs that start runs by themselves and mail about runs. */
function startsAndEnds(app: App) {
  return {
    [START_ARRIVED.name]: buildJob(START_ARRIVED, {
      run: (payload) => startWhenArrived(app, payload),
      concurrency: 2,
      retries: 5,
    }),
    'start-all-arrived': byClock({ run: () => startAllArrived(app), retries: 0, cron: '* * * * *' }),
    'tell-of-lots': byClock({
      run: async () => {
        await notifyOfRunEnds(app);
        await notifyOfStoppedStarts(app);
      },
      retries: 0,
      cron: '* * * * *',
    }),
  };
}

/** Jobs at sites with adverts. */
function inAdverts(app: App) {
  return {
    [SEND_INTO_ADVERTS.name]: buildJob(SEND_INTO_ADVERTS, {
      run: () => sendIntoAdverts(app),
      // Most of it waits for sites, of which one may be slow.
      concurrency: 8,
      // A shop is given forty photos one by one.
      minutes: 60,
      retries: 0,
      cron: '* * * * *',
    }),
    [COPY_PAGE.name]: buildJob(COPY_PAGE, {
      run: (payload) => copyPage(app, payload),
      concurrency: 1,
      retries: 3,
    }),
    'tidy-pages': byClock({ run: () => tidyPages(app), retries: 0, cron: '*/10 * * * *' }),
    'renew-connections': byClock({ run: () => renewConnections(app), retries: 0, cron: '37 * * * *' }),
  };
}

/** Messages to people's programs. */
function toPrograms(app: App) {
  return {
    [DELIVER_WEBHOOKS.name]: buildJob(DELIVER_WEBHOOKS, {
      run: () => deliverWebhooks(app),
      // Most of it waits for programs, of which some may be slow.
      concurrency: PLACES,
      minutes: 60,
      retries: 0,
      cron: '* * * * *',
    }),
  };
}

/** Jobs that remove what is past its time. */
function endsByClock(app: App) {
  return {
    'forget-unused': byClock({ run: () => deleteUnusedAccounts(app), retries: 2, cron: '41 4 * * *' }),
    'forget-test-images': byClock({ run: () => forgetUnusedTestImages(app), retries: 0, cron: '* * * * *' }),
    'remove-expired-pictures': byClock({
      run: () => removeExpiredPictures(app),
      retries: 0,
      cron: '*/10 * * * *',
    }),
    'give-up-phone-uploads': byClock({
      run: () => giveUpPhoneUploads(app),
      retries: 0,
      cron: '* * * * *',
    }),
  };
}

/** Returns every job and how it runs. */
export function buildJobs(app: App, uploads: Uploads): Readonly<Record<JobName, Job>> {
  return {
    [PREPARE_PHOTO.name]: buildJob(PREPARE_PHOTO, {
      run: (payload) => preparePhoto(app, payload),
      concurrency: 2,
      // Tries for about ten minutes, at most 15 seconds after the end of an outage; 'prepare-again' goes on after that.
      retries: 44,
      longestPause: 15,
    }),
    'prepare-again': byClock({ run: () => prepareAgain(app), retries: 0, cron: '* * * * *' }),
    [FINISH_UPLOADS.name]: buildJob(FINISH_UPLOADS, {
      ...PATIENT,
      run: () => finishInterruptedUploads(app, uploads),
    }),
    [CUT_OUT.name]: buildJob(CUT_OUT, {
      run: (payload) => cutOutPhoto(app, payload),
      concurrency: 1,
      retries: 1,
      failed: CUT_OUT_FAILED.name,
    }),
    [CUT_OUT_FAILED.name]: buildJob(CUT_OUT_FAILED, {
      run: (payload) => noteFailedCutout(app, payload),
      concurrency: 1,
      retries: 5,
    }),
    [SEND_MAIL.name]: buildJob(SEND_MAIL, {
      run: (payload) => sendMail(app, mails, payload),
      concurrency: 2,
      // Tries for about four hours: longer than a mail server is usually away.
      retries: 13,
    }),
    [KEEP_AVATAR.name]: buildJob(KEEP_AVATAR, {
      run: (payload) => keepAvatar(app, payload),
      concurrency: 1,
      retries: 2,
    }),
    [KEEP_IMPORTED_PHOTO.name]: buildJob(KEEP_IMPORTED_PHOTO, {
      run: (payload) => keepImportedPhoto(app, payload),
      concurrency: 1,
      // Tries for about half an hour: an import enqueues thousands, and the storage may ask to wait.
      retries: 10,
      longestPause: 600,
    }),
    [REMOVE_FILES.name]: buildJob(REMOVE_FILES, {
      run: () => removeAllFiles(app, uploads),
      concurrency: 1,
      retries: 10,
    }),
    [MAKE_EXPORT.name]: buildJob(MAKE_EXPORT, {
      run: (payload) => makeExport(app, payload),
      concurrency: 1,
      retries: 3,
      // Copies up to 200 GB of one user.
      minutes: 180,
    }),
    [CHECK_ORDER.name]: buildJob(CHECK_ORDER, {
      run: (payload) => runStatusCheck(app, payload),
      concurrency: 2,
      retries: 2,
    }),
    ...moneyByClock(app),
    ...startsAndEnds(app),
    ...endsByClock(app),
    [VERIFY.name]: buildJob(VERIFY, { ...LONG_CHECK, run: (payload) => verifyNow(app, payload) }),
    'verify-nightly': byClock({ run: () => askVerify(app, null), retries: 0, cron: '3 5 * * *' }),
    'tell-of-acts': byClock({ run: () => tellOfActs(app), retries: 0, cron: '* * * * *' }),
    'sum-up-days': byClock({ run: () => sumUpDays(app), retries: 2, cron: '23 0 * * *' }),
    ...inAdverts(app),
    ...toPrograms(app),
    sweep: byClock({
      run: async () => {
        const held = await dailyCleanup(app, uploads);
        // A check finds the same files and mails the admins the first time.
        if (held.length > 0) await askVerify(app, null);
      },
      retries: 2,
      cron: '17 4 * * *',
    }),
  };
}
